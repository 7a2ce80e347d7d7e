import { allowed, type Decision, refused } from '../errors.ts'
import { least } from '../money/amount.ts'
import { formatAmount } from '../money/read-amount.ts'
import { type ContractMarket, tickValueIn } from './order.ts'
import { formatLots, markOf } from './rules.ts'
import { MARGIN_CURRENCY } from './terms.ts'

/** What there is of an instrument already, in hundredths of a lot. */
export interface TakenLots {
  /** The customer's, open and waiting. */
  readonly own: bigint
  /** Everybody's, open, both sides together. */
  readonly all: bigint
}

/** How many lots a cap is worth at the mark price. Rounds: down. */
function lotsWorth({ instrument, terms, tick, conversionMark }: ContractMarket, cap: bigint): bigint {
  const { numerator, denominator } = tickValueIn(instrument, terms, conversionMark)
  return (cap * 2n * denominator) / (BigInt(markOf(tick)) * numerator)
}

/** The most lots that the caps leave: to the customer, and of all. Units: hundredths of a lot. Rounds: down. */
export function remainingLots(market: ContractMarket, { own, all }: TakenLots): TakenLots {
  const left = (cap: bigint, taken: bigint) => {
    const rest = lotsWorth(market, cap) - taken
    return rest > 0n ? rest : 0n
  }
  return { own: left(market.terms.maxPosition, own), all: left(market.terms.maxOpenInterest, all) }
}

/** The largest order that the caps leave. */
export function maxLotsLeft(market: ContractMarket, taken: TakenLots): bigint {
  const { own, all } = remainingLots(market, taken)
  return least(own, all)
}

/**
 * Whether the caps of an instrument leave room for an order; both count at the mark price of this moment.
 *
 * Refuses: POSITION_LIMIT above what one customer may have, OPEN_INTEREST_LIMIT above what all may; with the largest order
 *          that would be taken.
 */
export function checkCaps(market: ContractMarket, lots: bigint, taken: TakenLots): Decision {
  const { own, all } = remainingLots(market, taken)
  if (lots <= own && lots <= all) return allowed({})
  const params = { symbol: market.instrument.label, lots: formatLots(least(own, all)) }
  if (lots > all) return refused('OPEN_INTEREST_LIMIT', params)
  const { maxPosition } = market.terms
  return refused('POSITION_LIMIT', {
    ...params,
    maximum: formatAmount(maxPosition, MARGIN_CURRENCY),
    currency: MARGIN_CURRENCY,
  })
}
