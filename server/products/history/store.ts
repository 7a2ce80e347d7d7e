import { type RawBuilder, sql } from 'kysely'
import type { EndedStatus, HistoryProduct } from '#domain/history/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { EndedRecords } from '#server/core/ended.ts'
import type { PageSlice } from '#server/core/page.ts'

/** Which of a customer's records that ended. */
export interface HistoryFilter {
  readonly customer: CustomerId
  readonly product?: HistoryProduct | undefined
  readonly symbol?: string | undefined
  readonly status?: EndedStatus | undefined
  /** When they ended: from this moment, up to but not including that one. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

/** Where a record stands in the list: by when it ended, and of what ended together by its id. */
export interface EndedRow {
  readonly product: HistoryProduct
  readonly ended_at: bigint
  readonly id: bigint
}

/**
 * The records that a filter lets through, what ended last first. They are found product by product, instrument by instrument
 * and by how they ended, each one's newest few: what the filter does not let through costs nothing. Undefined where
 * it lets nothing through.
 */
export function endedQuery(sources: readonly EndedRecords[], filter: HistoryFilter & PageSlice) {
  const parts = sources
    .filter(({ product }) => filter.product === undefined || product === filter.product)
    .filter(({ withoutMarket }) => !withoutMarket || filter.symbol === undefined)
    .flatMap((source) =>
      outcomesOf(source, filter.status).map((outcome) => newestOf(source, outcome, filter)),
    )
  if (parts.length === 0) return undefined
  return sql<EndedRow>`
    select product, id, (extract(epoch from at) * 1000)::bigint as ended_at
    from (${sql.join(parts, sql` union all `)}) ended
    order by at desc, id desc limit ${filter.limit} offset ${filter.offset}`
}

const outcomesOf = ({ statuses }: EndedRecords, status: EndedStatus | undefined): readonly string[] =>
  status === undefined ? Object.values(statuses).flat() : (statuses[status] ?? [])

function newestOf(
  source: EndedRecords,
  outcome: string,
  { customer, symbol, fromMs, toMs, after, offset, limit }: HistoryFilter & PageSlice,
): RawBuilder<unknown> {
  const [table, isEnded, at, id] = [source.table, source.isEnded, source.endedAt, source.id].map((part) =>
    sql.raw(part),
  )
  const moment = (ms: number | bigint) => sql`${new Date(Number(ms))}::timestamptz`
  const own = sql`${sql.ref(source.customer ?? 'customer_id')} = ${customer} and ${isEnded}`
  // From one symbol to the next by the index, also those that are listed no more.
  const traded =
    symbol === undefined
      ? sql`recursive traded (symbol) as (
          (select symbol from ${table} where ${own} order by symbol limit 1)
          union all
          select (select symbol from ${table} where ${own} and symbol > traded.symbol order by symbol limit 1)
          from traded where traded.symbol is not null)`
      : sql`traded (symbol) as (select ${symbol}::text)`
  const conditions = [
    sql`${own} and ${sql.raw(source.outcome)} = ${sql.lit(outcome)}`,
    ...(source.withoutMarket ? [] : [sql`symbol = traded.symbol`]),
    ...(fromMs === undefined ? [] : [sql`${at} >= ${moment(fromMs)}`]),
    ...(toMs === undefined ? [] : [sql`${at} < ${moment(toMs)}`]),
    ...(after === undefined ? [] : [sql`(${at}, ${id}) < (${moment(after[0]!)}, ${after[1]!}::bigint)`]),
  ]
  const product = sql`${sql.lit(source.product)}::text as product`
  const newest = sql`(select ${id} as id, ${at} as at from ${table} where ${sql.join(conditions, sql` and `)}
      order by ${at} desc, ${id} desc limit ${offset + limit}) newest`
  return source.withoutMarket
    ? sql`(select ${product}, newest.* from ${newest})`
    : sql`(with ${traded} select ${product}, newest.* from traded cross join lateral ${newest})`
}
