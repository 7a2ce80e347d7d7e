import { marginDecimals } from '../contract/terms.ts'
import { parseDecimal } from '../money/amount.ts'
import type { Disclosure } from '../user/disclosure.ts'

/** The terms of copying, shown before a relation begins. Source: rulings, section 5. */

/** The version of the binding texts: a customer accepts it before the first copy. */
export const COPY_AGREEMENT_VERSION = 1
/** What is kept of its acceptance: a notice without questions. */
export const copyDisclosure = {
  product: 'copy',
  version: COPY_AGREEMENT_VERSION,
  questions: [],
} as const satisfies Disclosure
const amount = (text: string): bigint => parseDecimal(text, marginDecimals())!

/** The margin of each copy, where it is a fixed amount. Units: of the margin currency. */
export const COPY_AMOUNT = { minimum: '10', maximum: '5000' } as const
/** Copies to lead, in lots. */
export const COPY_RATIO = { minimum: '0.1', maximum: '2' } as const
export const RATIO_DECIMALS = 2
/** What a follower sets as the most of one copy and of all open ones. */
export const COPY_LIMIT = { minimum: '10', maximum: '100000' } as const
export const DEFAULT_MAX_TRADE = '5000'
export const DEFAULT_MAX_TOTAL = '5000'
/** How much worse than what the lead was shown a copy may open. */
export const COPY_SLIPPAGE = { minimum: '0.01', maximum: '5' } as const
export const DEFAULT_SLIPPAGE = '0.5'
/** Of the follower's equity, the margin of one copy. */
export const MAX_EQUITY_BPS = 500
/** Of a follower's profit above the highest that was shared. */
export const DEFAULT_SHARE = '10'
export const MAX_SHARE = '20'
/** Percents have two decimals: basis points. */
export const PERCENT_DECIMALS = 2
export const MAX_INTRODUCTION = 500
/** Relations that one follower may have at a time, and followers of one lead. */
export const MAX_RELATIONS = 20
export const MAX_FOLLOWERS = 1_000

/** @example limitOf(COPY_AMOUNT).minimum // 10_000_000n */
export const limitOf = ({ minimum, maximum }: { readonly minimum: string; readonly maximum: string }) => ({
  minimum: amount(minimum),
  maximum: amount(maximum),
})
