import { useSearchParams } from 'react-router'

/** One of a few parts of what the URL shows, kept beside it; the first is left out there. Choosing closes an open position. */
export function usePart<Id extends string>(
  name: string,
  ids: readonly [Id, ...Id[]],
): [Id, (id: Id) => void] {
  const [search, setSearch] = useSearchParams()
  const chosen = ids.find((id) => id === search.get(name)) ?? ids[0]
  const choose = (id: Id) => {
    const next = new URLSearchParams(search)
    next.delete('position')
    if (id === ids[0]) next.delete(name)
    else next.set(name, id)
    setSearch(next, { replace: true })
  }
  return [chosen, choose]
}
