import type { Instrument } from '../market/instrument.ts'
import { parseDecimal, type Units, units } from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'
import { formatAmount } from '../money/read-amount.ts'
import type { Receipt } from '../proof/receipt.ts'
import { type AcceptedOption, type OptionDirection, optionDirections } from './rules.ts'
import { STAKE_CURRENCY } from './terms.ts'

/**
 * What is signed of a seconds option when it is accepted: with it and the tape the outcome follows. Amounts as decimals,
 * so that a person can read a receipt.
 */

/** An order as its receipt names it. */
interface Accepted extends AcceptedOption {
  readonly id: bigint
  readonly payoutBps: number
  readonly termsVersion: number
  readonly rulesVersion: number
}

/** What is signed when an order is accepted. */
export const optionReceipt = ({ tickSize }: Pick<Instrument, 'tickSize'>, order: Accepted): Receipt => ({
  ...{ product: 'option', order: String(order.id), symbol: order.symbol, acceptedAtMs: order.acceptedAtMs },
  ...{ tapeSize: order.acceptedSequence, rulesVersion: order.rulesVersion },
  terms: {
    direction: order.direction,
    stake: formatAmount(order.stake, STAKE_CURRENCY),
    winnings: formatAmount(order.winnings, STAKE_CURRENCY),
    'payout-bps': String(order.payoutBps),
    seconds: String(order.seconds),
    'entry-after-ms': String(order.entryAfterMs),
    'stale-after-ms': String(order.staleAfterMs),
    'tick-size': tickSize,
    'terms-version': String(order.termsVersion),
  },
})

/** What a receipt says about its order's outcome; undefined where it is not of a seconds option. */
export function optionOfReceipt(receipt: Receipt): AcceptedOption | undefined {
  const { product, symbol, acceptedAtMs, tapeSize: acceptedSequence, terms } = receipt
  const direction = terms.direction as OptionDirection
  const [stake, winnings] = [amountOf(terms.stake), amountOf(terms.winnings)]
  const whole = [terms.seconds, terms['entry-after-ms'], terms['stale-after-ms']].map(wholeOf)
  if (product !== 'option' || !optionDirections.includes(direction)) return undefined
  if (stake === undefined || winnings === undefined || whole.includes(undefined)) return undefined
  const [seconds, entryAfterMs, staleAfterMs] = whole as [number, number, number]
  return {
    ...{ symbol, direction, stake, winnings, seconds, entryAfterMs, staleAfterMs },
    ...{ acceptedAtMs, acceptedSequence },
  }
}

function amountOf(text = ''): Units | undefined {
  const amount = parseDecimal(text, findCurrency(STAKE_CURRENCY)!.decimals)
  return amount === undefined ? undefined : units(amount)
}

const wholeOf = (text = ''): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)
