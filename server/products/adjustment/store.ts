import { sql } from 'kysely'
import type { AdjustedWallet, Direction, Suspended } from '#domain/adjustment/rules.ts'
import type { Payment } from '#domain/deposit/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The SQL of adjustments: each is written once, with the transfer that it is. */

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    adjustment: {
      /** Its proposal's. */
      id: bigint
      direction: Direction
      /** Whose balance it is about; of what was returned, from whom it was taken. */
      customer_id: CustomerId
      wallet: AdjustedWallet | null
      currency: string
      amount: Units
      /** The adjustment that took what this one gives or returns. */
      take: bigint | null
      chain: string | null
      tx_reference: string | null
      output_index: number | null
      reason: string
      created_at: number | Date
    }
  }
}

/** One that took money, with what of it is left. */
export interface Taking extends Suspended {
  readonly id: bigint
  readonly customer: CustomerId
  readonly wallet: AdjustedWallet
  readonly reason: string
  readonly takenAtMs: number
}

export interface NewAdjustment {
  readonly id: bigint
  readonly direction: Direction
  readonly customer: CustomerId
  readonly wallet: AdjustedWallet | null
  readonly currency: string
  readonly amount: Units
  readonly take: bigint | null
  readonly payment: Payment | null
  readonly reason: string
}

export async function insertAdjustment(tx: Tx, adjustment: NewAdjustment, nowMs: number): Promise<void> {
  const { customer, payment, ...same } = adjustment
  await tx
    .insertInto('adjustment')
    .values({
      ...{ ...same, customer_id: customer, created_at: new Date(nowMs) },
      chain: payment?.chain ?? null,
      tx_reference: payment?.txReference ?? null,
      output_index: payment?.outputIndex ?? null,
    })
    .execute()
}

const takings = sql`
  select t.id, t.customer_id as customer, t.wallet, t.currency, t.amount, t.reason, t.created_at as "takenAtMs",
    coalesce((select sum(amount) from adjustment where take = t.id), 0)::bigint as drawn
  from adjustment t where t.direction = 'take'`

/** The adjustment of this number, where it took something. */
export async function findTaking(db: Db | Tx, id: bigint): Promise<Taking | undefined> {
  const { rows } = await sql<Taking>`${takings} and t.id = ${id}`.execute(db)
  return rows[0]
}

/** Those of which something is in suspense, oldest first; at most so many. */
export async function openTakings(db: Db, limit: number): Promise<Taking[]> {
  const { rows } = await sql<Taking>`
    select * from (${takings}) one where amount > drawn order by id limit ${limit}`.execute(db)
  return rows
}

/** Those of one customer of which something is in suspense, oldest first. */
export async function ownTakings(db: Db, customer: CustomerId): Promise<Taking[]> {
  const { rows } = await sql<Taking>`
    select * from (${takings} and t.customer_id = ${customer}) one where amount > drawn order by id`.execute(
    db,
  )
  return rows
}

/** The customer's own of these numbers. */
export async function ownAdjustments(
  db: Db | Tx,
  customer: CustomerId,
  ids: readonly bigint[],
): Promise<{ readonly id: bigint; readonly direction: Direction }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('adjustment')
    .select(['id', 'direction'])
    .where('customer_id', '=', customer)
    .where('id', 'in', [...ids])
    .execute()
}

/** What was returned by way of a chain, by currency and in units. */
export async function returnedOnChain(db: Db | Tx, chain: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ currency: string; sum: bigint }>`
    select currency, sum(amount)::bigint as sum from adjustment where chain = ${chain} group by 1`.execute(db)
  return new Map(rows.map(({ currency, sum }) => [currency, sum]))
}

/** What of each customer is in suspense by these rows, by currency and in units. */
export async function suspendedOfEach(
  tx: Tx,
): Promise<{ readonly customer: CustomerId; readonly currency: string; readonly amount: bigint }[]> {
  const { rows } = await sql<{ customer: CustomerId; currency: string; amount: bigint }>`
    select t.customer_id as customer, t.currency, sum(t.amount - coalesce(d.drawn, 0))::bigint as amount
    from adjustment t
    left join (select take, sum(amount) as drawn from adjustment where take is not null group by take) d on d.take = t.id
    where t.direction = 'take' group by 1, 2`.execute(tx)
  return rows
}

/** What is in suspense by these rows, by currency and in units. */
export async function suspendedSums(db: Db | Tx): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ currency: string; sum: bigint }>`
    select currency, sum(case direction when 'take' then amount else -amount end)::bigint as sum
    from adjustment group by 1`.execute(db)
  return new Map(rows.map(({ currency, sum }) => [currency, sum]))
}
