import { sql } from 'kysely'
import { units } from '#domain/money/amount.ts'
import { decideSale } from '#domain/sale/rules.ts'
import { createTickReader, type TickReader } from '#server/markets/tape/ticks.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SaleRow } from './store.ts'

/** What is wrong between sales and the ledger, in words; empty when consistent. */
export async function auditSales(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: bigint; status: string }>`
    select s.id, s.status from sale s
    left join hold c on c.id = s.hold_id
    left join hold d on d.id = s.payout_hold_id
    cross join lateral (
      select coalesce(sum(amount) filter (where reason = 'sale'), 0)::bigint as sold,
        coalesce(sum(amount) filter (where reason = 'sale-fee'), 0)::bigint as fee,
        coalesce(sum(amount) filter (where reason = 'sale-payout'), 0)::bigint as payout
      from transfer where reference = s.id and reason in ('sale', 'sale-fee', 'sale-payout')
    ) t
    -- What is older than every transfer that is still here left with its month.
    where coalesce(s.sold_at >= (select min(created_at) from transfer), true) and (
      c.id is null or c.amount <> s.amount or d.id is null or d.amount <> s.received
      or (c.remaining, d.remaining) is distinct from
        (case when s.ended_at is null then (s.amount, s.received) else (0::bigint, 0::bigint) end)
      or (t.sold, t.fee) is distinct from
        (case when s.status = 'paid' then (s.amount - s.fee, s.fee) else (0::bigint, 0::bigint) end)
      -- Set aside, and then paid or given back.
      or t.payout <> s.received * case when s.ended_at is null then 1 else 2 end)
    order by s.id`.execute(db)
  return rows.map(({ id, status }) => `sale ${id} is ${status} and the ledger says something else`)
}

/** The newest sales that their ticks do not make, in words. */
export async function auditResults(db: Db, newest: number): Promise<string[]> {
  const rows = await db.selectFrom('sale').selectAll().orderBy('id', 'desc').limit(newest).execute()
  const tape = await createTickReader(db)
  const wrong: string[] = []
  for (const row of rows) {
    const said = await errorOf(row, tape)
    if (said) wrong.push(`sale ${row.id}: ${said}`)
  }
  return wrong
}

async function errorOf(row: SaleRow, tape: TickReader): Promise<string | undefined> {
  const { currency, amount, tick } = row
  if (tick) {
    const there = await tape.at(tick.sequence)
    const isThere = there?.symbol === tick.symbol && there.bid === tick.bid && there.ask === tick.ask
    if (!isThere || there.isHeld) return 'the tape has not the tick that it names'
  }
  // No limits: those were decided on then.
  const terms = { feeBps: row.fee_bps, minimumFee: row.minimum_fee, minimum: units(0n) }
  const again = decideSale(currency, amount, tick ?? undefined, terms, units(2n ** 62n))
  return again.ok && again.fee === row.fee && again.received === row.received && again.value === row.value
    ? undefined
    : 'its tick makes other figures'
}
