import { sql } from 'kysely'
import type { CustomerId, OrderId } from '#domain/ids.ts'
import { pairText } from '#domain/market/instrument.ts'
import { instruments } from '#domain/market/instruments.ts'
import { FIRST_CUSTOMER } from '#server/core/ledger/accounts.ts'
import type { NewNotice, NoticeSource } from '#server/core/notices/notices.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { SpotOrder } from './order.ts'
import { ordersById, triggeredAfter } from './order-store.ts'
import { orderView } from './views.ts'

/**
 * Customers are told when their orders fill. The trades are followed after they are committed: the engine writes
 * nothing for it, and no order waits.
 */
export const spotFills: NoticeSource = {
  name: 'spot',
  async follow(tx, positions, limit) {
    const symbols = instruments
      .filter(({ products }) => products.includes('spot'))
      .map(({ symbol }) => symbol)
    const { rows } = await sql<{
      symbol: string
      id: bigint
      maker: OrderId
      maker_customer: CustomerId
      taker: OrderId
      taker_customer: CustomerId
    }>`
      select t.* from unnest(${textArrayLiteral(symbols, (symbol) => symbol)}::text[],
        ${arrayLiteral(symbols, (symbol) => positions.get(symbol) ?? 0n)}::bigint[]) s (symbol, position)
      cross join lateral (
        select symbol, id, maker_order as maker, maker_customer_id as maker_customer, taker_order as taker,
          taker_customer_id as taker_customer
        from spot_trade where symbol = s.symbol and id > s.position order by id limit ${limit}) t`.execute(tx)
    const orders = new Set<OrderId>()
    for (const { maker, maker_customer, taker, taker_customer } of rows) {
      if (maker_customer >= FIRST_CUSTOMER) orders.add(maker)
      if (taker_customer >= FIRST_CUSTOMER) orders.add(taker)
    }
    return {
      notices: [...(await ordersById(tx, [...orders])).values()].map(fillNotice),
      positions: new Map(rows.map(({ symbol, id }) => [symbol, id])),
    }
  },
}

/**
 * Customers are told when a stop is triggered and does not fill at once. A stop gets the number of its place in the
 * queue when its tick comes, after all that were triggered before it.
 */
export const triggeredStops: NoticeSource = {
  name: 'spot-stop',
  async follow(tx, positions, limit) {
    const stops = await triggeredAfter(tx, positions.get(STOPS) ?? 0n, limit)
    return {
      notices: stops.flatMap(stopNotice),
      positions: new Map(stops.map(({ priority }) => [STOPS, priority!])),
    }
  },
}
const STOPS = 'triggered'

/** Nothing of a stop that filled, in part or all, which its fills tell, nor of one that its customer canceled. */
function stopNotice(order: SpotOrder): NewNotice[] {
  if (order.customer < FIRST_CUSTOMER || order.filled > 0 || order.reason === 'user') return []
  const { id, symbol, base, quantity, limitPrice, triggerPrice } = orderView(order)
  const { reason } = order
  const ended = reason === 'price-band' || reason === 'no-liquidity' ? reason : ('ended' as const)
  return [
    {
      customer: order.customer,
      kind: 'spot-stop',
      subject: id,
      params: {
        variant: order.status === 'open' ? 'rests' : ended,
        symbol: pairText(symbol),
        quantity,
        base,
        price: limitPrice,
        trigger: triggerPrice ?? '0',
      },
    },
  ]
}

/** What is told of an order that filled, in part or all. */
function fillNotice(order: SpotOrder): NewNotice {
  const { id, symbol, base, side, filled, averagePrice, fee, feeCurrency } = orderView(order)
  const isAll = order.status === 'filled'
  return {
    customer: order.customer,
    kind: 'spot-fill',
    subject: id,
    params: {
      variant: isAll ? side : `${side}-part`,
      symbol: pairText(symbol),
      percent: String(Math.floor((order.filled * 100) / order.quantity)),
      quantity: filled,
      base,
      price: averagePrice ?? '0',
      fee,
      feeCurrency,
    },
    version: BigInt(order.filled),
    isFinal: order.status !== 'open',
  }
}
