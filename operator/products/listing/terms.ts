import { MAX_FEE_BPS } from '#domain/listing/rules.ts'
import { type CollarClass, decimalsOf, type InstrumentClass } from '#domain/market/instrument.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import { collarBps } from '#domain/spot/price-range.ts'
import { amount } from '#web/format/number.ts'
import { t } from '../../texts.ts'
import type { ListedCurrency } from './types.ts'

/** What an instrument's terms are called and written as, and what can be known of them before they are sent. */

/**
 * Reads a fee in percent with at most two decimals, in basis points.
 *
 * Refuses: (as `undefined`) what is no such percentage, and what no fee may be.
 * @example feeOf('0.08') // 8
 */
export function feeOf(text: string): number | undefined {
  const bps = parseDecimal(text, 2)
  return bps === undefined || bps > BigInt(MAX_FEE_BPS) ? undefined : Number(bps)
}

/** Maker fee and taker fee. @example feesText({ makerFeeBps: 8, takerFeeBps: 10 }) // '0.08 / 0.10 %' */
export const feesText = ({ makerFeeBps, takerFeeBps }: { makerFeeBps: number; takerFeeBps: number }) =>
  `${percentOfBps(makerFeeBps)} / ${percentOfBps(takerFeeBps)}%`

/** The smallest order with its currency. @example smallestText('5', 'USDT') // '5 USDT' */
export const smallestText = (minNotional: string, quote: string): string =>
  `${amount(minNotional, 0)} ${quote}`

/** A price collar in words, with its width. */
export const collarText = (collar: CollarClass): string =>
  t(collar === 'major' ? 'listing.collar_major' : 'listing.collar_wide', {
    percent: percentOfBps(collarBps[collar]),
  })

const BANDS = [1_000, 2_000, 3_000, 5_000, 8_000]

/** The bands that can be chosen, the present one among them. */
export const bandOptions = (present: number) =>
  [...new Set([...BANDS, present])]
    .sort((a, b) => a - b)
    .map((bps) => ({ id: String(bps), label: `${percentOfBps(bps)}%` }))

/** A coin's tick and step, as they were typed. */
interface CoinDraft {
  readonly class: InstrumentClass
  readonly base: string
  readonly quote: string
  readonly tickSize: string
  readonly stepSize: string
}

/**
 * Why this would not be listed with these currencies: its quote is not among them, or they have too few decimals
 * for a step, or for a tick times a step. Instruments that are not spot are free of this.
 *
 * Returns: undefined when it could be.
 */
export function coinProblem(draft: CoinDraft, currencies: readonly ListedCurrency[]): string | undefined {
  if (draft.class !== 'crypto') return undefined
  const currencyOf = (sought: string) => currencies.find(({ code }) => code === sought)
  const [base, quote] = [currencyOf(draft.base), currencyOf(draft.quote)]
  if (!quote) return t('listing.problem_quote', { quote: draft.quote })
  if (!base) return undefined
  const stepDecimals = decimalsOf(draft.stepSize)
  if (stepDecimals > base.decimals)
    return t('listing.problem_step', { currency: base.code, decimals: base.decimals })
  if (stepDecimals + decimalsOf(draft.tickSize) > quote.decimals)
    return t('listing.problem_together', { currency: quote.code, decimals: quote.decimals })
  return undefined
}
