import { allowed, type Decision, refused } from '../errors.ts'
import { formatPrice, type Instrument, notionalOf } from '../market/instrument.ts'
import { type Price, price, type Quantity, type Units, units } from '../money/amount.ts'
import { type CheckedOrder, checkOrder, type Side } from './rules.ts'

/** A pair of orders as a customer writes it, of which one cancels the other: decimal strings. */
export interface OcoDraft {
  readonly side: Side
  /** In base, of either. */
  readonly quantity: string
  /** Of the one that rests. */
  readonly limitPrice: string
  readonly triggerPrice: string
  /** Of the stop once it is triggered; without it, it fills at the market. */
  readonly stopLimitPrice?: string | undefined
}

/**
 * Checks a pair: a limit order on one side of the last price and a stop on the other.
 *
 * Refuses: what `checkOrder` refuses of either; OCO_SELL_PRICES and OCO_BUY_PRICES where the two are not on either
 * side of the last price, the limit where it waits for a better price.
 */
export function checkOco(
  instrument: Instrument,
  { side, quantity, limitPrice, triggerPrice, stopLimitPrice }: OcoDraft,
  lastPrice: Price,
): Decision<{ readonly limit: CheckedOrder; readonly stop: CheckedOrder }> {
  const common = { side, quantity, timeInForce: 'gtc', postOnly: false } as const
  const limit = checkOrder(instrument, { ...common, orderType: 'limit', limitPrice }, lastPrice)
  if (!limit.ok) return limit
  const orderType = stopLimitPrice === undefined ? 'stop-market' : 'stop-limit'
  const stopDraft = { ...common, orderType, limitPrice: stopLimitPrice, triggerPrice } as const
  const stop = checkOrder(instrument, stopDraft, lastPrice)
  if (!stop.ok) return stop
  const isRight =
    side === 'sell'
      ? limit.order.limitPrice! > lastPrice && stop.order.trigger!.direction === 'falls'
      : limit.order.limitPrice! < lastPrice && stop.order.trigger!.direction === 'rises'
  if (!isRight) {
    return refused(side === 'sell' ? 'OCO_SELL_PRICES' : 'OCO_BUY_PRICES', {
      last: formatPrice(instrument, lastPrice),
    })
  }
  return allowed({ limit: limit.order, stop: stop.order })
}

/**
 * What the stop of a pair sets aside beside its limit order: only one of them will trade, so that one hold, as large
 * as the larger of the two needs, is enough.
 *
 * Units:  of the currency paid.
 * Rounds: never.
 */
export function holdBesideLimit(
  instrument: Instrument,
  side: Side,
  stopPrice: Price,
  limitPrice: Price,
  size: Quantity,
): Units {
  const more = stopPrice - limitPrice
  return side === 'buy' && more > 0n ? notionalOf(instrument, price(more), size) : units(0n)
}
