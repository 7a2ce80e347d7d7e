import { sql } from 'kysely'
import type { OptionId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import { settleOption } from '#domain/option/rules.ts'
import { ticksAfter } from '#server/markets/tape/store.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { escrow, optionAccounts } from './accounts.ts'
import { storedResult } from './order.ts'
import { optionsById } from './store.ts'

/**
 * What differs between the orders and the ledger, in words. Empty when consistent: the stakes of a customer's open orders
 * are held in their options wallet, the winnings of all of them in escrow, and every order without a result is open.
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
  const { rows: totals } = await sql<{ escrow: bigint; needed: bigint; unlisted: bigint }>`
    select coalesce((select balance from account where id = ${escrow()}), 0)::bigint as escrow,
      coalesce((select sum(o.winnings) from option_open p join option_order o on o.id = p.order_id), 0)::bigint as needed,
      (select count(*) from option_order o left join option_result r on r.order_id = o.id
        left join option_open p on p.order_id = o.id
        where (r.order_id is null) <> (p.order_id is not null)) as unlisted`.execute(db)
  const { escrow: held, needed, unlisted } = totals[0]!
  return [
    ...stakes.map(
      ({ customer, staked, needed }) =>
        `customer ${customer} has ${staked} held, their open orders need ${needed}`,
    ),
    ...(held === needed ? [] : [`${held} are in escrow, the open orders need ${needed}`]),
    ...(unlisted === 0n ? [] : [`${unlisted} orders are neither open nor have a result, or both`]),
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
  const ticks: Tick[] = []
  for await (const page of ticksAfter(db, Math.min(...orders.map(({ order }) => order.acceptedSequence)))) {
    ticks.push(...page)
  }
  const bySymbol = Map.groupBy(ticks, ({ symbol }) => symbol)
  const throughMs = ticks.at(-1)?.atMs ?? 0
  return orders.flatMap(({ order, result }) => {
    const byTape = settleOption(order, bySymbol.get(order.symbol) ?? [], throughMs)
    const expected = byTape && JSON.stringify(storedResult(order, byTape, result!.settledAtMs))
    const found = JSON.stringify(result)
    return expected === found
      ? []
      : [`order ${order.id}: ${found}, the tape says ${expected ?? 'nothing yet'}`]
  })
}
