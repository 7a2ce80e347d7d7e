import { allowed, type Decision, refused } from '../errors.ts'
import { type Units, units } from '../money/amount.ts'
import { formatAmount } from '../money/read-amount.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDayUtc, utcMinute } from '../time.ts'
import type { OptionOutcome } from './rules.ts'
import { type OptionTerms, STAKE_CURRENCY } from './terms.ts'

/** What protects a customer from losing more than they want: their own limits, and those that everybody has. */

/** A raised limit is in force after this long; a lowered one at once. */
export const RAISE_DELAY_MS = 24 * HOUR_MS
export const MIN_EXCLUSION_MS = DAY_MS
/** Five years, with their leap days. */
export const MAX_EXCLUSION_MS = 1_827 * DAY_MS

/** A customer's choice of how much they may lose in a day, from a moment on. */
export interface LossLimitChoice {
  readonly limit: Units
  readonly fromMs: number
}

/**
 * A customer's choices with one more: of those before it only the one in force when it is made counts on, so that a
 * raise that was waiting never comes. At most two.
 */
export function withLossLimit(
  choices: readonly LossLimitChoice[],
  chosen: LossLimitChoice,
  chosenMs: number,
): readonly LossLimitChoice[] {
  const inForce = choices.findLast(({ fromMs }) => fromMs <= chosenMs)
  return inForce ? [inForce, chosen] : [chosen]
}

/** The limit in force: of the choices, oldest first, the last whose time has come. */
export const lossLimitAt = (choices: readonly LossLimitChoice[], byDefault: Units, nowMs: number): Units =>
  choices.findLast(({ fromMs }) => fromMs <= nowMs)?.limit ?? byDefault

/** A raised limit that is chosen and not in force yet. */
export function nextLossLimit(
  choices: readonly LossLimitChoice[],
  nowMs: number,
): LossLimitChoice | undefined {
  const newest = choices.at(-1)
  return newest && newest.fromMs > nowMs ? newest : undefined
}

/** The highest limit that may be chosen: what all orders of a day may cost. */
export const maxLossLimit = ({ maximum, maxDaily }: Pick<OptionTerms, 'maximum' | 'maxDaily'>): Units =>
  units(maximum * BigInt(maxDaily))

/** When a limit that is chosen now comes into force: a lower one, or the same, at once. */
export const limitFrom = (current: Units, chosen: Units, nowMs: number): number =>
  chosen <= current ? nowMs : nowMs + RAISE_DELAY_MS

/** What one customer has done lately, as far as the limits ask. */
export interface Activity {
  /** The day of UTC that the next two are of, by its beginning. */
  readonly dayMs: number
  /** Orders accepted in it. */
  readonly orders: number
  /** Stakes lost less winnings, of what was settled in it; below zero for a profit. */
  readonly lost: bigint
  /** Losses in a row since the last win, or the last pause; however long ago they were. */
  readonly losses: number
  readonly pausedUntilMs: number
}

/** What a customer without orders has done. */
export const noActivity = (nowMs: number): Activity => ({
  ...{ dayMs: startOfDayUtc(nowMs), orders: 0, lost: 0n, losses: 0, pausedUntilMs: 0 },
})

/** The same on the day of `nowMs`: a new day begins with nothing ordered and nothing lost. */
export function onDayOf(activity: Activity, nowMs: number): Activity {
  const dayMs = startOfDayUtc(nowMs)
  return dayMs <= activity.dayMs ? activity : { ...activity, dayMs, orders: 0, lost: 0n }
}

/** What is known after an order was accepted. */
export function afterOrder(activity: Activity, nowMs: number): Activity {
  const today = onDayOf(activity, nowMs)
  return { ...today, orders: today.orders + 1 }
}

/** A settled order, as far as the limits ask. */
interface LimitedResult {
  readonly outcome: OptionOutcome
  readonly stake: bigint
  readonly winnings: bigint
}

/** What a settled order lost its customer; below zero for a profit. */
export function lossOf({ outcome, stake, winnings }: LimitedResult): bigint {
  if (outcome === 'won') return -winnings
  return outcome === 'lost' ? stake : 0n
}

/** What is known after an order was settled. A tie or a void order neither adds to losses in a row nor ends them. */
export function afterResult(
  activity: Activity,
  result: LimitedResult,
  { pauseAfter, pauseMinutes }: Pick<OptionTerms, 'pauseAfter' | 'pauseMinutes'>,
  nowMs: number,
): Activity {
  const today = onDayOf(activity, nowMs)
  const lost = today.lost + lossOf(result)
  if (result.outcome === 'won') return { ...today, lost, losses: 0 }
  if (result.outcome !== 'lost') return today
  const losses = today.losses + 1
  const isPaused = losses >= pauseAfter
  return {
    ...today,
    lost,
    losses: isPaused ? 0 : losses,
    pausedUntilMs: isPaused ? nowMs + pauseMinutes * MINUTE_MS : today.pausedUntilMs,
  }
}

/** What the limits are asked about. */
export interface LimitsCheck {
  readonly terms: OptionTerms
  readonly activity: Activity
  readonly lossLimit: Units
  /** Zero where they did not exclude themselves. */
  readonly excludedUntilMs: number
  readonly openOrders: number
  /** What their open orders would lose together. */
  readonly openStakes: bigint
}

/**
 * Whether a customer may order for this stake now. The loss of a day counts as if all that is open were lost: it can
 * never be more than the limit.
 *
 * Refuses: OPTION_EXCLUDED, OPTION_PAUSED, OPTION_TOO_MANY_OPEN, OPTION_TOO_MANY_TODAY, OPTION_LOSS_LIMIT.
 */
export function checkLimits(check: LimitsCheck, stake: Units, nowMs: number): Decision {
  const { terms, lossLimit, excludedUntilMs } = check
  const activity = onDayOf(check.activity, nowMs)
  if (excludedUntilMs > nowMs)
    return refused('OPTION_EXCLUDED', { until: `${utcMinute(excludedUntilMs)} UTC` })
  if (activity.pausedUntilMs > nowMs) {
    const minutes = Math.ceil((activity.pausedUntilMs - nowMs) / MINUTE_MS)
    return refused('OPTION_PAUSED', { losses: terms.pauseAfter, minutes })
  }
  if (check.openOrders >= terms.maxOpen) return refused('OPTION_TOO_MANY_OPEN', { maximum: terms.maxOpen })
  if (activity.orders >= terms.maxDaily) return refused('OPTION_TOO_MANY_TODAY', { maximum: terms.maxDaily })
  const left = lossLimit - activity.lost - check.openStakes
  if (stake > left) {
    const show = (amount: bigint) => formatAmount(amount < 0n ? 0n : amount, STAKE_CURRENCY)
    return refused('OPTION_LOSS_LIMIT', {
      limit: show(lossLimit),
      left: show(left),
      currency: STAKE_CURRENCY,
    })
  }
  return allowed({})
}

/** Whether customers may exclude themselves until then: for a day to five years, and never shorter than before. */
export const isExclusion = (untilMs: number, beforeMs: number, nowMs: number): boolean =>
  untilMs >= nowMs + MIN_EXCLUSION_MS && untilMs <= nowMs + MAX_EXCLUSION_MS && untilMs >= beforeMs
