import { sql } from 'kysely'
import type { OptionId } from '#domain/ids.ts'
import { createSettlement, type OptionResult, type Settlement } from '#domain/option/rules.ts'
import { newestSegments, ticksAfter } from '#server/markets/tape/store.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type OptionOrder, storedResult } from './order.ts'
import { type OptionRealm, realOptions } from './realm.ts'
import { optionsById } from './store.ts'

/**
 * What differs between the orders and the ledger, in words. Empty when consistent: the stakes of a customer's open orders
 * are held in their options wallet, the winnings of all of them in escrow, every order without a result is open, and
 * losses in a row are counted from each result to the customer's next.
 */
export const auditOptions = (db: Db | Tx): Promise<string[]> => auditOptionRealm(db, realOptions)

/** The same of one realm. */
export async function auditOptionRealm(db: Db | Tx, realm: OptionRealm): Promise<string[]> {
  const [orders, results, open] = [realm.orders, realm.results, realm.open].map((name) => sql.table(name))
  const { rows: stakes } = await sql<{ customer: bigint; staked: bigint; needed: bigint }>`
    select coalesce(a.customer, o.customer) as customer, coalesce(a.balance, 0)::bigint as staked,
      coalesce(o.stake, 0)::bigint as needed
    from (select account_owner(id) as customer, balance from account
        where account_kind(id) = ${realm.stakeKind} and account_is_held(id) and balance <> 0) a
    full join (select o.customer_id as customer, sum(o.stake) as stake
        from ${open} p join ${orders} o on o.id = p.order_id group by o.customer_id) o
      on o.customer = a.customer
    where coalesce(a.balance, 0) <> coalesce(o.stake, 0)`.execute(db)
  const { rows: totals } = await sql<{
    escrow: bigint
    needed: bigint
    unlisted: bigint
    miscounted: bigint
  }>`
    select coalesce((select balance from account where id = ${realm.escrow()}), 0)::bigint as escrow,
      coalesce((select sum(o.winnings) from ${open} p join ${orders} o on o.id = p.order_id), 0)::bigint as needed,
      (select count(*) from (
        select outcome, losses, paused_until, settled_at, lag(losses, 1, 0) over own as before,
          lag(paused_until) over own as paused_before from ${results}
        window own as (partition by customer_id order by id)) r
        where not case outcome when 'won' then losses = 0 and paused_until is not distinct from paused_before
          when 'lost' then losses = before + 1 and paused_until is not distinct from paused_before
            or losses = 0 and paused_until > settled_at
          else losses = before and paused_until is not distinct from paused_before end) as miscounted,
      (select count(*) from ${orders} o left join ${results} r on r.order_id = o.id
        left join ${open} p on p.order_id = o.id
        where (r.order_id is null) <> (p.order_id is not null)) as unlisted`.execute(db)
  const { escrow: held, needed, unlisted, miscounted } = totals[0]!
  return [
    ...stakes.map(
      ({ customer, staked, needed }) =>
        `customer ${customer} has ${staked} held, their open orders need ${needed}`,
    ),
    ...(held === needed ? [] : [`${held} are in escrow, the open orders need ${needed}`]),
    ...(unlisted === 0n ? [] : [`${unlisted} orders are neither open nor have a result, or both`]),
    ...(miscounted === 0n
      ? []
      : [`${miscounted} results do not follow the one before them in losses in a row`]),
  ]
}

const A_PAGE = 5_000

/**
 * The results that are not those of the tape, in words. Empty when all are. Reads the newest orders, or all of them, a page
 * at a time, and of the tape what may decide those of the page: for tests and full audits.
 */
export async function auditResults(db: Db, newest = 1_000_000): Promise<string[]> {
  const wrong: string[] = []
  let before = (1n << 63n) - 1n
  for (let left = newest; left > 0; left -= A_PAGE) {
    const { rows } = await sql<{ order_id: OptionId }>`
      select order_id from option_result where order_id < ${before} order by order_id desc
      limit ${Math.min(left, A_PAGE)}`.execute(db)
    if (rows.length === 0) return wrong
    const ids = rows.map(({ order_id }) => order_id)
    before = ids.at(-1)!
    const orders = [...(await optionsById(db, ids)).values()]
    const byTape = await resultsByTape(
      db,
      orders.map(({ order }) => order),
    )
    for (const { order, result } of orders) {
      const said = byTape.get(order.id)
      const expected = said && JSON.stringify(storedResult(order, said, result!.settledAtMs))
      const found = JSON.stringify(result)
      if (expected !== found)
        wrong.push(`order ${order.id}: ${found}, the tape says ${expected ?? 'nothing yet'}`)
    }
  }
  return wrong
}

/** What the tape makes of some orders: read from the first to the last that it decides, and nothing of it kept. */
async function resultsByTape(
  db: Db,
  orders: readonly OptionOrder[],
): Promise<ReadonlyMap<OptionId, OptionResult>> {
  const results = new Map<OptionId, OptionResult>()
  // Before the ticks: whatever it says the tape had reached is among those that are read then.
  const [end] = await newestSegments(db, 1)
  const waiting = orders.toSorted((one, other) => one.acceptedSequence - other.acceptedSequence)
  const open = new Map<OptionId, Settlement>()
  const settle = (reachedMs: number) => {
    for (const [id, settlement] of open) {
      const result = settlement.at(reachedMs)
      if (!result) continue
      results.set(id, result)
      open.delete(id)
    }
  }
  let next = 0
  for await (const page of ticksAfter(db, waiting[0]!.acceptedSequence)) {
    for (const tick of page) {
      for (; waiting[next] && waiting[next]!.acceptedSequence < tick.sequence; next++)
        open.set(waiting[next]!.id, createSettlement(waiting[next]!))
      for (const settlement of open.values()) settlement.add(tick)
      settle(tick.atMs)
    }
    if (results.size === orders.length) return results
  }
  for (const order of waiting.slice(next)) open.set(order.id, createSettlement(order))
  settle(end?.checkpoint.atMs ?? 0)
  return results
}
