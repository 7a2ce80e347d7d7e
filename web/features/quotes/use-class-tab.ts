import { useSearchParams } from 'react-router'
import type { ClassId } from '#domain/market/instrument.ts'
import { useFavourites } from './favourites.ts'
import { classTabs } from './quotes.ts'

/**
 * The class tab that the URL names; without one, the favourites if there are any, else crypto. Not settled while it is
 * not known whether there are any.
 */
export function useClassTab(): [ClassId, (classId: ClassId) => void, isSettled: boolean] {
  const [query, setQuery] = useSearchParams()
  const { symbols } = useFavourites()
  const named = classTabs.find((id) => String(id) === query.get('class'))
  // What moves most is asked of every class alike; an order by a column is one list's.
  const choose = (classId: ClassId) =>
    setQuery(
      (before) => {
        before.set('class', String(classId))
        before.delete('sort')
        return before
      },
      { replace: true },
    )
  return [named ?? (symbols?.length === 0 ? 2 : 100), choose, (named ?? symbols) !== undefined]
}
