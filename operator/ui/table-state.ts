import { useSearchParams } from 'react-router'
import type { ListEndpoint } from '#domain/list.ts'
import { DAY_MS } from '#domain/time.ts'
import { decimalOf } from './typed-amount.ts'

/** What a table is filtered and ordered by: kept in the URL, so that a link shows what its sender saw. */

/** The parts of a URL that every table may have; a table's own filters are there by their names. */
const shared = ['q', 'from', 'to', 'symbol', 'currency', 'min', 'max', 'sort', 'dir'] as const
export type SharedFilter = (typeof shared)[number]

/** What each is called on the wire. */
const wireNames: Readonly<Record<SharedFilter, string>> = {
  q: 'search',
  from: 'fromMs',
  to: 'toMs',
  symbol: 'symbol',
  currency: 'currency',
  min: 'minimum',
  max: 'maximum',
  sort: 'sort',
  dir: 'direction',
}

/** Whether a table takes a filter. */
export const takes = (table: ListEndpoint, filter: SharedFilter): boolean =>
  wireNames[filter] in table.input.shape

export interface TableState {
  /** What stands in the URL, by its name there; empty where nothing does. */
  readonly of: (name: string) => string
  /** Changes some; an empty text takes one away. */
  readonly set: (change: Readonly<Record<string, string>>) => void
  readonly clear: () => void
  /** How many filters are in use, the search and the order left out. */
  readonly active: number
  /** Whether anything is left out: also by a filter that is in use while the URL says nothing. */
  readonly isNarrowed: boolean
  /** What is asked of the API. */
  readonly input: Readonly<Record<string, string>>
}

/**
 * The state of a table. `own` names its further filters; `defaults` holds while the URL says nothing; `prefix` stands before its
 * names there where the page has another table.
 */
export function useTableState(
  table: ListEndpoint,
  own: readonly string[],
  defaults: Readonly<Record<string, string>> = {},
  prefix = '',
): TableState {
  const [address, setAddress] = useSearchParams()
  const of = (name: string) => address.get(prefix + name) ?? defaults[name] ?? ''

  function set(change: Readonly<Record<string, string>>) {
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) {
          // What is empty where something else is the default has to be said.
          if (value !== '' || defaults[name]) next.set(prefix + name, value)
          else next.delete(prefix + name)
        }
        return next
      },
      { replace: true },
    )
  }
  const names = [...own, 'from', 'to', 'symbol', 'currency', 'min', 'max']
  return {
    of,
    set,
    clear: () => set(Object.fromEntries([...names, 'q'].map((name) => [name, '']))),
    active: names.filter((name) => of(name) !== '').length,
    isNarrowed: [...names, 'q'].some((name) => of(name) !== ''),
    input: inputOf(table, own, of),
  }
}

function inputOf(table: ListEndpoint, own: readonly string[], of: (name: string) => string) {
  const input: Record<string, string> = {}
  for (const name of own) if (of(name) !== '') input[name] = of(name)
  for (const name of shared) {
    const value = takes(table, name) ? wireValue(name, of(name)) : undefined
    if (value !== undefined) input[wireNames[name]] = value
  }
  // Without a currency an amount says nothing.
  if (input.currency === undefined) {
    delete input.minimum
    delete input.maximum
    if (input.sort === 'amount') delete input.sort
  }
  return input
}

function wireValue(name: SharedFilter, text: string): string | undefined {
  if (text === '') return undefined
  if (name === 'from') return dayMs(text)?.toString()
  if (name === 'to') return dayMs(text, DAY_MS)?.toString()
  if (name === 'min' || name === 'max') return decimalOf(text)
  return text
}

/** The beginning of a day that a URL names, UTC; `later` to name its end. */
function dayMs(day: string, later = 0): number | undefined {
  const atMs = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(atMs) ? undefined : atMs + later
}
