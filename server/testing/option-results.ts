import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { units } from '#domain/money/amount.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { OptionDirection, OptionOutcome } from '#domain/option/rules.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
import { fund, walletOf } from '#server/products/option/accounts.ts'
import { asWriter } from './as-writer.ts'
import { fundsFor } from './funds.ts'

/** Seconds options of the past: many orders with their results, which no engine decided. */

/** A customer's orders of one kind that came out in one way. */
export interface PastOptions {
  readonly customer: CustomerId
  readonly count: number
  readonly outcome: OptionOutcome
  readonly direction?: OptionDirection
  readonly stake?: string
  /** When they were accepted; the results come two minutes later. */
  readonly atMs: number
}

const PAYOUT_BPS = 8_500n
let newestId = 900_000_000n
/** The first of ids for one line's orders. */
function nextIds(): bigint {
  newestId += 100_000n
  return newestId
}

/** Adds them, in the ledger too where somebody gained or lost. */
export async function addPastOptions(db: Db, past: readonly PastOptions[]): Promise<void> {
  const lines = past.map(({ stake = '10', direction = 'rise', ...rest }) => ({
    ...{ ...rest, direction, stake: readAmount(stake, STAKE_CURRENCY) },
    firstId: nextIds(),
  }))
  const column = (pick: (line: (typeof lines)[number]) => string | number | bigint) =>
    arrayLiteral(lines, pick)
  const rows = sql`unnest(${column(({ firstId }) => firstId)}::bigint[], ${column(({ customer }) => customer)}::bigint[],
    ${column(({ count }) => count)}::integer[], ${column(({ outcome }) => outcome)}::text[],
    ${column(({ direction }) => direction)}::text[], ${column(({ stake }) => stake)}::bigint[],
    ${column(({ atMs }) => new Date(atMs).toISOString())}::timestamptz[])
    l (first_id, customer, count, outcome, direction, stake, at), generate_series(1, l.count) n`
  await asWriter(db, 'option', async (tx) => {
    await sql`
      insert into option_order (id, customer_id, symbol, direction, stake, winnings, seconds, payout_bps, entry_after_ms,
        stale_after_ms, terms_version, rules_version, accepted_at, accepted_sequence)
      select first_id + n, customer, 'BTC-USDT', direction, stake, stake * ${PAYOUT_BPS} / 10000, 60, ${PAYOUT_BPS}, 1000,
        2000, 1, 1, at, 0 from ${rows}`.execute(tx)
    await sql`
      insert into option_result (id, order_id, customer_id, symbol, outcome, reason, entry_sequence, entry_price, entry_at,
        expires_at, exit_sequence, exit_price, exit_at, settled_at, losses)
      select first_id + n, first_id + n, customer, 'BTC-USDT', outcome, case when outcome = 'void' then 'no-exit' end,
        1, 100, at + interval '1 second', at + interval '61 seconds', 2,
        case outcome when 'tie' then 100 else
          case when (outcome = 'won') = (direction = 'rise') then 101 else 99 end end,
        at + case outcome when 'void' then interval '2 seconds' else interval '61 seconds' end,
        at + interval '2 minutes', 0 from ${rows} order by at, first_id, n`.execute(tx)
    for (const { customer, count, outcome, stake, atMs, firstId } of lines) {
      if (outcome !== 'won' && outcome !== 'lost') continue
      const amount = units(
        outcome === 'won' ? ((stake * PAYOUT_BPS) / 10_000n) * BigInt(count) : stake * BigInt(count),
      )
      await post(tx, fundsFor(customer, [['options', STAKE_CURRENCY, '100000']], 'deposit'), 0)
      const [debit, credit] = outcome === 'won' ? [fund(), walletOf(customer)] : [walletOf(customer), fund()]
      const reason = outcome === 'won' ? 'option-winnings' : 'option-loss'
      await post(tx, [{ debit, credit, amount, reason, reference: firstId }], atMs + 120_000)
    }
  })
}

/** New customers who registered then, without a way to sign in. */
export async function customersSince(db: Db, count: number, atMs: number): Promise<CustomerId[]> {
  const { rows } = await sql<{ id: CustomerId }>`
    insert into customer (email, password_hash, invite_code, language, created_at)
    select 'past' || n || '.' || ${atMs}::text || '@example.com', 'x', ${`P${atMs}`} || '.' || n, 'en', ${new Date(atMs)}
    from generate_series(1, ${count}::integer) n returning id`.execute(db)
  return rows.map(({ id }) => id)
}
