import { allowed, type Decision, refused } from '../errors.ts'
import { formatPrice, formatQuantity, type Instrument, parsePrice } from '../market/instrument.ts'
import type { Price, Quantity } from '../money/amount.ts'
import { worstAtMarket } from './price-range.ts'
import { checkLimitPrice, isAtMarket, type OrderType, readQuantity, refusedSize, type Side } from './rules.ts'
import { checkTrigger, isReached, type Trigger } from './trigger.ts'

/** What an order that is not over is to be instead, as a customer writes it; what is left out stays. */
export interface AmendDraft {
  readonly limitPrice?: string | undefined
  /** A stop's, while it waits. */
  readonly triggerPrice?: string | undefined
  /** In base, with what has been filled of it. The orders of a pair have one quantity. */
  readonly quantity?: string | undefined
}

/** What an order is. */
export interface AmendedOrder {
  readonly side: Side
  readonly orderType: OrderType
  /** Beyond this it never fills. */
  readonly price: Price
  readonly quantity: Quantity
  readonly filled: Quantity
  /** What it waits for; undefined of an order in the book. */
  readonly trigger: Trigger | undefined
  /** Whether the other order of its pair may still trade. */
  readonly isOfPair: boolean
}

/** What an order becomes. */
export interface Amendment {
  readonly price: Price
  readonly quantity: Quantity
  readonly trigger: Trigger | undefined
  /**
   * Whether it stays where it stands in the queue: an order in the book in that of its price, if it does nothing but
   * shrink; a stop among those that wait for its trigger price, if it stays there and does not grow.
   */
  readonly keepsPriority: boolean
}

/**
 * Decides what an order becomes. The quantity is that of the whole order: what fills while the request is on its way
 * is part of it, so that an order never trades more than its customer last asked for. A stop waits for its new
 * trigger in the direction in which it waited.
 *
 * Refuses: TRIGGER_PRICE_NOT_TAKEN, MARKET_ORDER_HAS_PRICE; MARKET_CLOSED, unless the order only shrinks; PRICE_STALE
 * for another price before there is any; ORDER_NOT_AMENDABLE for another trigger once the last price has reached the
 * one there is; what `checkOrder` refuses of a price, a trigger or a quantity; OCO_SELL_PRICES and OCO_BUY_PRICES
 * where the limit order of a pair would come to the other side of the last price; QUANTITY_BELOW_FILLED where nothing
 * would be left.
 */
export function decideAmendment(
  instrument: Instrument,
  order: AmendedOrder,
  draft: AmendDraft,
  lastPrice: Price | undefined,
): Decision<Amendment> {
  const { orderType, trigger: waitsFor } = order
  if (draft.triggerPrice !== undefined && !waitsFor) return refused('TRIGGER_PRICE_NOT_TAKEN')
  if (draft.limitPrice !== undefined && isAtMarket(orderType)) return refused('MARKET_ORDER_HAS_PRICE')
  const sized =
    draft.quantity === undefined
      ? ({ ok: true, ...order } as const)
      : readQuantity(instrument, draft.quantity)
  if (!sized.ok) return sized
  const { quantity } = sized
  const triggered = readTrigger(instrument, waitsFor, draft.triggerPrice, lastPrice)
  const priced = triggered.ok ? readPrice(instrument, order, draft, triggered.trigger, lastPrice) : triggered
  const hasOldTrigger = triggered.ok && triggered.trigger?.price === waitsFor?.price
  const hasOldPrice = priced.ok && priced.limit === order.price
  const isNoLarger = quantity <= order.quantity
  if (instrument.status === 'halted' && !(hasOldTrigger && hasOldPrice && isNoLarger)) {
    return refused('MARKET_CLOSED', { symbol: instrument.label })
  }
  if (!triggered.ok) return triggered
  if (!priced.ok) return priced
  const { trigger } = triggered
  const price = priced.limit
  if (quantity <= order.filled) {
    return refused('QUANTITY_BELOW_FILLED', {
      filled: formatQuantity(instrument, order.filled),
      currency: instrument.base,
    })
  }
  const keepsPriority = isNoLarger && (waitsFor ? hasOldTrigger : hasOldPrice)
  return (
    refusedSize(instrument, quantity, trigger && isAtMarket(orderType) ? trigger.price : price) ??
    allowed({ price, quantity, trigger, keepsPriority })
  )
}

/** The trigger that is asked for. One that stays is not checked again. */
function readTrigger(
  instrument: Instrument,
  waitsFor: Trigger | undefined,
  text: string | undefined,
  lastPrice: Price | undefined,
): Decision<{ readonly trigger: Trigger | undefined }> {
  if (!waitsFor || text === undefined || parsePrice(instrument, text) === waitsFor.price)
    return allowed({ trigger: waitsFor })
  if (lastPrice === undefined) return refused('PRICE_STALE', { symbol: instrument.label })
  if (isReached(waitsFor, lastPrice)) return refused('ORDER_NOT_AMENDABLE')
  return checkTrigger(instrument, { triggerPrice: text, triggerDirection: waitsFor.direction }, lastPrice)
}

/**
 * The price that is asked for. One that stays is not checked again, the market has moved and not the order; that of a
 * stop is round its trigger, and is checked with it.
 */
function readPrice(
  instrument: Instrument,
  order: AmendedOrder,
  { limitPrice: text }: AmendDraft,
  trigger: Trigger | undefined,
  lastPrice: Price | undefined,
): Decision<{ readonly limit: Price }> {
  const { side, price } = order
  const hasOldTrigger = trigger?.price === order.trigger?.price
  const isPriceLeft = text === undefined || parsePrice(instrument, text) === price
  if (isPriceLeft && hasOldTrigger) return allowed({ limit: price })
  if (trigger && isAtMarket(order.orderType))
    return allowed({ limit: worstAtMarket(instrument, side, trigger.price) })
  const reference = trigger?.price ?? lastPrice
  if (reference === undefined) return refused('PRICE_STALE', { symbol: instrument.label })
  const checked = checkLimitPrice(instrument, side, text ?? formatPrice(instrument, price), reference)
  if (!checked.ok || trigger || !order.isOfPair) return checked
  const isOnItsSide = side === 'sell' ? checked.limit > reference : checked.limit < reference
  if (isOnItsSide) return checked
  return refused(side === 'sell' ? 'OCO_SELL_PRICES' : 'OCO_BUY_PRICES', {
    last: formatPrice(instrument, reference),
  })
}
