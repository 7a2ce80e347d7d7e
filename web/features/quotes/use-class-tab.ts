import { useSearchParams } from 'react-router'
import type { ClassId } from '#domain/market/instrument.ts'
import { useFavourites } from './favourites.ts'
import { classTabs } from './quotes.ts'

/** The class tab that the URL names; without one, the favourites if there are any, else crypto. */
export function useClassTab(): [ClassId, (classId: ClassId) => void] {
  const [query, setQuery] = useSearchParams()
  const { symbols } = useFavourites()
  const named = classTabs.find((id) => String(id) === query.get('class'))
  const choose = (classId: ClassId) => setQuery({ class: String(classId) }, { replace: true })
  return [named ?? (symbols?.length === 0 ? 2 : 100), choose]
}
