import { allowed, type Decision, refused } from '../errors.ts'
import { formatPrice, type Instrument, parsePrice, type TickCount } from '../market/instrument.ts'
import { formatDecimal, parseDecimal } from '../money/amount.ts'

/** Price alerts: told once, when a price is at or beyond a limit. */

export const alertConditions = ['above', 'below', 'move'] as const
export type AlertCondition = (typeof alertConditions)[number]

/** Alerts that one customer may have waiting. */
export const MAX_ALERTS = 50

/** Hundredths of a percent. */
const WHOLE = 10_000
const [MIN_MOVE, MAX_MOVE] = [10, 9_000]

/** What an alert waits for, in ticks of its instrument; a move waits on both sides. */
export interface AlertLimits {
  readonly upper: TickCount | null
  readonly lower: TickCount | null
}

export interface AlertDraft {
  readonly condition: AlertCondition
  /** For `above` and `below`. */
  readonly price?: string | undefined
  /** For `move`: percent of the price now, with up to two decimals. */
  readonly percent?: string | undefined
}

/**
 * Decides what a new alert waits for.
 *
 * Rounds: a move outwards to the next tick, so that it is never told too early.
 * Refuses: PRICE_INVALID, PERCENT_INVALID, ALERT_REACHED where the price is there already.
 */
export function decideAlert(
  instrument: Instrument,
  { condition, price: typed = '', percent = '' }: AlertDraft,
  now: TickCount,
): Decision<AlertLimits> {
  // What the condition does not use would be a wish that is not heard.
  if (condition === 'move' ? typed !== '' : percent !== '')
    return condition === 'move' ? refused('PRICE_INVALID') : refused('PERCENT_INVALID', moveBounds)
  if (condition === 'move') {
    const share = readPercent(percent)
    if (share === undefined) return refused('PERCENT_INVALID', moveBounds)
    const [upper, lower] = [ticksAt(now, WHOLE + share, 'up'), ticksAt(now, WHOLE - share, 'down')]
    return allowed({ upper, lower: Math.max(1, lower) })
  }
  const price = parsePrice(instrument, typed)
  if (price === undefined || price <= 0n || price > Number.MAX_SAFE_INTEGER) return refused('PRICE_INVALID')
  const limit = Number(price)
  const isThere = condition === 'above' ? now >= limit : now <= limit
  if (isThere) return refused('ALERT_REACHED', { price: formatPrice(instrument, now) })
  return allowed(condition === 'above' ? { upper: limit, lower: null } : { upper: null, lower: limit })
}

/** Which side of an alert a price is at or beyond; undefined while it is between. */
export function sideReached({ upper, lower }: AlertLimits, price: TickCount): 'upper' | 'lower' | undefined {
  if (upper !== null && price >= upper) return 'upper'
  return lower !== null && price <= lower ? 'lower' : undefined
}

/** Percent as it is typed, in hundredths; undefined where it is none that can be waited for. */
function readPercent(typed: string): number | undefined {
  const share = Number(parseDecimal(typed, 2) ?? 0n)
  return share >= MIN_MOVE && share <= MAX_MOVE ? share : undefined
}

const percentText = (share: number): string => formatDecimal(BigInt(share), 2).replace(/\.?0+$/, '')

function ticksAt(now: TickCount, share: number, rounding: 'up' | 'down'): TickCount {
  const parts = BigInt(now) * BigInt(share)
  const [whole, rest] = [parts / BigInt(WHOLE), parts % BigInt(WHOLE)]
  return Number(rest > 0n && rounding === 'up' ? whole + 1n : whole)
}

const moveBounds = { minimum: percentText(MIN_MOVE), maximum: percentText(MAX_MOVE) }
