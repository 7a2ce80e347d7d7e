import { useSearchParams } from 'react-router'

/** What in a URL opens one record. */
const LINKS = ['id', 'trade']
/** A number, or with the kind of what it is the number of. */
const ID = /^([a-z-]+\.)?[1-9]\d{0,18}$/

/**
 * One of a few, kept in the URL under a name; the first is left out there. Choosing closes what was open, but for
 * what the page itself is about: `keeps` is its parameter.
 * @example const [status, setStatus] = useUrlChoice('status', ['active', 'ended'])
 */
export function useUrlChoice<Id extends string>(
  name: string,
  ids: readonly [Id, ...Id[]],
  keeps?: 'id',
): [Id, (id: Id) => void] {
  const [search, setSearch] = useSearchParams()
  const chosen = ids.find((id) => id === search.get(name)) ?? ids[0]
  const choose = (id: Id) => {
    const next = changed(search, name, id === ids[0] ? undefined : id)
    const kept = keeps && search.get(keeps)
    if (kept) next.set(keeps, kept)
    setSearch(next, { replace: true })
  }
  return [chosen, choose]
}

/** The record that a URL opens by its id, and how to open another or none. */
export function useOpened(): [id: string | undefined, open: (id?: string) => void] {
  const [search, setSearch] = useSearchParams()
  const id = search.get('id') ?? ''
  const open = (next?: string) => setSearch(changed(search, 'id', next), { replace: true })
  return [ID.test(id) ? id : undefined, open]
}

/** A URL's parameters without the record that it opens. */
export function withoutLink(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search)
  for (const link of LINKS) rest.delete(link)
  return rest
}

function changed(search: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const rest = withoutLink(search)
  if (value === undefined) rest.delete(name)
  else rest.set(name, value)
  return rest
}
