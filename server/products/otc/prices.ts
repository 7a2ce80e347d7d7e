import { Refusal, refusal } from '#domain/errors.ts'
import { isOpen } from '#domain/market/session.ts'
import {
  dollarPrices,
  isNearTape,
  type OfferPrice,
  type OtcFiat,
  type OtcTick,
  offerPrice,
  priceInstruments,
} from '#domain/otc/rules.ts'
import { noPrice } from '#server/markets/no-price.ts'
import type { MarketData } from '../product.ts'

/** The prices of the tape. */
export type Prices = Pick<MarketData, 'lastTick' | 'isFresh' | 'canPrice'>

/**
 * The ticks that an order is decided at: of the coin for its value, and of the fiat where the price follows the tape.
 *
 * Refuses: MARKET_CLOSED, MARKET_SESSION_CLOSED, PRICE_STALE or NO_LIVE_PRICE.
 */
export const freshTicks = (prices: Prices, offer: OfferPrice, nowMs: number): OtcTick[] =>
  priceInstruments(offer.currency, offer.price === null ? offer.fiat : 'USD').map((instrument) => {
    const { symbol, label, status } = instrument
    if (status === 'halted') throw refusal('MARKET_CLOSED', { symbol: label })
    if (!isOpen(instrument, nowMs)) throw refusal('MARKET_SESSION_CLOSED', { symbol: label })
    const tick = prices.lastTick(symbol)
    if (!tick || !prices.isFresh(symbol)) throw noPrice(prices, { symbol, label })
    return { symbol, sequence: tick.sequence, price: tick.price }
  })

/**
 * Whether a fixed price is near the newest prices of the tape; an old one is near enough, as exchanges of euros rest.
 *
 * Refuses: PRICE_STALE or NO_LIVE_PRICE where the tape never had one.
 */
export const isNearNewest = (prices: Prices, offer: OfferPrice): boolean =>
  isNearTape(
    offer,
    priceInstruments(offer.currency, offer.fiat).map(({ symbol, label }) => {
      const tick = prices.lastTick(symbol)
      if (!tick) throw noPrice(prices, { symbol, label })
      return tick
    }),
  )

/** What an offer costs now, with the ticks that say so; no price while the tape has none. */
export function presentPrice(
  prices: Prices,
  offer: OfferPrice,
  nowMs: number,
): { readonly price: bigint | null; readonly ticks: readonly OtcTick[] } {
  if (offer.price !== null) return { price: offer.price, ticks: [] }
  const ticks = ticksNow(prices, offer, nowMs)
  return ticks ? { price: offerPrice(offer, ticks), ticks } : { price: null, ticks: [] }
}

/** What offers that follow the tape are priced by now; undefined while the tape has no price of it. */
export function presentDollarPrices(
  prices: Prices,
  { currency, fiat }: { readonly currency: string; readonly fiat: OtcFiat },
  nowMs: number,
): { readonly coin: bigint; readonly fiat: bigint } | undefined {
  const following = { side: 'sell', currency, fiat, price: null, margin_bps: 0 } as const
  const ticks = ticksNow(prices, following, nowMs)
  return ticks && dollarPrices(currency, fiat, ticks)
}

/** As `freshTicks`; undefined where that refuses. */
function ticksNow(prices: Prices, offer: OfferPrice, nowMs: number): OtcTick[] | undefined {
  try {
    return freshTicks(prices, offer, nowMs)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
