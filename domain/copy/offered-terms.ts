import { type Unusual, unusualChange } from '../console/unusual.ts'
import { marginDecimals } from '../contract/terms.ts'
import { formatDecimal, parseDecimal, type Units, units } from '../money/amount.ts'
import { trimFraction } from '../money/group-digits.ts'
import {
  COPY_AMOUNT,
  COPY_SLIPPAGE,
  DEFAULT_SHARE,
  DEFAULT_SLIPPAGE,
  limitOf,
  MAX_EQUITY_BPS,
  MAX_FOLLOWERS,
  MAX_RELATIONS,
  MAX_SHARE,
  PERCENT_DECIMALS,
} from './terms.ts'

/**
 * The terms of copying that two operators may change, for relations to come and for who applies to lead. The agreement
 * that followers accept says the widest: they are never wider. Units: amounts of the margin currency.
 */
export interface OfferedCopyTerms {
  /** The margin of each copy, where it is a fixed amount. */
  readonly minAmount: Units
  readonly maxAmount: Units
  /** How much worse than what the lead was shown a copy may open, at most. */
  readonly maxSlippageBps: number
  /** Of the follower's equity, the margin of one copy at most. */
  readonly equityBps: number
  /** Of a follower's profit, what a lead may ask for at most. */
  readonly maxShareBps: number
  /** Relations that one follower may have at a time, and followers of one lead. */
  readonly maxRelations: number
  readonly maxFollowers: number
}
export type CopyTerms = OfferedCopyTerms & { readonly version: number }

const bpsOf = (percent: string): number => Number(parseDecimal(percent, PERCENT_DECIMALS)!)

/** What nobody has changed: the agreement's. */
export function firstCopyTerms(): CopyTerms {
  const { minimum, maximum } = limitOf(COPY_AMOUNT)
  return {
    version: 1,
    ...{ minAmount: units(minimum), maxAmount: units(maximum) },
    ...{ maxSlippageBps: bpsOf(COPY_SLIPPAGE.maximum), equityBps: MAX_EQUITY_BPS },
    ...{ maxShareBps: bpsOf(MAX_SHARE), maxRelations: MAX_RELATIONS, maxFollowers: MAX_FOLLOWERS },
  }
}

/** The first of the terms that cannot be right, or is wider than the agreement; undefined where all can. */
export function invalidCopyTerm(terms: OfferedCopyTerms): string | undefined {
  const widest = firstCopyTerms()
  if (terms.minAmount < widest.minAmount) return 'minAmount'
  if (terms.maxAmount < terms.minAmount || terms.maxAmount > widest.maxAmount) return 'maxAmount'
  // The form begins with the default.
  const within = (name: Exclude<keyof OfferedCopyTerms, 'minAmount' | 'maxAmount'>, least: number) =>
    Number.isInteger(terms[name]) && terms[name] >= least && terms[name] <= widest[name]
  if (!within('maxSlippageBps', bpsOf(DEFAULT_SLIPPAGE))) return 'maxSlippageBps'
  if (!within('equityBps', 1)) return 'equityBps'
  if (!within('maxShareBps', 0)) return 'maxShareBps'
  if (!within('maxRelations', 1)) return 'maxRelations'
  return within('maxFollowers', 1) ? undefined : 'maxFollowers'
}

/** Why a count or a share should be looked at twice: far from the present one. */
export const unusualNumber = (value: number, present?: number): Unusual | undefined =>
  unusualChange(BigInt(value), present === undefined ? undefined : BigInt(present))

/** What copies may be, as decimal strings. */
export const amountLimits = ({ minAmount, maxAmount }: OfferedCopyTerms) => ({
  minimum: plain(minAmount, marginDecimals()),
  maximum: plain(maxAmount, marginDecimals()),
})
/** What followers may set as the most a copy may differ from its lead’s price, as percents. */
export const slippageLimits = ({ maxSlippageBps }: OfferedCopyTerms) => ({
  minimum: COPY_SLIPPAGE.minimum,
  maximum: plain(BigInt(maxSlippageBps), PERCENT_DECIMALS),
})
/** The highest share of profits that a lead may ask for, as a percent. */
export const maxShareOf = ({ maxShareBps }: OfferedCopyTerms): string =>
  plain(BigInt(maxShareBps), PERCENT_DECIMALS)
/** What a lead asks for who says nothing. */
export const defaultShareOf = (terms: OfferedCopyTerms): string =>
  terms.maxShareBps < bpsOf(DEFAULT_SHARE) ? maxShareOf(terms) : DEFAULT_SHARE

const plain = (value: bigint, decimals: number): string => trimFraction(formatDecimal(value, decimals), 0)
