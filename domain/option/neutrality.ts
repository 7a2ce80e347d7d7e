import { type DecimalString, divDown, formatDecimal } from '../money/amount.ts'
import { readAmount } from '../money/read-amount.ts'
import type { OptionOutcome } from './rules.ts'
import { STAKE_CURRENCY } from './terms.ts'

/**
 * Whether outcomes of seconds options differ by who orders: by the stake, the direction, and the age of the account.
 * They must not, for the tape alone decides. What this can say of a month is whether chance explains the differences.
 */

/** How many orders of a group had each outcome. */
export type OutcomeCounts = Readonly<Record<OptionOutcome, number>>

/** By what orders are compared, and the groups of each. */
export const cohorts = {
  /** Below the first bound, from it on, from the second on. */
  stake: ['small', 'middle', 'large'],
  direction: ['rise', 'fall'],
  /** Of the account, at the order: below the first bound of days, from it on, from the second on. */
  age: ['new', 'recent', 'old'],
} as const
export const cohortKinds = ['stake', 'direction', 'age'] as const satisfies readonly (keyof typeof cohorts)[]
export type CohortKind = (typeof cohortKinds)[number]
/** Months that are published. */
export const OUTCOME_MONTHS = 12

/** In the stake currency. */
export const STAKE_BOUNDS = ['20', '100'] as const
/** In its units; a function because currencies are listed when a server starts. */
export const stakeBoundsInUnits = () => STAKE_BOUNDS.map((bound) => readAmount(bound, STAKE_CURRENCY))
export const AGE_BOUNDS_DAYS = [30, 365] as const

/** Of a month with fewer orders, or of fewer accounts, nothing is said: it could tell of single customers. */
export const NEUTRALITY_MIN_ORDERS = 1_000
export const NEUTRALITY_MIN_ACCOUNTS = 100
/** The same of a group; of its neighbors neither then, for what is left of the whole would tell of it. */
export const COHORT_MIN_ACCOUNTS = 20

/** An outcome that is expected less often in a group is left out: the distribution holds for larger counts only. */
const MIN_EXPECTED = 5

/**
 * How likely chance alone makes groups differ at least as much in their outcomes: the p-value of Pearson's chi-square test
 * of independence. 1 where there is nothing to compare.
 *
 * Holds for orders that are decided independently of each other. Those on one price at one time are not, so that a low
 * value of few orders says little.
 */
export function chanceOfDifference(groups: readonly OutcomeCounts[]): number {
  const present = groups.filter((each) => sizeOf(each, allOutcomes) > 0)
  const all = present.reduce((sum, each) => sum + sizeOf(each, allOutcomes), 0)
  const total = (outcome: OptionOutcome) => present.reduce((sum, each) => sum + each[outcome], 0)
  const smallest = Math.min(...present.map((each) => sizeOf(each, allOutcomes)))
  const outcomes = allOutcomes.filter((outcome) => (total(outcome) / all) * smallest >= MIN_EXPECTED)
  const freedom = (present.length - 1) * (outcomes.length - 1)
  if (freedom <= 0) return 1
  const compared = present.reduce((sum, each) => sum + sizeOf(each, outcomes), 0)
  let chiSquare = 0
  for (const outcome of outcomes) {
    for (const each of present) {
      const expected = (total(outcome) / compared) * sizeOf(each, outcomes)
      chiSquare += (each[outcome] - expected) ** 2 / expected
    }
  }
  return chiSquareTail(chiSquare, freedom)
}

/**
 * The chance that is published of groups of one kind.
 *
 * Refuses: (by undefined) fewer than two groups, and any of too few accounts, which could tell of single customers.
 */
export function publishedChance(
  groups: readonly (OutcomeCounts & { readonly accounts: number })[],
): DecimalString | undefined {
  if (groups.length < 2 || groups.some(({ accounts }) => accounts < COHORT_MIN_ACCOUNTS)) return undefined
  return formatDecimal(BigInt(Math.round(chanceOfDifference(groups) * 10_000)), 2)
}

/**
 * In percent of months: where chance makes groups differ as much more rarely, they differ beyond chance. By luck alone one
 * of a year's 36 comparisons does so in about every third year.
 */
export const BEYOND_CHANCE_PERCENT = 1

/** Whether chance does not explain how groups differ, by the chance that is published of them. @example isBeyondChance('0.99') // true */
export const isBeyondChance = (chancePercent: string): boolean =>
  Number(chancePercent) < BEYOND_CHANCE_PERCENT

/** How many orders had any outcome. */
export const ordersOf = (counts: OutcomeCounts): number => sizeOf(counts, allOutcomes)

/**
 * How many of `all` orders `some` are, in percent with one decimal; 0 of none.
 *
 * Rounds: to the nearest.
 * @example sharePercent(1, 3) // '33.3'
 */
export const sharePercent = (some: number, all: number): DecimalString =>
  formatDecimal(BigInt(all === 0 ? 0 : Math.round((some * 1_000) / all)), 1)

/**
 * What the platform kept of stakes, in percent with two decimals; below zero where it paid more than it took.
 *
 * Rounds: up.
 * @example keptPercent(750n, 10_000n) // '7.50'
 */
export const keptPercent = (kept: bigint, stakes: bigint): DecimalString =>
  formatDecimal(-divDown(-kept * 10_000n, stakes), 2)

const allOutcomes = ['won', 'lost', 'tie', 'void'] as const satisfies readonly OptionOutcome[]
const sizeOf = (counts: OutcomeCounts, outcomes: readonly OptionOutcome[]) =>
  outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)

/**
 * The share of the chi-square distribution at or above a value.
 *
 * Source: Abramowitz and Stegun, 26.4.4 and 26.4.5, by the recurrence of the incomplete gamma function; below one the
 * series of 6.5.29.
 * @example chiSquareTail(3.841458820694124, 1) // 0.05
 */
export function chiSquareTail(value: number, freedom: number): number {
  if (value <= 0) return 1
  const half = value / 2
  const isEven = freedom % 2 === 0
  let tail = isEven ? Math.exp(-half) : oddTail(half)
  // The term of the recurrence: half^a · e^-half / Γ(a + 1).
  let term = isEven ? Math.exp(-half) * half : (2 * Math.sqrt(half) * Math.exp(-half)) / Math.sqrt(Math.PI)
  for (let a = isEven ? 1 : 0.5; a < freedom / 2; a++) {
    tail += term
    term *= half / (a + 1)
  }
  return Math.min(1, tail)
}

/** From here on the continued fraction converges fast, and below it the series does. */
const LARGE = 1.5
const TERMS = 200

/** The incomplete gamma function Q(1/2, x), which is the complementary error function of the root of x. */
function oddTail(x: number): number {
  const scale = Math.sqrt(x) * Math.exp(-x)
  if (x < LARGE) {
    let [term, sum] = [2, 2]
    for (let n = 1; n < TERMS; n++) {
      term *= x / (n + 0.5)
      sum += term
    }
    return 1 - (sum * scale) / Math.sqrt(Math.PI)
  }
  // From the inside out.
  let fraction = 0
  for (let n = TERMS; n >= 1; n--) fraction = (n * (n - 0.5)) / (x + 2 * n + 0.5 - fraction)
  return scale / (x + 0.5 - fraction) / Math.sqrt(Math.PI)
}

/** Customers with fewer orders that were won or lost are not looked at: a run of luck is common among few. */
export const UNUSUAL_MIN_DECIDED = 50
/** How likely chance makes what operators are shown: below this. */
export const UNUSUAL_CHANCE = 1e-4
/** The month that has begun and so many before it are looked at. */
export const UNUSUAL_MONTHS_BEFORE = 2
/** The square of what a standard normal variable exceeds as rarely, times a million: 3.719016² = 13.831084. */
export const UNUSUAL_DEVIATION = 13_831_084n

/**
 * How likely somebody who wins every second order wins at least so many of these.
 *
 * @example chanceOfWins(8, 10) // 0.0546875
 */
export function chanceOfWins(won: number, decided: number): number {
  // By logarithms: of some thousand orders the single terms are too small for a number.
  let logTerm = -decided * Math.LN2
  let chance = 0
  for (let wins = decided; wins >= won; wins--) {
    chance += Math.exp(logTerm)
    logTerm += Math.log(wins) - Math.log(decided - wins + 1)
  }
  return Math.min(1, chance)
}

/**
 * The same as "one in so many", for people.
 *
 * Rounds: to the nearest, as far as a number can tell.
 */
export const oneInOfWins = (won: number, decided: number): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.round(1 / chanceOfWins(won, decided)))
