import type { TradeId } from '#domain/ids.ts'
import { formatPrice, formatQuantity, type Instrument, notionalOf } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { type DecimalString, formatDecimal, price, quantity, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import type { BookStep, Depth } from '#domain/spot/book-rows.ts'
import type {
  AmendmentView,
  DepthView,
  FillView,
  LevelView,
  OrderDetail,
  OrderView,
  TradeView,
} from '#domain/spot/contract.ts'
import { averagePrice, payCurrency, receiveCurrency, type Side } from '#domain/spot/rules.ts'
import type { BookDepth } from './books.ts'
import { heldFor, keptFor, type SpotOrder } from './order.ts'
import type { SpotAmendmentRow, SpotTradeRow } from './store.ts'

/** How spot's integers are shown on the wire. */

/** An order as its owner sees it. */
export function orderView(order: SpotOrder): OrderView {
  const instrument = findInstrument(order.symbol)!
  const { base, quote } = instrument
  const pays = payCurrency(instrument, order.side)
  const receives = receiveCurrency(instrument, order.side)
  return {
    id: String(order.id),
    symbol: order.symbol,
    base,
    quote,
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    limitPrice: formatPrice(instrument, order.price),
    triggerPrice: order.triggerPrice === null ? null : formatPrice(instrument, order.triggerPrice),
    triggerDirection: order.triggerDirection,
    triggerSequence: order.triggerSequence,
    triggeredAtPrice:
      order.triggeredAtPrice === null ? null : formatPrice(instrument, order.triggeredAtPrice),
    siblingId: order.sibling === null ? null : String(order.sibling),
    takeProfit: order.takeProfit === null ? null : formatPrice(instrument, order.takeProfit),
    stopLoss: order.stopLoss === null ? null : formatPrice(instrument, order.stopLoss),
    attachedTo: order.attachedTo === null ? null : String(order.attachedTo),
    kept: amount(keptFor(instrument, order), base),
    quantity: formatQuantity(instrument, order.quantity),
    filled: formatQuantity(instrument, order.filled),
    remaining: formatQuantity(instrument, order.quantity - order.filled),
    averagePrice:
      order.filled === 0
        ? null
        : averagePrice(instrument, units(order.notional), quantity(BigInt(order.filled))),
    notional: amount(order.notional, quote),
    fee: amount(order.fee, receives),
    feeCurrency: receives,
    makerFeeBps: order.makerFeeBps,
    takerFeeBps: order.takerFeeBps,
    held: amount(heldFor(instrument, order), pays),
    heldCurrency: pays,
    status: order.status,
    reason: order.reason,
    tapeSequence: order.tapeSequence,
    createdAtMs: order.createdAtMs,
    updatedAtMs: order.updatedAtMs,
  }
}

/** A trade as one of its two sides sees it. */
export function fillView(order: SpotOrder, trade: SpotTradeRow): FillView {
  const instrument = findInstrument(order.symbol)!
  const isMaker = trade.maker_order === order.id
  const receives = receiveCurrency(instrument, order.side)
  return {
    id: String(trade.id),
    price: formatPrice(instrument, Number(trade.price)),
    quantity: formatQuantity(instrument, Number(trade.quantity)),
    notional: amount(notionalOf(instrument, price(trade.price), quantity(trade.quantity)), instrument.quote),
    fee: amount(isMaker ? trade.maker_fee : trade.taker_fee, receives),
    feeCurrency: receives,
    liquidity: isMaker ? 'maker' : 'taker',
    atMs: trade.created_at,
  }
}

/** How an order was changed, as its owner sees it. */
function amendmentView(order: SpotOrder, row: SpotAmendmentRow): AmendmentView {
  const instrument = findInstrument(order.symbol)!
  return {
    limitPrice: formatPrice(instrument, Number(row.price)),
    quantity: formatQuantity(instrument, Number(row.quantity)),
    previousLimitPrice: formatPrice(instrument, Number(row.previous_price)),
    previousQuantity: formatQuantity(instrument, Number(row.previous_quantity)),
    triggerPrice: row.trigger_price === null ? null : formatPrice(instrument, Number(row.trigger_price)),
    previousTriggerPrice:
      row.previous_trigger_price === null
        ? null
        : formatPrice(instrument, Number(row.previous_trigger_price)),
    keepsPriority: row.keeps_priority,
    atMs: row.created_at,
  }
}

/** An order with its trades and amendments, each as the order's owner sees it. */
export const detailView = ({
  order,
  trades,
  hasMoreFills,
  amendments,
  receipt,
  attached,
}: {
  order: SpotOrder
  trades: readonly SpotTradeRow[]
  hasMoreFills: boolean
  amendments: readonly SpotAmendmentRow[]
  receipt: string | null
  attached: readonly SpotOrder[]
}): OrderDetail => ({
  order: orderView(order),
  fills: trades.map((trade) => fillView(order, trade)),
  hasMoreFills,
  amendments: amendments.map((row) => amendmentView(order, row)),
  receipt,
  attached: attached.map(orderView),
})

/** A book as the public sees it. */
export const depthView = (
  instrument: Instrument,
  depth: BookDepth,
  limit: number,
  step: BookStep = 1,
): DepthView => ({
  symbol: instrument.symbol,
  step,
  bids: depth.bids.slice(0, limit).map((level) => levelView(instrument, level)),
  asks: depth.asks.slice(0, limit).map((level) => levelView(instrument, level)),
  sequence: depth.sequence,
  atMs: depth.atMs,
})

const levelView = (instrument: Instrument, level: Depth): LevelView => ({
  price: formatPrice(instrument, level.price),
  quantity: formatQuantity(instrument, level.quantity),
  orders: level.orders,
})

/** A trade as the public sees it. */
export const tradeView = (
  instrument: Instrument,
  trade: { id: TradeId; price: number | bigint; quantity: number | bigint },
  side: Side,
  atMs: number,
): TradeView => ({
  id: String(trade.id),
  price: formatPrice(instrument, Number(trade.price)),
  quantity: formatQuantity(instrument, Number(trade.quantity)),
  side,
  atMs,
})

const amount = (value: bigint, currency: string): DecimalString =>
  formatDecimal(value, findCurrency(currency)!.decimals)
