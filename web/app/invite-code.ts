import { useClient } from './client-state.ts'

/** The names that links carry it by: the specification's two, and the one of our own links. */
const NAMES = ['deppCode', 'extension_code', 'code'] as const

/** The invite code that an address carries, before or behind its `#`; undefined where it carries none. */
export function inviteCodeIn({ search, hash }: Pick<Location, 'search' | 'hash'>): string | undefined {
  const queries = [search, hash.split('?')[1]].map((query) => new URLSearchParams(query))
  const codes = queries.flatMap((query) => NAMES.flatMap((name) => query.get(name) ?? []))
  return codes.find((code) => /^\w{4,16}$/.test(code))
}

/** Keeps the code of whoever invited this visitor until they register: called at every navigation. */
export function keepInviteCode(): void {
  const inviteCode = inviteCodeIn(location)
  if (inviteCode) useClient.setState({ inviteCode })
}
