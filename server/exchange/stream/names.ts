import { type ExchangeMarket, exchangeSymbol, findTraded } from '#domain/exchange/symbols.ts'
import { intervalWords } from '#domain/exchange/words.ts'
import type { Period } from '#domain/market/candle.ts'

/** The names of streams: which there are, and what each is made from. */

/** How many price levels a stream of the best ones may have. */
const LEVELS = ['5', '10', '20'] as const
/** How often a stream of the book is sent at most; a name without one has the slower. */
export const SLOW_MS = 1_000
export const FAST_MS = 100

/** What a stream shows; `symbol` is ours. */
export type Stream = { readonly market: ExchangeMarket; readonly name: string } & (
  | { readonly kind: 'depth'; readonly symbol: string; readonly everyMs: number }
  | { readonly kind: 'levels'; readonly symbol: string; readonly everyMs: number; readonly levels: number }
  | { readonly kind: OneKind; readonly symbol: string }
  | { readonly kind: 'kline'; readonly symbol: string; readonly period: Period }
  | { readonly kind: AllKind; readonly symbol: undefined }
)
export type StreamOf<Kind extends Stream['kind']> = Extract<Stream, { readonly kind: Kind }>

const oneKinds = ['trade', 'aggTrade', 'bookTicker', 'ticker', 'miniTicker', 'markPrice'] as const
type OneKind = (typeof oneKinds)[number]
const allKinds = ['tickers', 'miniTickers', 'markPrices'] as const
type AllKind = (typeof allKinds)[number]

const allNames: Readonly<Record<string, AllKind>> = {
  '!ticker@arr': 'tickers',
  '!miniTicker@arr': 'miniTickers',
  '!markPrice@arr': 'markPrices',
  '!markPrice@arr@1s': 'markPrices',
}

/** What only one of the two markets has: a book and trades are of spot, a mark price is of contracts. */
const kindsOf: Readonly<Record<ExchangeMarket, readonly Stream['kind'][]>> = {
  spot: [
    ...(['depth', 'levels', 'trade', 'aggTrade', 'bookTicker', 'kline'] as const),
    ...(['ticker', 'miniTicker', 'tickers', 'miniTickers'] as const),
  ],
  contract: [
    ...(['bookTicker', 'kline', 'ticker', 'miniTicker', 'markPrice'] as const),
    ...(['tickers', 'miniTickers', 'markPrices'] as const),
  ],
}

/**
 * Reads the name of a stream.
 *
 * Refuses: (as `undefined`) what is no name of a stream of this market, and one of an instrument that is not traded in it.
 * @example streamOf('spot', 'btcusdt@depth@100ms') // { kind: 'depth', symbol: 'BTC-USDT', everyMs: 100, … }
 */
export function streamOf(market: ExchangeMarket, name: string): Stream | undefined {
  const found = Object.hasOwn(allNames, name)
    ? { market, name, kind: allNames[name]!, symbol: undefined }
    : oneOf(market, name)
  return found && kindsOf[market].includes(found.kind) ? found : undefined
}

function oneOf(market: ExchangeMarket, name: string): Stream | undefined {
  const [id = '', topic = '', speed, ...more] = name.split('@')
  // Names are written in small letters, so that one stream has one name.
  const instrument = id === id.toLowerCase() ? findTraded(market, id.toUpperCase()) : undefined
  if (!instrument || more.length > 0) return undefined
  const { symbol } = instrument
  const levels = LEVELS.find((count) => topic === `depth${count}`)
  if (topic === 'depth' || levels !== undefined) {
    const everyMs = speedOf(speed)
    if (everyMs === undefined) return undefined
    return levels === undefined
      ? { market, name, kind: 'depth', symbol, everyMs }
      : { market, name, kind: 'levels', symbol, everyMs, levels: Number(levels) }
  }
  if (topic === 'markPrice' && speed === '1s') return { market, name, kind: 'markPrice', symbol }
  if (speed !== undefined) return undefined
  const period = intervalWords.find((interval) => topic === `kline_${interval}`)
  if (period) return { market, name, kind: 'kline', symbol, period }
  const kind = oneKinds.find((one) => one === topic)
  return kind && { market, name, kind, symbol }
}

function speedOf(speed: string | undefined): number | undefined {
  if (speed === undefined || speed === '1000ms') return SLOW_MS
  return speed === '100ms' ? FAST_MS : undefined
}

/** How a market's instruments are written in names of streams. @example streamSymbol(btc) // 'btcusdt' */
export const streamSymbol = (instrument: Parameters<typeof exchangeSymbol>[0]): string =>
  exchangeSymbol(instrument).toLowerCase()
