import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { currencyCode, decimalInput, idOf, momentInput, plainText, symbol } from '../fields.ts'
import type { CustomerId } from '../ids.ts'
import { type ListEndpoint, listOf } from '../list.ts'

/**
 * The tables of the console: a list with search, filters and an order, and the same as a CSV file. A product names its
 * rows and its filters; all else is here, in `server/console/table.ts` and in `operator/ui/data-table.tsx`.
 */

/** Found exactly, by a reference, an id, a customer's contact: nobody leafs through by parts of words. */
export const searchFilter = { search: z.optional(plainText(120)) }
/** What is one customer's. Each such list that is read stands in the audit log. */
export const customerFilter = { customer: z.optional(idOf<CustomerId>()) }
/** From this moment, up to but not including that one. */
export const timeFilter = { fromMs: z.optional(momentInput), toMs: z.optional(momentInput) }
export const currencyFilter = { currency: z.optional(currencyCode) }
/** In the currency that is filtered by: amounts of different currencies have no order. */
export const amountFilter = {
  ...currencyFilter,
  minimum: z.optional(decimalInput),
  maximum: z.optional(decimalInput),
}

/** What lists of what customers asked for are narrowed by. */
/* @__NO_SIDE_EFFECTS__ */
export const requestFilters = <const Status extends string>(statuses: readonly Status[]) => ({
  ...searchFilter,
  ...customerFilter,
  ...timeFilter,
  ...amountFilter,
  status: z.optional(z.enum(statuses)),
})

/** What lists of customers' positions are narrowed by. `side` is theirs: `direction` is that of the table's order. */
/* @__NO_SIDE_EFFECTS__ */
export const positionFilters = <const Side extends string, const Status extends string>(
  sides: readonly Side[],
  statuses: readonly Status[],
) => ({
  ...searchFilter,
  ...customerFilter,
  ...timeFilter,
  ...amountFilter,
  symbol: z.optional(symbol),
  side: z.optional(z.enum(sides)),
  status: z.optional(z.enum(statuses)),
})

const directions = ['desc', 'asc'] as const
/** Rows of a table that are read at once. */
const defaultLimit = '50'

/**
 * The input and output of an endpoint that is a table; the first of `sorts` is its order where none is asked for. One with
 * `isNewestFirst` has no other direction.
 */
/* @__NO_SIDE_EFFECTS__ */
export function tableOf<
  Item extends z.ZodMiniType,
  const Sorts extends readonly [string, ...string[]],
  Filters extends z.core.$ZodShape,
>(
  item: Item,
  { sorts, filters, isNewestFirst }: { sorts: Sorts; filters: Filters; isNewestFirst?: boolean },
) {
  const order = {
    sort: z.prefault(z.enum(sorts), sorts[0] as never),
    /** Without it as the table is read by itself: newest first, but what waits oldest first. */
    direction: z.optional(z.enum(isNewestFirst ? ['desc'] : directions)),
  }
  return listOf(item, { filters: { ...filters, ...order }, defaultLimit })
}

/** How pages are asked for: what a file of all rows has no use for. */
const paging = ['page', 'limit', 'cursor']

/** Whether a list is a table of the console. */
export const isTable = (list: Endpoint): list is ListEndpoint =>
  list.area === 'console' && 'sort' in list.input.shape && 'limit' in list.input.shape

/** The call that answers all rows of a table as a CSV file; who may read the one may read the other. */
/* @__NO_SIDE_EFFECTS__ */
export const csvOf = (table: ListEndpoint): Endpoint =>
  endpoint({
    area: 'console',
    method: 'GET',
    path: `${table.path}/csv`,
    access: 'operator',
    roles: table.roles,
    isHeavy: true,
    answersFile: ['text/csv'],
    summary: `${table.summary}; as a CSV file, noted in the audit log`,
    input: Object.fromEntries(Object.entries(table.input.shape).filter(([name]) => !paging.includes(name))),
    output: z.object({}),
  })

/** What a table is called in the audit log and in the names of its files. @example 'deposits' */
export const tableName = ({ path }: Pick<Endpoint, 'path'>): string =>
  path
    .replace('/console/', '')
    .replace(/\/list$/, '')
    .replaceAll('/', '-')

/** A table's two calls. */
/* @__NO_SIDE_EFFECTS__ */
export const withCsv = (table: ListEndpoint): readonly Endpoint[] => [table, csvOf(table)]

/** The names of a table's fields, in the order of its item. */
export const columnsOf = (table: ListEndpoint): readonly string[] => Object.keys(itemOf(table).shape)

/** What a row of a table is. */
export const itemOf = (table: ListEndpoint): z.ZodMiniObject =>
  (table.output as unknown as z.ZodMiniObject<{ items: z.ZodMiniArray<z.ZodMiniObject> }>).shape.items._zod
    .def.element

/** The values that a filter of a table takes, where these are a few. @example optionsOf(orders, 'side') // ['buy', 'sell'] */
export function optionsOf(table: ListEndpoint, filter: string): readonly string[] | undefined {
  let type: unknown = table.input.shape[filter]
  while (type instanceof z.ZodMiniOptional || type instanceof z.ZodMiniPrefault)
    type = type._zod.def.innerType
  return type instanceof z.ZodMiniEnum ? Object.values(type._zod.def.entries).map(String) : undefined
}
