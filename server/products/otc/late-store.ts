import { sql } from 'kysely'
import type { Units } from '#domain/money/amount.ts'
import type { OtcOutcome } from '#domain/otc/rules.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Deciders } from './store.ts'

/** The SQL of what buyers say of orders that ended unpaid. */

export interface LateRow {
  readonly order_id: bigint
  readonly reason: string
  readonly evidence: string | null
  readonly claimed_at: number
  readonly outcome: OtcOutcome | null
  readonly from_offer: Units
  readonly why: string | null
  readonly ended_at: number | null
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    otc_late: LateRow
  }
}

/** The claim on an order. */
export const findLate = (db: Db | Tx, order: bigint): Promise<LateRow | undefined> =>
  db.selectFrom('otc_late').selectAll().where('order_id', '=', order).executeTakeFirst()

/** The claim on an order that nobody has decided, held so that nobody else does. */
export const lockOpenLate = (tx: Tx, order: bigint): Promise<LateRow | undefined> =>
  tx
    .selectFrom('otc_late')
    .selectAll()
    .where('order_id', '=', order)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Adds a claim; false where there is one. */
export async function insertLate(
  tx: Tx,
  { order, reason, evidence }: { order: bigint; reason: string; evidence: string | null },
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into otc_late (order_id, reason, evidence, claimed_at)
    values (${order}::bigint, ${reason}, ${evidence}, ${new Date(nowMs)}::timestamptz)
    on conflict do nothing returning 1`.execute(tx)
  return rows.length === 1
}

/** Writes what became of a claim. */
export async function endLate(
  tx: Tx,
  order: bigint,
  end: {
    readonly outcome: OtcOutcome
    readonly fromOffer: bigint
    readonly by: Deciders | undefined
    readonly why: string | undefined
  },
  nowMs: number,
): Promise<void> {
  await sql`
    update otc_late set outcome = ${end.outcome}, from_offer = ${end.fromOffer}::bigint,
      decided_maker = ${end.by?.maker ?? null}::bigint, decided_checker = ${end.by?.checker ?? null}::bigint,
      why = ${end.why ?? null}, ended_at = ${new Date(nowMs)}::timestamptz
    where order_id = ${order}`.execute(tx)
}

/** Those of these orders that ended unpaid and whose coin was paid to the buyer all the same. */
export async function paidLate(db: Db | Tx, orders: readonly bigint[]): Promise<Set<bigint>> {
  const rows = await db
    .selectFrom('otc_late')
    .select('order_id')
    .where('outcome', '=', 'released')
    .where(sql<boolean>`order_id = any(${[...orders]}::bigint[])`)
    .execute()
  return new Set(rows.map(({ order_id }) => order_id))
}
