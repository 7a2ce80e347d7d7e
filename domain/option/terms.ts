import { allowed, type Decision, Refusal, refused } from '../errors.ts'
import type { Units } from '../money/amount.ts'
import { formatAmount, readAmount } from '../money/read-amount.ts'
import { winningsOf } from './rules.ts'

/** What seconds options are staked and paid in. */
export const STAKE_CURRENCY = 'USDT'

export interface OptionPeriod {
  readonly seconds: number
  /** What is paid beside the stake where it is won, as a share of it. */
  readonly payoutBps: number
}

/**
 * The terms that orders are accepted on, frozen into each with their version. An operator changes them by proposal,
 * for orders to come.
 *
 * Units:  amounts of the stake currency.
 * Source: rulings, section 5; safety.md section 6.
 */
export interface OptionTerms {
  readonly version: number
  readonly periods: readonly OptionPeriod[]
  readonly minimum: Units
  readonly maximum: Units
  readonly maxOpen: number
  readonly maxDaily: number
  /** What a customer may lose in a day of UTC where they chose nothing else. */
  readonly lossLimit: Units
  /** After so many losses in a row there is a pause. */
  readonly pauseAfter: number
  readonly pauseMinutes: number
  /** The part of the platform's fund that may be owed for one instrument and second of expiry. */
  readonly exposureBps: number
}

/** Shortest with real money; a demonstration may have shorter ones. */
export const MIN_SECONDS = 60
export const MIN_DEMO_SECONDS = 30
export const MAX_SECONDS = 3_600

/** What a customer asks for. */
export interface OptionDraft {
  readonly seconds: number
  readonly stake: string
  readonly currency: string
}

export interface CheckedOption {
  readonly seconds: number
  readonly payoutBps: number
  readonly stake: Units
  readonly winnings: Units
}

/**
 * Checks what a customer asks for against the terms.
 *
 * Refuses: CURRENCY_UNKNOWN for anything but the stake currency; OPTION_PERIOD_UNKNOWN; AMOUNT_TOO_SMALL,
 *          AMOUNT_TOO_LARGE; what is no amount.
 */
export function checkOption(
  terms: Pick<OptionTerms, 'periods' | 'minimum' | 'maximum'>,
  draft: OptionDraft,
): Decision<{ readonly order: CheckedOption }> {
  const { currency, seconds } = draft
  if (currency !== STAKE_CURRENCY) return refused('CURRENCY_UNKNOWN')
  const period = terms.periods.find((each) => each.seconds === seconds)
  if (!period) {
    return refused('OPTION_PERIOD_UNKNOWN', { allowed: terms.periods.map((each) => each.seconds).join(', ') })
  }
  const stake = amountOf(draft)
  if (stake instanceof Refusal) return refused(stake.code, stake.params)
  if (stake < terms.minimum) {
    return refused('AMOUNT_TOO_SMALL', { minimum: formatAmount(terms.minimum, currency), currency })
  }
  if (stake > terms.maximum) {
    return refused('AMOUNT_TOO_LARGE', { maximum: formatAmount(terms.maximum, currency), currency })
  }
  const { payoutBps } = period
  return allowed({ order: { seconds, payoutBps, stake, winnings: winningsOf(stake, payoutBps) } })
}

function amountOf({ stake, currency }: OptionDraft): Units | Refusal {
  try {
    return readAmount(stake, currency)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The first of the terms that cannot be right; undefined where all can. A demonstration may have shorter periods. */
export function invalidOptionTerm(terms: Omit<OptionTerms, 'version'>, isDemo: boolean): string | undefined {
  const shortest = isDemo ? MIN_DEMO_SECONDS : MIN_SECONDS
  const { periods } = terms
  const seconds = periods.map((period) => period.seconds)
  if (periods.length === 0 || new Set(seconds).size < seconds.length) return 'periods'
  if (seconds.some((each) => each < shortest || each > MAX_SECONDS || each % 10 !== 0)) return 'periods'
  // From a hundred percent on, the platform would lose on average.
  if (periods.some(({ payoutBps }) => payoutBps < 5_000 || payoutBps >= 10_000)) return 'payout'
  if (terms.minimum <= 0n) return 'minimum'
  if (terms.maximum < terms.minimum) return 'maximum'
  if (terms.maxOpen < 1 || terms.maxDaily < terms.maxOpen) return 'maxDaily'
  if (terms.lossLimit < terms.minimum) return 'lossLimit'
  if (terms.pauseAfter < 1 || terms.pauseMinutes < 1) return 'pause'
  return terms.exposureBps < 1 || terms.exposureBps > 10_000 ? 'exposureBps' : undefined
}
