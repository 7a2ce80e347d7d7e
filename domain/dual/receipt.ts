import type { Instrument } from '../market/instrument.ts'
import { isDecimal } from '../money/amount.ts'
import { formatPercent } from '../money/rate.ts'
import { formatAmount } from '../money/read-amount.ts'
import type { Receipt } from '../proof/receipt.ts'
import { type DualType, dualTypes } from './outcomes.ts'
import { currencyOf, type DualPair, type DualTerms, type Payouts, paidCurrency } from './rules.ts'

/**
 * What is signed of a dual investment when it is accepted: with it and the tape what it pays follows. Amounts as decimals,
 * so that a person can read a receipt; what it pays in either case stands in it, so that nobody needs more to check it.
 */

/** An order as its receipt names it. */
interface Accepted extends DualTerms, Payouts {
  readonly id: bigint
  readonly principal: bigint
  readonly settlesAtMs: number
  readonly acceptedAtMs: number
  readonly acceptedSequence: number
  readonly rulesVersion: number
}

/** What is signed when an order is accepted. */
export function dualReceipt(
  { tickSize, base, quote }: Pick<Instrument, 'tickSize' | 'base' | 'quote'>,
  order: Accepted,
): Receipt {
  const { type, symbol, strike, acceptedAtMs, principal, above, below } = order
  const currency = currencyOf(type, { base, quote })
  return {
    ...{ product: 'dual', order: String(order.id), symbol, acceptedAtMs },
    ...{ tapeSize: order.acceptedSequence, rulesVersion: order.rulesVersion },
    terms: {
      type,
      strike: String(strike),
      'tick-size': tickSize,
      settles: new Date(order.settlesAtMs).toISOString(),
      principal: formatAmount(principal, currency),
      currency,
      'yield-percent': formatPercent(order.yieldRate),
      above: formatAmount(above, quote),
      'above-currency': quote,
      below: formatAmount(below, base),
      'below-currency': base,
    },
  }
}

/** An order as far as its outcome goes: its pay-outs are texts, as they were signed. */
export interface AcceptedDual {
  readonly symbol: string
  readonly type: DualType
  /** In ticks. */
  readonly strike: number
  readonly settlesAtMs: number
  readonly above: string
  readonly below: string
  readonly pair: DualPair
}

/** What a receipt says about its order's outcome; undefined where it is not of a dual investment. */
export function dualOfReceipt({ product, symbol, terms }: Receipt): AcceptedDual | undefined {
  const type = terms.type as DualType
  const { above = '', below = '', strike = '', settles = '' } = terms
  const pair = { base: terms['below-currency'] ?? '', quote: terms['above-currency'] ?? '' }
  const settlesAtMs = Date.parse(settles)
  if (product !== 'dual' || !dualTypes.includes(type) || !/^\d{1,15}$/.test(strike)) return undefined
  if (Number.isNaN(settlesAtMs) || !isDecimal(above) || !isDecimal(below)) return undefined
  return { symbol, type, strike: Number(strike), settlesAtMs, above, below, pair }
}

/** What an outcome pays by an accepted order, and in which currency. */
export const paidBy = (order: AcceptedDual, outcome: 'above' | 'below' | 'unpriced') => ({
  paid: outcome === 'above' || (outcome === 'unpriced' && order.type === 'put') ? order.above : order.below,
  currency: paidCurrency(order.type, order.pair, outcome),
})
