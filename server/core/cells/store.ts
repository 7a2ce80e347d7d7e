import { sql } from 'kysely'
import {
  type CellAnswer,
  type CellOutcome,
  type CellRefusal,
  type CellTransfer,
  type ReceivedTransfer,
  retryAfterMs,
  type SentState,
} from '#domain/cells/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    cell_counter: { cell: number; last_number: bigint }
    cell_sent: {
      cell: number
      number: bigint
      /** What its ledger transfers refer to. */
      id: bigint
      customer_id: CustomerId
      to_customer: bigint
      currency: string
      decimals: number
      amount: bigint
      state: SentState
      refusal: CellRefusal | null
      attempts: number
      due_at: number | Date
      sent_at: number | Date
      ended_at: number | Date | null
    }
    cell_received: {
      cell: number
      number: bigint
      id: bigint
      to_customer: bigint
      currency: string
      decimals: number
      amount: bigint
      outcome: CellOutcome
      refusal: CellRefusal | null
      received_at: number | Date
    }
    cell_fund: { id: bigint; cell: number; currency: string; amount: bigint; funded_at: number | Date }
  }
}

/** Draws the next number of what is sent to a cell: whoever rolls back leaves it to the next. */
export async function drawNumber(tx: Tx, cell: number): Promise<bigint> {
  const { rows } = await sql<{ number: bigint }>`
    insert into cell_counter (cell, last_number) values (${cell}, 1)
    on conflict (cell) do update set last_number = cell_counter.last_number + 1
    returning last_number as number`.execute(tx)
  return rows[0]!.number
}

/** Writes down what is sent, due at once. */
export async function insertSent(
  tx: Tx,
  id: bigint,
  customer: CustomerId,
  transfer: Omit<CellTransfer, 'from'>,
  nowMs: number,
): Promise<void> {
  const { to, number, customer: toCustomer, currency, decimals, amount } = transfer
  await tx
    .insertInto('cell_sent')
    .values({
      ...{ cell: to, number, id, customer_id: customer, to_customer: toCustomer, currency, decimals, amount },
      ...{ state: 'sent', refusal: null, attempts: 0, ended_at: null },
      ...{ due_at: new Date(nowMs), sent_at: new Date(nowMs) },
    })
    .execute()
}

/** A transfer in the cell that sent it. */
export interface SentTransfer {
  readonly id: bigint
  readonly customer: CustomerId
  readonly currency: string
  readonly amount: bigint
  readonly state: SentState
}

/** What was sent under a number, locked until the transaction ends. */
export async function lockSent(tx: Tx, cell: number, number: bigint): Promise<SentTransfer | undefined> {
  const row = await tx
    .selectFrom('cell_sent')
    .select(['id', 'customer_id', 'currency', 'amount', 'state'])
    .where('cell', '=', cell)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, customer: row.customer_id }
}

/** Ends a transfer that was sent. */
export async function endSent(
  tx: Tx,
  { to, number, refusal }: CellAnswer,
  state: SentState,
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable('cell_sent')
    .set({ state, refusal, ended_at: new Date(nowMs) })
    .where('cell', '=', to)
    .where('number', '=', number)
    .execute()
}

/** How many are sent at a time. */
const BATCH = 100

/**
 * Claims what is due to be sent to a cell: counts the attempt and sets when the next is due, before anything is sent, as the
 * outbox does. What somebody else is claiming is left out.
 */
export async function claimDue(
  db: Db,
  own: number,
  cell: number,
  nowMs: number,
  batch = BATCH,
): Promise<CellTransfer[]> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('cell_sent')
      .select(['number', 'to_customer', 'currency', 'decimals', 'amount', 'attempts'])
      .where('cell', '=', cell)
      .where('state', '=', 'sent')
      .where('due_at', '<=', new Date(nowMs))
      .orderBy('due_at')
      .orderBy('number')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    const dueAtMs = rows.map(({ attempts }) => new Date(nowMs + retryAfterMs(attempts)))
    await sql`
      update cell_sent s set attempts = attempts + 1, due_at = d.due_at
      from unnest(${rows.map(({ number }) => number)}::bigint[], ${dueAtMs}::timestamptz[]) d (number, due_at)
      where s.cell = ${cell} and s.number = d.number`.execute(tx)
    return rows.map(({ number, to_customer, currency, decimals, amount }) => ({
      ...{ from: own, to: cell, number, customer: to_customer, currency, decimals, amount },
    }))
  })
}

/** A transfer that came, and what was made of it. */
export type ReceivedRow = ReceivedTransfer & { readonly refusal: CellRefusal | null }

/** What came from a cell under a number. */
export async function findReceived(
  db: Db | Tx,
  own: number,
  { from, number }: Pick<CellTransfer, 'from' | 'number'>,
): Promise<ReceivedRow | undefined> {
  const row = await db
    .selectFrom('cell_received')
    .selectAll()
    .where('cell', '=', from)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) return undefined
  const { to_customer: customer, currency, decimals, amount, outcome, refusal } = row
  return { transfer: { from, to: own, number, customer, currency, decimals, amount }, outcome, refusal }
}

/**
 * Writes down what came and what is made of it.
 *
 * Returns: its id; undefined where another transaction has written the same number down meanwhile.
 */
export async function insertReceived(
  tx: Tx,
  { transfer, outcome, refusal }: ReceivedRow,
  nowMs: number,
): Promise<bigint | undefined> {
  const { from, number, customer, currency, decimals, amount } = transfer
  const row = await tx
    .insertInto('cell_received')
    .values({
      ...{ cell: from, number, id: nextId(), to_customer: customer, currency, decimals, amount },
      ...{ outcome, refusal, received_at: new Date(nowMs) },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
