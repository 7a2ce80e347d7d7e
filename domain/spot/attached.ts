import { allowed, type Decision, type Refused, refused } from '../errors.ts'
import { baseAmountOf, formatPrice, type Instrument, unitsPerStep } from '../market/instrument.ts'
import { type Price, type Quantity, quantity, type Units, units } from '../money/amount.ts'
import { checkLimitPrice, type OrderType, type Side } from './rules.ts'
import { checkTrigger } from './trigger.ts'

/**
 * Take profit and stop loss of a buy: once it is over, what it bought is for sale at the one and, when the price falls, at
 * the other. A sale leaves nothing to protect and has none.
 */

/** As a customer writes them: decimal strings. */
export interface AttachedDraft {
  /** The limit of the sale with a profit. */
  readonly takeProfit?: string | undefined
  /** The last price at which it is sold at the market. */
  readonly stopLoss?: string | undefined
}

/** Both that keep every rule; undefined where there is none. */
export interface Attached {
  readonly takeProfit?: Price | undefined
  readonly stopLoss?: Price | undefined
}

/** What they are attached to. */
export interface AttachedOrder extends AttachedDraft {
  readonly side: Side
  readonly orderType: OrderType
}

/**
 * Checks take profit and stop loss against the price at which the order is expected to buy: its limit, or the last price
 * where that is lower.
 *
 * Refuses: ATTACHED_NOT_TAKEN for a sale and a stop; what a limit price and a trigger price are refused for;
 * TAKE_PROFIT_BUY, STOP_LOSS_BUY on the wrong side of that price.
 */
export function checkAttached(
  instrument: Instrument,
  { side, orderType, takeProfit, stopLoss }: AttachedOrder,
  limit: Price | undefined,
  lastPrice: Price,
): Decision<{ readonly attached: Attached }> {
  if (takeProfit === undefined && stopLoss === undefined) return allowed({ attached: {} })
  if (side !== 'buy' || (orderType !== 'limit' && orderType !== 'market'))
    return refused('ATTACHED_NOT_TAKEN')
  const expected = expectedPrice(limit, lastPrice)
  const profit =
    takeProfit === undefined ? undefined : checkLimitPrice(instrument, 'sell', takeProfit, expected)
  if (profit?.ok === false) return profit
  const loss =
    stopLoss === undefined ? undefined : checkTrigger(instrument, { triggerPrice: stopLoss }, expected)
  const isAtPrice = loss?.ok === false && loss.code === 'TRIGGER_PRICE_REACHED'
  if (loss?.ok === false && !isAtPrice) return loss
  const attached = { takeProfit: profit?.limit, stopLoss: loss?.ok ? loss.trigger.price : undefined }
  if (isAtPrice) return refused('STOP_LOSS_BUY', { price: formatPrice(instrument, expected) })
  return refusedAttached(instrument, attached, expected) ?? allowed({ attached })
}

/** The price at which a buy is expected to be filled: its limit, or the last price where that is lower. */
export const expectedPrice = (limit: Price | undefined, lastPrice: Price): Price =>
  limit !== undefined && limit < lastPrice ? limit : lastPrice

/** Why take profit or stop loss is on the wrong side of the price at which the order is expected to buy. */
export function refusedAttached(
  instrument: Instrument,
  { takeProfit, stopLoss }: Attached,
  expected: Price,
): Refused | undefined {
  const params = { price: formatPrice(instrument, expected) }
  if (takeProfit !== undefined && takeProfit <= expected) return refused('TAKE_PROFIT_BUY', params)
  if (stopLoss !== undefined && stopLoss >= expected) return refused('STOP_LOSS_BUY', params)
  return undefined
}

/**
 * What arrived of a buy so far, after its fees: kept for its take profit and stop loss until it is over.
 *
 * Units: of base.
 */
export const boughtOf = (instrument: Instrument, filled: Quantity, fee: bigint): Units =>
  units(baseAmountOf(instrument, filled) - fee)

/**
 * What of it take profit and stop loss sell, however little it is: it can be sold in no other way.
 *
 * Rounds: down to a step; the rest is the customer's at once.
 */
export const attachedQuantity = (instrument: Instrument, bought: Units): Quantity =>
  quantity(bought / unitsPerStep(instrument))
