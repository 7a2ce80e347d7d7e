import { closeLots } from '#domain/contract/lifecycle.ts'
import { markOf } from '#domain/contract/rules.ts'
import { contractTermsOf, tickValue } from '#domain/contract/terms.ts'
import { shareOfProfit } from '#domain/copy/rules.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { type LastTick, openPosition, type Position, unrealizedPnl } from '../contract/service.ts'
import type { RelationRow } from './state.ts'

/** What open copies have gained, and what the lead's share would be if their relation was stopped now; undefined without a price. */
export interface ShareNow {
  readonly open: bigint | undefined
  /** All of them closed. */
  readonly closed: bigint | undefined
  /** All of them kept as one's own positions. */
  readonly kept: bigint | undefined
}

/** The same figures as stopping acts by; see `payShare`. */
export function shareNow(
  { profit, highWaterMark, shareBps }: Pick<RelationRow, 'profit' | 'highWaterMark' | 'shareBps'>,
  copies: readonly (Position | undefined)[],
  lastTick: LastTick,
): ShareNow {
  const sumOf = (resultOf: (position: Position) => bigint | undefined): bigint | undefined => {
    let sum = 0n
    for (const position of copies) {
      const own = position && resultOf(position)
      if (own === undefined) return undefined
      sum += own
    }
    return sum
  }
  const shareWith = (open: bigint | undefined) =>
    open === undefined ? undefined : shareOfProfit(profit + open, highWaterMark, shareBps)
  const open = sumOf((position) => unrealizedPnl(position, lastTick))
  return {
    open,
    closed: shareWith(sumOf((position) => closingResult(position, lastTick))),
    kept: shareWith(open),
  }
}

/** What closing a position at the newest price brings, after the fee of that. */
function closingResult(position: Position, lastTick: LastTick): bigint | undefined {
  const instrument = findInstrument(position.symbol)
  const terms = instrument && contractTermsOf(instrument)
  const tick = lastTick(position.symbol)
  const conversion = terms?.conversion && lastTick(terms.conversion.symbol)
  if (!instrument || !terms || !tick || (terms.conversion && !conversion)) return undefined
  const value = tickValue(instrument, position.lotSize, terms.conversion, conversion && markOf(conversion))
  const { profit, loss, fee } = closeLots(value, openPosition(position), tick, position.openLots).settled
  return profit - loss - fee
}
