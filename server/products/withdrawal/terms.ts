import { sql } from 'kysely'
import { assert, refusal } from '#domain/errors.ts'
import { parseDecimal, type Units, units } from '#domain/money/amount.ts'
import { requireCurrency } from '#domain/money/read-amount.ts'
import type { WithdrawalTerms } from '#domain/withdrawal/rules.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { networksClosedForWithdrawals } from '../deposit/service.ts'

/** What withdrawals cost now, and what is paused: the newest row of each counts. */

/** A way for money to leave: a currency by a network. */
export interface WithdrawalWay extends WithdrawalTerms {
  readonly id: bigint
  readonly currency: string
  readonly network: string
}

interface Row {
  id: bigint
  currency: string
  network: string
  fee: string
  fee_bps: number
  minimum: string
  is_paused: boolean
}

/** Every way as it is now, in the order in which they were first offered: one by a closed network is paused. */
export async function listWays(db: Db | Tx): Promise<WithdrawalWay[]> {
  const closed = await networksClosedForWithdrawals(db)
  const ways = await listTerms(db)
  return ways.map((way) => ({ ...way, isPaused: way.isPaused || closed.has(way.network) }))
}

/** The same as two operators agreed on each, whatever is closed at present. */
export async function listTerms(db: Db | Tx): Promise<WithdrawalWay[]> {
  const { rows } = await sql<Row>`
    select t.* from withdrawal_terms t
    join (select min(id) as first, max(id) as newest from withdrawal_terms group by currency, network) n
      on n.newest = t.id
    order by n.first`.execute(db)
  return rows.map(({ id, currency, network, fee, fee_bps, minimum, is_paused }) => ({
    ...{ id, currency, network, isPaused: is_paused, feeBps: fee_bps },
    fee: amountOf(fee, currency),
    minimum: amountOf(minimum, currency),
  }))
}

function amountOf(text: string, currency: string): Units {
  const read = parseDecimal(text, requireCurrency(currency).decimals)
  assert(read !== undefined, `${text} is an amount of ${currency}`)
  return units(read)
}

/** One way. Refuses: WITHDRAWAL_NOT_OFFERED. */
export async function requireWay(db: Db | Tx, currency: string, network: string): Promise<WithdrawalWay> {
  const way = (await listWays(db)).find((one) => one.currency === currency && one.network === network)
  if (!way) throw refusal('WITHDRAWAL_NOT_OFFERED', { currency })
  return way
}

/** Refuses: (the database) terms that no approved proposal says. */
export async function insertTerms(
  tx: Tx,
  terms: {
    currency: string
    network: string
    fee: string
    feeBps: number
    minimum: string
    isPaused: boolean
  },
  proposal: bigint,
): Promise<void> {
  await sql`
    insert into withdrawal_terms (currency, network, fee, fee_bps, minimum, is_paused, proposal)
    values (${terms.currency}, ${terms.network}, ${terms.fee}, ${terms.feeBps}, ${terms.minimum}, ${terms.isPaused},
      ${proposal})`.execute(tx)
}

/** Whether two operators have paused all withdrawals. */
export async function areAllPaused(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ is_paused: boolean }>`
    select is_paused from withdrawal_pause order by id desc limit 1`.execute(db)
  return rows[0]?.is_paused ?? false
}

/** Writes that all withdrawals pause, or go on. */
export async function insertPause(tx: Tx, isPaused: boolean, proposal: bigint): Promise<void> {
  await sql`insert into withdrawal_pause (is_paused, proposal) values (${isPaused}, ${proposal})`.execute(tx)
}
