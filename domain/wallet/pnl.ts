import type { Reason } from '../reasons.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDayUtc } from '../time.ts'
import { type ExactUsd, exactUsd, type UsdPrice } from './rules.ts'

/**
 * Profit and loss: what a customer has at the end of a period more than at its start, without what was brought in and
 * with what was taken out. All rules of it; nothing here reads a ledger or a tape.
 */

export const pnlRanges = ['1d', '1w', '1m', '1y'] as const
export type PnlRange = (typeof pnlRanges)[number]

/** Days of UTC in a range, today among them. */
const daysIn: Readonly<Record<PnlRange, number>> = { '1d': 1, '1w': 7, '1m': 30, '1y': 365 }

/** How far apart the points of a line are; today's, as far apart as the hour of the day makes it. */
const stepMs: Readonly<Record<Exclude<PnlRange, '1d'>, number>> = {
  '1w': 2 * HOUR_MS,
  '1m': 8 * HOUR_MS,
  '1y': 4 * DAY_MS,
}
const todaySteps = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]
/** A day of quarters of an hour. */
const MAX_STEPS = 96

/** When a range begins: at midnight UTC. */
export const rangeStart = (range: PnlRange, nowMs: number): number =>
  startOfDayUtc(nowMs) - (daysIn[range] - 1) * DAY_MS

/**
 * The moments of a range that its line shows before now, oldest first: its start, then whole steps of UTC, which are
 * everybody's, so that what is known of such a moment is known for all.
 */
export function rangeMoments(range: PnlRange, nowMs: number): number[] {
  const fromMs = rangeStart(range, nowMs)
  const step =
    range === '1d'
      ? (todaySteps.find((step) => nowMs - fromMs <= MAX_STEPS * step) ?? todaySteps.at(-1)!)
      : stepMs[range]
  const moments = [fromMs]
  for (let at = (Math.floor(fromMs / step) + 1) * step; at < nowMs; at += step) moments.push(at)
  return moments
}

export interface PnlFigures {
  /** All in cents. */
  readonly start: bigint
  readonly now: bigint
  readonly deposits: bigint
  readonly withdrawals: bigint
}

/** What was earned or lost. Rounds: never; each of the four is in whole cents already. */
export const pnlOf = ({ start, now, deposits, withdrawals }: PnlFigures): bigint =>
  now - start - deposits + withdrawals

/**
 * The same in hundredths of a percent of what there was to earn it with: the value at the start, and what was brought
 * in since. Undefined where that is nothing.
 *
 * Rounds: to the nearest hundredth of a percent, half of one away from zero.
 */
export function pnlPercent(figures: PnlFigures): bigint | undefined {
  const basis = figures.start + figures.deposits
  if (basis <= 0n) return undefined
  const pnl = pnlOf(figures)
  const size = ((pnl < 0n ? -pnl : pnl) * 20_000n + basis) / (2n * basis)
  return pnl < 0n ? -size : size
}

/** The cause of what open positions gained or lost in a period: it is in no balance, and moved for no reason yet. */
export const UNREALIZED = 'unrealized'

/** What moved of a currency for one reason, at one price: credits less debits of all the customer's accounts. */
export interface Movement {
  readonly currency: string
  readonly reason: Reason | typeof UNREALIZED
  readonly amount: bigint
  readonly entries: number
  /** Of the moment at which it moved. */
  readonly price: UsdPrice
  /** Brought in or taken out: of its own, neither a profit nor a loss. */
  readonly isExternal: boolean
}

/** A currency over the period. */
export interface HeldCurrency {
  readonly currency: string
  /** At the start. */
  readonly amount: bigint
  readonly startPrice: UsdPrice
  readonly price: UsdPrice
}

/** Why there is a profit or loss: the price of a currency, or a reason for which money moved. */
export type PnlCause =
  | { readonly currency: string; readonly usd: ExactUsd }
  | { readonly reason: Reason | typeof UNREALIZED; readonly entries: number; readonly usd: ExactUsd }

/**
 * Splits profit and loss into its causes: each movement counts as what it was worth when it moved, under its reason; the
 * rest is what prices did, since the start to what was there, and since it moved to what was moved. Before rounding the
 * causes add up to the value now less that at the start less what came from outside.
 *
 * Rounds: never.
 */
export function pnlCauses(held: readonly HeldCurrency[], movements: readonly Movement[]): PnlCause[] {
  const byReason = new Map<
    Movement['reason'],
    { reason: Movement['reason']; entries: number; usd: ExactUsd }
  >()
  for (const { currency, reason, amount, entries, price, isExternal } of movements) {
    if (isExternal) continue
    const cause = byReason.get(reason) ?? { reason, entries: 0, usd: 0n }
    cause.entries += entries
    cause.usd += exactUsd(amount, currency, price)
    byReason.set(reason, cause)
  }
  const byPrice = held.map(({ currency, amount, startPrice, price }) => {
    const since = (amount: bigint, then: UsdPrice) =>
      exactUsd(amount, currency, price) - exactUsd(amount, currency, then)
    const own = movements.filter((movement) => movement.currency === currency)
    return {
      currency,
      usd: own.reduce((sum, moved) => sum + since(moved.amount, moved.price), since(amount, startPrice)),
    }
  })
  return [...byPrice, ...byReason.values()].filter(({ usd }) => usd !== 0n)
}
