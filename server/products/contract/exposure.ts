import { type Direction, markOf, notionalAtMark } from '#domain/contract/rules.ts'
import { BPS_ONE } from '#domain/money/rate.ts'
import { type Batch, spendable } from './batch.ts'
import { conversionTick, type Market, type State, valueAt } from './state.ts'

/** What the platform must be able to pay to the customers of one instrument. Units: of the margin currency. */
export interface Exposure {
  /** In hundredths of a lot. */
  readonly longLots: bigint
  readonly shortLots: bigint
  /** Long less short. */
  readonly netLots: bigint
  /** Both sides at the mark price. */
  readonly openInterest: bigint
  /** What all positions of the instrument have won so far, less what others have lost; below zero for a loss. */
  readonly unrealized: bigint
  /** What they would win further if the price moved against the platform by the stress move. */
  readonly stress: bigint
  /** By the terms of now. */
  readonly stressBps: number
}

/** The exposure in an instrument at its newest price. Rounds: up. */
export function exposureOf(state: State, market: Market): Exposure {
  const { long, short } = market.open
  const netLots = long.lots - short.lots
  const conversion = conversionTick(state, market)
  const isPriced = market.last && (!market.terms.conversion || conversion)
  const { stressBps } = market.terms
  const lots = { longLots: long.lots, shortLots: short.lots, netLots, stressBps }
  if (!isPriced) return { ...lots, openInterest: 0n, unrealized: 0n, stress: 0n }
  const value = valueAt(market, market.terms, conversion && markOf(conversion))
  const mark = BigInt(markOf(market.last!))
  const size = netLots < 0n ? -netLots : netLots
  const won = (mark * netLots - 2n * (long.cost - short.cost)) * value.numerator
  return {
    ...lots,
    openInterest: notionalAtMark(value, long.lots + short.lots, mark),
    unrealized: won / (2n * value.denominator),
    stress: (size * mark * value.numerator * BigInt(stressBps)) / (2n * value.denominator * BPS_ONE) + 1n,
  }
}

/** What the platform must be able to pay: the stress, and what customers have won. */
export const neededOf = ({ unrealized, stress }: Pick<Exposure, 'unrealized' | 'stress'>): bigint =>
  stress + (unrealized > 0n ? unrealized : 0n)

/** What of a need the counterparty can pay, what the insurance would have to, and what neither could. */
export function coverOf(needed: bigint, own: bigint, insured: bigint) {
  const beyond = needed > own ? needed - own : 0n
  const fromInsurance = beyond < insured ? beyond : insured
  return { fromInsurance, uncovered: beyond - fromInsurance }
}

const neededFor = (state: State, market: Market): bigint => neededOf(exposureOf(state, market))

/**
 * Whether the platform could pay what the customers have won and would win in the stress move, with one position more.
 * One that lowers what it must be able to pay is always covered.
 */
export function isCovered(
  state: State,
  batch: Batch,
  market: Market,
  { direction, lots }: { readonly direction: Direction; readonly lots: number },
  entryPrice: number,
): boolean {
  if (batch.needed.size === 0) {
    for (const each of state.markets.values()) {
      const isUsed = each.open.long.lots > 0n || each.open.short.lots > 0n
      if (isUsed) batch.needed.set(each.instrument.symbol, neededFor(state, each))
    }
  }
  const before = neededFor(state, market)
  const sum = market.open[direction]
  const cost = BigInt(lots) * BigInt(entryPrice)
  sum.lots += BigInt(lots)
  sum.cost += cost
  const after = neededFor(state, market)
  sum.lots -= BigInt(lots)
  sum.cost -= cost
  let all = after
  for (const [symbol, needed] of batch.needed) if (symbol !== market.instrument.symbol) all += needed
  if (after > before && all > spendable(batch, batch.realm.counterparty())) return false
  batch.needed.set(market.instrument.symbol, after)
  return true
}
