import { allowed, type Decision, refused } from '../errors.ts'
import { freshForMs } from '../market/freshness.ts'
import { type Instrument, parsePrice, type TickCount } from '../market/instrument.ts'
import type { Tick } from '../market/tick.ts'
import { mulDiv } from '../money/amount.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'

/**
 * The price game: what the last tick at or before the next full hour will be. A guess costs nothing, and points are no
 * money: nothing is paid for them, and they cannot be exchanged.
 *
 * Source: rulings, section 5, coupons, invite, game.
 */

export const GAME_RULES_VERSION = 1
export const GAME_SYMBOL = 'BTC-USDT'
/** How old the last tick may be at the end of the hour. */
export const GAME_STALE_MS = freshForMs({ symbol: GAME_SYMBOL, class: 'crypto' })
/** A round takes guesses for an hour, until so long before its end: there is always exactly one that does. */
export const CLOSES_BEFORE_MS = 30 * MINUTE_MS
const OPENS_BEFORE_MS = CLOSES_BEFORE_MS + HOUR_MS
/** Of a guess that is the price itself. */
export const MAX_POINTS = 100
const WHOLE_BPS = 10_000n

/** When a round opens, closes and ends; its number counts the hours since 1970. */
export const timesOf = (round: bigint) => {
  const endsAtMs = Number(round) * HOUR_MS
  return { opensAtMs: endsAtMs - OPENS_BEFORE_MS, closesAtMs: endsAtMs - CLOSES_BEFORE_MS, endsAtMs }
}

/** The round that takes guesses now. */
export const openRound = (nowMs: number): bigint => BigInt(Math.floor((nowMs + OPENS_BEFORE_MS) / HOUR_MS))

/**
 * Decides a guess, or what it is changed to.
 *
 * Refuses: GAME_ROUND_CLOSED for another round than the one that is open; PRICE_INVALID.
 */
export function decideGuess(
  instrument: Instrument,
  { round, price: typed }: { readonly round: bigint; readonly price: string },
  nowMs: number,
): Decision<{ readonly price: TickCount }> {
  if (round !== openRound(nowMs)) return refused('GAME_ROUND_CLOSED')
  const price = parsePrice(instrument, typed)
  if (price === undefined || price <= 0n || price > Number.MAX_SAFE_INTEGER) return refused('PRICE_INVALID')
  return allowed({ price: Number(price) })
}

/**
 * The points of a guess: 100, less one for each hundredth of a percent that it is away from the price, and 0 from one percent on.
 *
 * Units:  both in ticks of the instrument.
 * Rounds: the distance up, so that only the price itself has all points.
 */
export function pointsOf(guess: bigint, price: bigint): number {
  const distance = guess > price ? guess - price : price - guess
  const away = mulDiv(distance, WHOLE_BPS, price, 'up')
  return away >= MAX_POINTS ? 0 : MAX_POINTS - Number(away)
}

/** Whether a tick shows that the hour is over. It is true of all ticks behind the first. */
export const isAfterEnd = (endsAtMs: number, tick: Pick<Tick, 'atMs'>): boolean => tick.atMs > endsAtMs

/** What decides a round: the last tick of its instrument at or before its end, or that there is none young enough. */
export type RoundResult =
  | { readonly state: 'counting'; readonly tick: Tick; readonly after: Tick }
  | { readonly state: 'void'; readonly after: Tick }

/**
 * What decides a round, from the first tick of its instrument after its end and the one that it names as the one before.
 *
 * Returns: undefined where these two do not show it.
 */
export function decideRound(
  { symbol, endsAtMs }: { readonly symbol: string; readonly endsAtMs: number },
  after: Tick | undefined,
  last: Tick | undefined,
): RoundResult | undefined {
  const counts = (tick: Tick) => tick.symbol === symbol && !tick.isHeld && tick.links !== undefined
  if (!after?.links || !counts(after) || !isAfterEnd(endsAtMs, after)) return undefined
  if (after.links.previous === 0) return last === undefined ? { state: 'void', after } : undefined
  if (!last || last.sequence !== after.links.previous || !counts(last) || isAfterEnd(endsAtMs, last))
    return undefined
  const isFresh = last.atMs >= endsAtMs - GAME_STALE_MS
  return isFresh ? { state: 'counting', tick: last, after } : { state: 'void', after }
}

/** The week of a moment, from Monday 00:00 UTC. */
export const weekOf = (atMs: number): number => Math.floor((Math.floor(atMs / DAY_MS) + 3) / 7)
/** When a week begins. */
export const weekBegins = (week: number): number => (week * 7 - 3) * DAY_MS
/** The week whose board a round counts on: that in which its hour was, so one that ends at midnight is of the day before. */
export const weekOfRound = (endsAtMs: number): number => weekOf(endsAtMs - 1)

/** How many the board shows. */
export const BOARD_SIZE = 50
/** A place beyond so many is not counted. */
export const MAX_PLACE = 10_000
