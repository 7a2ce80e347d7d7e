import type { Tick } from '../market/tick.ts'
import { isReached, type TriggerDirection } from '../spot/trigger.ts'
import { stepBack } from './links.ts'
import type { Receipt } from './receipt.ts'

/**
 * Which tick triggers a stop: the first of its instrument after its acceptance whose price reaches its trigger, and
 * that the tick filter did not hold. The engine and the customer's browser run this same code.
 */

/** What decides when a stop is triggered. */
export interface StopTerms {
  readonly symbol: string
  readonly tapeSize: number
  /** In ticks of the instrument. */
  readonly price: number
  readonly direction: TriggerDirection
}

/** Whether a tick is one that triggers a stop, if none before it has. */
export const isTriggeredBy = (terms: StopTerms, tick: Tick): boolean =>
  !tick.isHeld &&
  tick.symbol === terms.symbol &&
  tick.sequence > terms.tapeSize &&
  isReached(terms, tick.price)

/** A decimal as how many of another it is; undefined where that is not a whole number. */
export function multipleOf(value: string, unit: string): number | undefined {
  const read = (text: string) => /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text)
  const [one, other] = [read(value), read(unit)]
  if (!one || !other) return undefined
  const decimals = Math.max(one[2]?.length ?? 0, other[2]?.length ?? 0)
  const scaled = ([, whole, part = '']: string[]) => BigInt(whole + part.padEnd(decimals, '0'))
  const [units, size] = [scaled(one as unknown as string[]), scaled(other as unknown as string[])]
  return size > 0n && units % size === 0n ? Number(units / size) : undefined
}

/** A number of ticks as a decimal price. */
export function priceOf(ticks: number, tickSize: string): string {
  const [whole = '', part = ''] = tickSize.split('.')
  const digits = String(BigInt(ticks) * BigInt(whole + part)).padStart(part.length + 1, '0')
  const at = digits.length - part.length
  return part === '' ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
}

/** Whether two decimals are one number, with or without zeros at their ends. */
export const isSameDecimal = (one: string, other: string): boolean =>
  withoutZeros(one) === withoutZeros(other)
const withoutZeros = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal

/** What a receipt says of when its order is triggered; undefined where it is not of a stop. */
export function stopTermsOf({ symbol, tapeSize, terms }: Receipt): StopTerms | undefined {
  const direction = terms['trigger-direction']
  const price = multipleOf(terms['trigger-price'] ?? '', terms['tick-size'] ?? '')
  if (price === undefined || (direction !== 'rises' && direction !== 'falls')) return undefined
  return { symbol, tapeSize, price, direction }
}

/** What a way back to a stop's acceptance shows, and where it is wrong. */
export type WayBack =
  | {
      readonly ok: true
      /** Between which prices the ticks before the deciding one were; undefined where there was none. */
      readonly passed: { readonly low: number; readonly high: number } | undefined
    }
  | { readonly ok: false; readonly error: 'NOT_TRIGGERED' | 'TICK_MISSING' | 'TRIGGERED_EARLIER' }

/**
 * Whether the first of these ticks is the one that triggers a stop, going back from it by the ticks' links.
 *
 * `ticks`: the deciding one, then each that a step back leads to, as far as the order's acceptance.
 * Refuses: (as an error) a tick that does not trigger, a way with a tick left out or of another instrument, and one
 * that passes a price at which the stop was triggered before.
 */
export function settleStop(terms: StopTerms, ticks: readonly Tick[]): WayBack {
  const [deciding] = ticks
  if (!deciding || !isTriggeredBy(terms, deciding)) return { ok: false, error: 'NOT_TRIGGERED' }
  let passed: { low: number; high: number } | undefined
  let expected = deciding.sequence
  for (const [n, tick] of ticks.entries()) {
    if (tick.sequence !== expected || tick.symbol !== terms.symbol)
      return { ok: false, error: 'TICK_MISSING' }
    const step = stepBack(tick, terms.tapeSize, n === 0)
    if (!step || step.to >= tick.sequence) return { ok: false, error: 'TICK_MISSING' }
    if (n > 0) {
      if ([step.low, step.high].some((price) => isReached(terms, price)))
        return { ok: false, error: 'TRIGGERED_EARLIER' }
      passed = {
        low: Math.min(step.low, passed?.low ?? step.low),
        high: Math.max(step.high, passed?.high ?? step.high),
      }
    }
    expected = step.to
    if (expected <= terms.tapeSize)
      return n === ticks.length - 1 ? { ok: true, passed } : { ok: false, error: 'TICK_MISSING' }
  }
  return { ok: false, error: 'TICK_MISSING' }
}
