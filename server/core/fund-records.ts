import { type RawBuilder, sql } from 'kysely'
import { type FundRecordView, fundRecordKinds } from '#domain/deposit/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { Db } from '../platform/db/database.ts'
import type { PageSlice } from './page.ts'

/**
 * A product's requests about a customer's funds, for the list of all: money that comes in or leaves after a review.
 * All of the customer's, as rows of `kind` (one of `fundRecordKinds`), `id`, `reference`, `status` (`pending`, `approved` or
 * `rejected`), `state` (its status in the product itself), `currency`, `amount` and `at`, by an index on the customer.
 */
export type FundRecords = (customer: CustomerId) => RawBuilder<unknown>

export interface FundRecordFilter {
  readonly status?: FundRecordView['status'] | undefined
  readonly kind?: FundRecordView['kind'] | undefined
  readonly currency?: string | undefined
}

export interface FundRecordRow {
  kind: FundRecordView['kind']
  /** As one of all products'. */
  order: bigint
  id: bigint
  reference: string
  status: FundRecordView['status']
  state: string
  currency: string
  amount: Units
  at_ms: bigint
}

/** A customer's requests of every kind, newest first. */
export async function fundRecordsOf(
  db: Db,
  sources: readonly FundRecords[],
  customer: CustomerId,
  { kind, status, currency, after, offset, limit }: FundRecordFilter & PageSlice,
): Promise<FundRecordRow[]> {
  const kinds = sql.join(fundRecordKinds.map((one) => sql.lit(one)))
  const conditions = [
    sql`true`,
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(currency === undefined ? [] : [sql`currency = ${currency}`]),
    // Two products may have the same id at the same moment: the kind tells which is first.
    ...(after
      ? [sql`(at_ms, id, "order") < (${after[0]!}::bigint, ${after[1]!}::bigint, ${after[2]!}::bigint)`]
      : []),
  ]
  const { rows } = await sql<FundRecordRow>`
    select * from (
      select kind, array_position(array[${kinds}], kind)::bigint as "order", id, reference, status, state, currency,
        amount, (extract(epoch from at) * 1000)::bigint as at_ms
      from (${sql.join(
        sources.map((source) => source(customer)),
        sql` union all `,
      )}) each) own
    where ${sql.join(conditions, sql` and `)}
    order by at_ms desc, id desc, "order" desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** A request as its customer sees it in the list of all. */
export const fundRecordView = ({
  kind,
  id,
  reference,
  status,
  state,
  currency,
  amount,
  at_ms,
}: FundRecordRow): FundRecordView => ({
  // Ids are of one product: a list's own name of a row has its kind too.
  id: `${kind}-${id}`,
  ...{ kind, recordId: String(id), reference, status, state, currency, atMs: Number(at_ms) },
  amount: formatAmount(amount, currency),
})
