import { sql } from 'kysely'
import type { OptionId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import { settleOption } from '#domain/option/rules.ts'
import { newestSegments, ticksAfter } from '#server/markets/tape/store.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { escrow, optionAccounts } from './accounts.ts'
import { storedResult } from './order.ts'
import { optionsById } from './store.ts'

/**
 * What differs between the orders and the ledger, in words. Empty when consistent: the stakes of a customer's open orders
 * are held in their options wallet, the winnings of all of them in escrow, every order without a result is open, and
 * losses in a row are counted from each result to the customer's next.
 */
export async function auditOptions(db: Db | Tx): Promise<string[]> {
  const { rows: stakes } = await sql<{ customer: bigint; staked: bigint; needed: bigint }>`
    select coalesce(a.customer, o.customer) as customer, coalesce(a.balance, 0)::bigint as staked,
      coalesce(o.stake, 0)::bigint as needed
    from (select account_owner(id) as customer, balance from account
        where account_kind(id) = ${optionAccounts.options.number} and account_is_held(id) and balance <> 0) a
    full join (select o.customer_id as customer, sum(o.stake) as stake
        from option_open p join option_order o on o.id = p.order_id group by o.customer_id) o
      on o.customer = a.customer
    where coalesce(a.balance, 0) <> coalesce(o.stake, 0)`.execute(db)
  const { rows: totals } = await sql<{
    escrow: bigint
    needed: bigint
    unlisted: bigint
    miscounted: bigint
  }>`
    select coalesce((select balance from account where id = ${escrow()}), 0)::bigint as escrow,
      coalesce((select sum(o.winnings) from option_open p join option_order o on o.id = p.order_id), 0)::bigint as needed,
      (select count(*) from (
        select outcome, losses, paused_until, settled_at, lag(losses, 1, 0) over own as before,
          lag(paused_until) over own as paused_before from option_result
        window own as (partition by customer_id order by id)) r
        where not case outcome when 'won' then losses = 0 and paused_until is not distinct from paused_before
          when 'lost' then losses = before + 1 and paused_until is not distinct from paused_before
            or losses = 0 and paused_until > settled_at
          else losses = before and paused_until is not distinct from paused_before end) as miscounted,
      (select count(*) from option_order o left join option_result r on r.order_id = o.id
        left join option_open p on p.order_id = o.id
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

/**
 * The results that are not those of the tape, in words. Empty when all are. Reads the newest orders, or all of them, and the
 * tape from the first of them on: for tests and full audits.
 */
export async function auditResults(db: Db, newest = 1_000_000): Promise<string[]> {
  const { rows } = await sql<{ order_id: OptionId }>`
    select order_id from option_result order by order_id desc limit ${newest}`.execute(db)
  const orders = [
    ...(
      await optionsById(
        db,
        rows.map(({ order_id }) => order_id),
      )
    ).values(),
  ]
  if (orders.length === 0) return []
  // Before the ticks: whatever it says the tape had reached is among those that are read then.
  const [end] = await newestSegments(db, 1)
  const ticks: Tick[] = []
  for await (const page of ticksAfter(db, Math.min(...orders.map(({ order }) => order.acceptedSequence)))) {
    ticks.push(...page)
  }
  const bySymbol = Map.groupBy(ticks, ({ symbol }) => symbol)
  const throughMs = end?.checkpoint.atMs ?? 0
  return orders.flatMap(({ order, result }) => {
    const byTape = settleOption(order, bySymbol.get(order.symbol) ?? [], throughMs)
    const expected = byTape && JSON.stringify(storedResult(order, byTape, result!.settledAtMs))
    const found = JSON.stringify(result)
    return expected === found
      ? []
      : [`order ${order.id}: ${found}, the tape says ${expected ?? 'nothing yet'}`]
  })
}
