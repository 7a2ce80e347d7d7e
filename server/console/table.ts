import { type RawBuilder, sql } from 'kysely'
import { columnsOf, csvOf, tableName } from '#domain/console/table.ts'
import type { InputOf } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import type { ItemOf, ListEndpoint } from '#domain/list.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { maskContact, readContact } from '#domain/user/contact.ts'
import { allParts, csvOfItems, MAX_CSV_ROWS } from '#server/core/csv.ts'
import { type Page, type PageInput, type PageSlice, pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ANSWERED, Context } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { customerByContact, customerById } from '#server/users/store.ts'
import { appendAuditLog } from './audit-log.ts'

/** The console's tables on the server: one helper answers their pages and their CSV files. */

/** What the filters of `domain/console/table.ts` ask; a table takes those that its contract names. */
interface TableInput extends PageInput {
  readonly search?: string | undefined
  readonly customer?: CustomerId | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly currency?: string | undefined
  readonly minimum?: string | undefined
  readonly maximum?: string | undefined
  readonly sort: string
  readonly direction?: 'asc' | 'desc' | undefined
}

/** A table's rows, as SQL. */
export interface TableSource<Input, Row extends { readonly id: bigint }, Item> {
  readonly columns: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  /** The column by which rows are numbered as they come, the newest highest. @example 'd.id' */
  readonly id: string
  /** Other orders than that of `id`, by the contract's names: expressions that are whole numbers, never null. */
  readonly sorts?: Readonly<Record<string, string>>
  readonly time?: string | ((input: Input) => string)
  readonly amount?: string
  readonly currency?: string
  readonly customer?: string
  /** What else a text finds exactly, beside a customer's id or contact. */
  readonly search?: (
    text: string,
    db: Db,
  ) => readonly RawBuilder<unknown>[] | Promise<readonly RawBuilder<unknown>[]>
  /** What its own filters ask. */
  readonly where?: (
    input: Input,
    ctx: Context,
  ) => readonly RawBuilder<unknown>[] | Promise<readonly RawBuilder<unknown>[]>
  /** Whether it is read from its oldest row on where no direction is asked for. */
  readonly isOldestFirst?: (input: Input) => boolean
  /** What rows come by before their number where no order is asked: an expression as those of `sorts`. */
  readonly leading?: (input: Input) => string | undefined
  readonly show: (rows: readonly Row[], ctx: Context) => Promise<Item[]> | Item[]
}

/** Reads a page of a table. */
export type ReadTable<E extends ListEndpoint> = (input: InputOf<E>, ctx: Context) => Promise<Page<ItemOf<E>>>

/**
 * The routes of a table: its pages, and all its rows as a CSV file.
 *
 * What is asked of one customer, by number or by a search for their contact, stands in the audit log before it is read,
 * page by page; a file once it was made.
 */
export function tableRoutes<E extends ListEndpoint>(endpoint: E, read: ReadTable<E>): Route[] {
  const name = tableName(endpoint)
  return [
    route(endpoint as ListEndpoint, async (input, ctx) => {
      await logCustomerAsked(ctx, input as unknown as TableInput, name)
      return read(input as InputOf<E>, ctx)
    }),
    route(csvOf(endpoint), async (input, ctx): Promise<typeof ANSWERED> => {
      const asked = input as unknown as TableInput
      await logCustomerAsked(ctx, asked, name)
      const rows = await allRows(read, ctx, asked)
      const detail = { ...filtersOf(asked), rows: String(rows.length) }
      const line = { operator: ctx.operator.id, action: 'exported', subject: `list:${name}`, detail } as const
      await appendAuditLog(ctx.db, line, ctx.clock.nowMs())
      const bytes = csvOfItems(columnsOf(endpoint), rows)
      return ctx.reply({
        bytes,
        type: 'text/csv; charset=utf-8',
        fileName: `plumb-${name}.csv`,
      })
    }),
  ]
}

/** Writes down that one customer's rows are asked for. */
async function logCustomerAsked(
  { db, clock, operator }: Context,
  { customer, search }: TableInput,
  list: string,
): Promise<void> {
  const asked = customer ?? (await customerSearched(db, search))
  if (asked === undefined) return
  const line = {
    operator: operator.id,
    action: 'viewed',
    subject: `customer:${asked}`,
    detail: { list },
  } as const
  await appendAuditLog(db, line, clock.nowMs())
}

/** What a list was narrowed by. A contact is masked: nothing is ever erased from the audit log. */
function filtersOf(input: TableInput): Record<string, string> {
  const contact = input.search === undefined ? undefined : readContact(input.search, {})
  const shown = contact ? { ...input, search: maskContact(contact.value) } : input
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** Every row that the filters let through. Refuses: EXPORT_TOO_LONG rather than leave rows out. */
const allRows = <E extends ListEndpoint>(read: ReadTable<E>, ctx: Context, input: TableInput) =>
  allParts(async (cursor: string | undefined) => {
    const part = { ...input, cursor, page: 1, limit: MAX_CSV_ROWS } as unknown as InputOf<E>
    const { items, next } = await read(part, ctx)
    return { rows: items, next: next ?? undefined }
  })

/** How a table that is read from the database answers a page. */
export const readSql =
  <E extends ListEndpoint, Row extends { readonly id: bigint }>(
    source: TableSource<InputOf<E>, Row, ItemOf<E>>,
  ): ReadTable<E> =>
  async (input, ctx) => {
    const asked = input as unknown as TableInput
    const key =
      source.sorts?.[asked.sort] ?? (asked.direction === undefined ? source.leading?.(input) : undefined)
    const conditions = await conditionsOf(source, input, ctx)
    const isAscending =
      asked.direction === undefined ? (source.isOldestFirst?.(input) ?? false) : asked.direction === 'asc'
    const load = async (slice: PageSlice) => {
      const query = rowsQuery({ ...source, key, conditions, isAscending, ...slice })
      return (await query.execute(ctx.db)).rows as Row[]
    }
    const names = key === undefined ? (['id'] as const) : (['sort_key', 'id'] as const)
    const { items, next } = await pageOf(
      asked,
      names as readonly string[] as readonly never[],
      load,
      (row: Row) => row,
    )
    return { items: await source.show(items, ctx), next }
  }

function rowsQuery(query: {
  readonly columns: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  readonly id: string
  readonly key: string | undefined
  readonly conditions: readonly RawBuilder<unknown>[]
  readonly isAscending: boolean
  readonly after?: readonly bigint[] | undefined
  readonly offset: number
  readonly limit: number
}) {
  const { columns, from, id, key, conditions, isAscending, after, offset, limit } = query
  const keys = key === undefined ? [id] : [key, id]
  const all = [...conditions]
  if (after) {
    const comparison = sql.raw(isAscending ? '>' : '<')
    const bounds = sql.join(after.map((bound) => sql`${bound}::bigint`))
    all.push(sql`(${sql.raw(keys.join(', '))}) ${comparison} (${bounds})`)
  }
  const order = keys.map((one) => `${one} ${isAscending ? 'asc' : 'desc'}`).join(', ')
  return sql`
    select ${columns}, (${sql.raw(key ?? id)})::bigint as sort_key
    from ${from}
    where ${all.length === 0 ? sql`true` : sql.join(all, sql` and `)}
    order by ${sql.raw(order)} limit ${limit} offset ${offset}`
}

/** What the filters ask. Refuses: PARAMETER_ERROR for an amount or an order by it without a currency. */
async function conditionsOf<Input, Row extends { readonly id: bigint }, Item>(
  source: TableSource<Input, Row, Item>,
  input: Input,
  ctx: Context,
): Promise<RawBuilder<unknown>[]> {
  const asked = input as unknown as TableInput
  const { fromMs, toMs, currency, minimum, maximum } = asked
  const conditions = [...((await source.where?.(input, ctx)) ?? [])]
  const column = (name: string | undefined) => sql.raw(name!)
  if (asked.customer !== undefined && source.customer)
    conditions.push(sql`${column(source.customer)} = ${asked.customer}`)
  if (asked.search !== undefined) conditions.push(await searchCondition(ctx.db, source, asked.search))
  if (fromMs !== undefined || toMs !== undefined) {
    const time = column(typeof source.time === 'function' ? source.time(input) : source.time)
    if (fromMs !== undefined) conditions.push(sql`${time} >= ${new Date(fromMs)}::timestamptz`)
    if (toMs !== undefined) conditions.push(sql`${time} < ${new Date(toMs)}::timestamptz`)
  }
  if (currency !== undefined && source.currency)
    conditions.push(sql`${column(source.currency)} = ${currency}`)
  requireCurrency(asked)
  if (minimum !== undefined)
    conditions.push(sql`${column(source.amount)} >= ${readAmount(minimum, currency!)}::bigint`)
  if (maximum !== undefined)
    conditions.push(sql`${column(source.amount)} <= ${readAmount(maximum, currency!)}::bigint`)
  return conditions
}

/** Refuses: PARAMETER_ERROR for an amount or an order by it without a currency. */
export function requireCurrency(asked: Pick<TableInput, 'currency' | 'minimum' | 'maximum' | 'sort'>): void {
  const isByAmount = asked.minimum !== undefined || asked.maximum !== undefined || asked.sort === 'amount'
  if (isByAmount && asked.currency === undefined) throw refusal('PARAMETER_ERROR', { field: 'currency' })
}

const NUMBER = /^[1-9]\d{0,17}$/

/** Whether a search can be for an id. */
export const isNumber = (text: string): boolean => NUMBER.test(text)

async function searchCondition<Input, Row extends { readonly id: bigint }, Item>(
  db: Db,
  source: TableSource<Input, Row, Item>,
  text: string,
): Promise<RawBuilder<unknown>> {
  const found = [...((await source.search?.(text, db)) ?? [])]
  if (isNumber(text)) found.push(sql`${sql.raw(source.id)} = ${BigInt(text)}::bigint`)
  const customer = source.customer === undefined ? undefined : await customerOf(db, text)
  if (customer !== undefined) found.push(sql`${sql.raw(source.customer!)} = ${customer}`)
  return found.length === 0 ? sql`false` : sql`(${sql.join(found, sql` or `)})`
}

/** The customer whom a search names by id or contact; none of a number that is nobody's: it may be an order's. */
async function customerSearched(db: Db, text: string | undefined): Promise<CustomerId | undefined> {
  const id = text === undefined ? undefined : await customerOf(db, text)
  return id !== undefined && (await customerById(db, id)) ? id : undefined
}

/** The customer whom a text names by id or contact. */
export async function customerOf(db: Db, text: string): Promise<CustomerId | undefined> {
  if (isNumber(text)) return customerId(BigInt(text))
  const contact = readContact(text, {})
  return contact && (await customerByContact(db, contact))?.id
}
