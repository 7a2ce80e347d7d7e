import { sql } from 'kysely'
import { offerPrice, otcValue, totalOf } from '#domain/otc/rules.ts'
import { createTickReader, type TickReader } from '#server/markets/tape/ticks.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { OrderRow } from './store.ts'

/** What is wrong between orders, offers and the ledger, in words; empty when consistent. */
export async function auditOtc(db: Db): Promise<string[]> {
  const { rows: orders } = await sql<{ id: bigint; status: string }>`
    select o.id, o.status from otc_order o
    left join hold h on h.id = o.hold_id
    cross join lateral (
      select coalesce(sum(amount) filter (where reason = 'otc'), 0)::bigint as paid,
        coalesce(sum(amount) filter (where reason = 'otc-order'), 0)::bigint as held
      from transfer where reference = o.id and reason in ('otc', 'otc-order')
    ) t
    -- What is older than every transfer that is still here left with its month.
    where coalesce(o.placed_at >= (select min(created_at) from transfer), true) and (
      h.id is null or h.amount <> o.amount
      or h.remaining <> case when o.ended_at is null then o.amount else 0 end
      or t.paid <> case when o.outcome = 'released' then o.amount else 0 end
      -- Held, and given back where it was.
      or t.held <> o.amount * case when o.outcome = 'returned' then 2 else 1 end)
    order by o.id`.execute(db)
  const { rows: offers } = await sql<{ id: bigint }>`
    select f.id from otc_offer f
    left join hold h on h.id = f.hold_id
    cross join lateral (
      select coalesce(sum(o.amount) filter (where o.outcome is distinct from 'returned'), 0)::bigint
        + coalesce(sum(l.from_offer), 0)::bigint as taken
      from otc_order o left join otc_late l on l.order_id = o.id where o.offer_id = f.id) o
    where (f.side = 'sell' and h.remaining is distinct from f.remaining)
      or (f.side = 'buy' and f.hold_id is not null)
      or (f.closed_at is null and f.remaining + o.taken <> f.total)
      or o.taken > f.total
    order by f.id`.execute(db)
  const { rows: late } = await sql<{ id: bigint }>`
    select o.id from otc_order o
    left join otc_late l on l.order_id = o.id
    cross join lateral (
      select coalesce(sum(amount), 0)::bigint as paid from transfer where reference = o.id and reason = 'otc-late'
    ) t
    where coalesce(o.placed_at >= (select min(created_at) from transfer), true)
      and (t.paid <> case when l.outcome = 'released' then o.amount else 0 end
        or (l.order_id is not null and o.outcome <> 'returned'))
    order by o.id`.execute(db)
  return [
    ...late.map(({ id }) => `what was paid late of order ${id} over the counter is not what its claim says`),
    ...orders.map(
      ({ id, status }) => `order ${id} over the counter is ${status} and the ledger says something else`,
    ),
    ...offers.map(({ id }) => `offer ${id} over the counter does not keep what it says`),
  ]
}

/** The newest orders that their ticks do not make, in words. */
export async function auditOtcResults(db: Db, newest: number): Promise<string[]> {
  const rows = await db.selectFrom('otc_order').selectAll().orderBy('id', 'desc').limit(newest).execute()
  const tape = await createTickReader(db)
  const wrong: string[] = []
  for (const row of rows) {
    const said = await errorOf(row, tape)
    if (said) wrong.push(`order ${row.id} over the counter: ${said}`)
  }
  return wrong
}

async function errorOf(row: OrderRow, tape: TickReader): Promise<string | undefined> {
  const { maker, seller, currency, fiat, amount, price, margin_bps, ticks } = row
  for (const { sequence, symbol, price: last } of ticks) {
    const there = await tape.at(sequence)
    if (there?.symbol !== symbol || there.price !== last || there.isHeld)
      return 'the tape has not the ticks that it names'
  }
  const side = maker === seller ? ('sell' as const) : ('buy' as const)
  const offer = { side, currency, fiat, margin_bps, price: margin_bps === null ? price : null }
  const isSame =
    offerPrice(offer, ticks) === price &&
    totalOf(currency, fiat, amount, price) === row.total &&
    otcValue(currency, amount, ticks) === row.value
  return isSame ? undefined : 'its ticks make other figures'
}
