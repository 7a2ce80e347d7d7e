import type { PositionView } from '#domain/contract/contract.ts'
import { readLots, tickValueIn } from '#domain/contract/order.ts'
import { markOf, priceOfEquity } from '#domain/contract/rules.ts'
import { contractTermsOf } from '#domain/contract/terms.ts'
import { formatPrice, parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { price } from '#domain/money/amount.ts'
import { unitsOf } from '#web/features/contract/margin-amounts.ts'
import type { TickOf } from '#web/features/contract/use-ticks.ts'

/**
 * About where a position would be liquidated with more margin: the server's rule says how far that moves the price that
 * stands now. Spread and conversion of the opening are the server's to know, so it may be a tick off.
 */
export function liquidationWith(position: PositionView, added: bigint, tickOf: TickOf): string | undefined {
  const { symbol, direction, entryPrice, liquidationPrice, openLots, margin, maintenance } = position
  const instrument = findInstrument(symbol)!
  const terms = contractTermsOf(instrument)
  const conversion = terms?.conversion && tickOf(terms.conversion.symbol)
  const lots = readLots(openLots)
  if (!terms || !lots.ok || entryPrice === null || liquidationPrice === null) return undefined
  if (terms.conversion && !conversion) return undefined
  const value = tickValueIn(instrument, terms, conversion && markOf(conversion))
  const at = (held: bigint) =>
    priceOfEquity(
      {
        ...{ direction, lots: lots.lots, margin: held, value, feeBps: position.feeBps, spread: 0n },
        entryPrice: parsePrice(instrument, entryPrice)!,
      },
      unitsOf(maintenance),
    )
  const held = unitsOf(margin)
  const next = parsePrice(instrument, liquidationPrice)! + at(held + added) - at(held)
  return next > 0n ? formatPrice(instrument, price(next)) : undefined
}
