import { allowed, type Decision, refused } from '../errors.ts'
import { formatPrice, type Instrument, parsePrice } from '../market/instrument.ts'
import type { Price } from '../money/amount.ts'
import { isWithin, nearestMultiple, restingRange, shownRange } from './price-range.ts'
import type { OrderDraft } from './rules.ts'

/** What a stop waits for. */

/** Which way the last price goes to a trigger price. */
export const triggerDirections = ['rises', 'falls'] as const
export type TriggerDirection = (typeof triggerDirections)[number]

/** What a stop waits for: the last price at this price or beyond it. */
export interface Trigger {
  readonly price: Price
  readonly direction: TriggerDirection
}

/** Whether a last price is one that a stop waits for. Units: both in ticks. */
export const isReached = (
  {
    price: triggerPrice,
    direction,
  }: { readonly price: bigint | number; readonly direction: TriggerDirection },
  lastPrice: bigint | number,
): boolean => (direction === 'rises' ? lastPrice >= triggerPrice : lastPrice <= triggerPrice)

/**
 * Reads a trigger price. The direction follows from the last price: a trigger above it waits for a rise, one below
 * for a fall.
 *
 * Refuses: TRIGGER_PRICE_INVALID, TRIGGER_PRICE_OFF_TICK; TRIGGER_PRICE_REACHED where the last price is there
 * already, or has passed it since the customer saw it; TRIGGER_PRICE_OUT_OF_RANGE beyond the resting band.
 */
export function checkTrigger(
  instrument: Instrument,
  { triggerPrice, triggerDirection }: Pick<OrderDraft, 'triggerPrice' | 'triggerDirection'>,
  lastPrice: Price,
): Decision<{ readonly trigger: Trigger }> {
  const trigger = parsePrice(instrument, triggerPrice ?? '')
  if (trigger === undefined) {
    const nearest = nearestMultiple(triggerPrice ?? '', instrument.tickSize)
    if (nearest === undefined) return refused('TRIGGER_PRICE_INVALID')
    return refused('TRIGGER_PRICE_OFF_TICK', { tick: instrument.tickSize, nearest })
  }
  const direction = trigger > lastPrice ? 'rises' : 'falls'
  if (trigger === lastPrice || (triggerDirection !== undefined && triggerDirection !== direction)) {
    return refused('TRIGGER_PRICE_REACHED', { last: formatPrice(instrument, lastPrice) })
  }
  const range = restingRange(instrument, lastPrice)
  if (!isWithin(trigger, range)) return refused('TRIGGER_PRICE_OUT_OF_RANGE', shownRange(instrument, range))
  return allowed({ trigger: { price: trigger, direction } })
}
