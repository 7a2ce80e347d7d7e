import { type Refusal, refusal } from '#domain/errors.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Markets } from './service.ts'

type Prices = Pick<Markets, 'canPrice'>

/** Why nothing is decided by the price of an instrument that has no fresh one: it is late, or no source here has it at all. */
export const noPrice = (prices: Prices, { symbol, label }: Pick<Instrument, 'symbol' | 'label'>): Refusal =>
  refusal(prices.canPrice(symbol) ? 'PRICE_STALE' : 'NO_LIVE_PRICE', { symbol: label })

/** Refuses: NO_LIVE_PRICE of what no source here has a price of. Whether it is listed at all is for others to say. */
export function requirePriceable(prices: Prices, symbol: string): void {
  const instrument = findInstrument(symbol)
  if (instrument && !prices.canPrice(symbol)) throw noPrice(prices, instrument)
}
