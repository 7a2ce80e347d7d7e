import { type ExchangeMarket, findTraded, tradedIn } from '#domain/exchange/symbols.ts'
import { intervalWords } from '#domain/exchange/words.ts'
import { bucketStart, periodMs } from '#domain/market/candle.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import type { Markets } from '#server/markets/service.ts'
import type { Contracts } from '#server/products/contract/service.ts'
import { bestDepth, bookDepth, depthView, type Spot, tradePage } from '#server/products/spot/service.ts'
import { termsIn } from './contract-terms.ts'
import { errors } from './errors.ts'
import * as shape from './market-shapes.ts'
import { LIST, limitIn, needed, type Params, whole, wordOf } from './params.ts'
import type { ExchangeRoute } from './route.ts'

/** What anyone may ask of the market, of spot and of contracts. */

export interface MarketSources {
  readonly markets: Pick<Markets, 'quote' | 'candles'>
  readonly spot: Spot
  readonly contracts: Contracts
}

const DEPTH = 100
/** How many symbols one request names at most. */
const MAX_NAMES = 100
/** A page of our own lists. */
const PAGE = 200

/** The instrument that a request names. Refuses: -1102, -1121. */
export function tradedOf(market: ExchangeMarket, params: Params): Instrument {
  const found = findTraded(market, needed(params, 'symbol'))
  if (!found) throw errors.badSymbol()
  return found
}

/** Those that a request names, each once, or all. Refuses: -1102, -1121. */
function listedOf(market: ExchangeMarket, params: Params): readonly Instrument[] {
  if (params.symbol) return [tradedOf(market, params)]
  if (!params.symbols) return tradedIn(market)
  return [...namesIn(params.symbols)].map((symbol) => tradedOf(market, { symbol }))
}

/** A list of names in JSON, each once. Refuses: -1102 for what is none, and for more than may be named. */
function namesIn(symbols: string): ReadonlySet<string> {
  if (!/^\[("[A-Z0-9]{1,30}"(,"[A-Z0-9]{1,30}")*)\]$/.test(symbols)) throw errors.missing('symbols')
  const names = new Set(JSON.parse(symbols) as string[])
  if (names.size > MAX_NAMES) throw errors.missing('symbols')
  return names
}

/** The calls of one market. */
export function marketRoutes(
  { markets, spot, contracts }: MarketSources,
  market: ExchangeMarket,
): ExchangeRoute[] {
  const root = market === 'spot' ? '/api/v3' : '/fapi/v1'
  const one = (
    path: string,
    weight: ExchangeRoute['weight'],
    handle: ExchangeRoute['handle'],
    limit?: 'chart',
  ): ExchangeRoute => ({
    ...{ method: 'GET', path: `${root}${path}`, scope: 'public', weight, asked: 'read', handle },
    ...(limit && { limit }),
  })

  async function bookOf(instrument: Instrument, limit: number) {
    if (market === 'spot') {
      const { depth } = await bookDepth(spot, instrument.symbol)
      return shape.bookOf(depthView(instrument, depth, limit))
    }
    const terms = (await termsIn(contracts.db))(instrument)
    return shape.contractBook(markets.quote(instrument.symbol)!, instrument, terms)
  }
  const bestOf = (instrument: Instrument, nowMs: number) => {
    const book = market === 'spot' ? bestDepth(spot.engine, instrument.symbol) : undefined
    // A contract opens and closes at the quote; how much of it one customer may have is not known of many at once.
    if (!book) return shape.quoteTicker(instrument, markets.quote(instrument.symbol)!, nowMs)
    return shape.bookTicker(instrument, shape.bookOf(depthView(instrument, book, 1)), nowMs)
  }
  const dayOf = (instrument: Instrument, nowMs: number) => {
    const quote = markets.quote(instrument.symbol)!
    // A contract's volume is that of the markets its price is from.
    const shown = market === 'spot' ? quote : { ...quote, ownVolume24h: null, ownTurnover24h: null }
    return shape.dayTicker(instrument, shown, bestOf(instrument, nowMs), nowMs)
  }
  /** One where one is named, a list where none or several are. */
  function each<T>(params: Params, make: (instrument: Instrument) => T): T | T[] {
    return params.symbol ? make(tradedOf(market, params)) : listedOf(market, params).map(make)
  }
  const perSymbol =
    (single: number, all: number) =>
    ({ symbol, symbols }: Params) => {
      if (symbol) return single
      return symbols ? Math.min(all, single * namesIn(symbols).size) : all
    }

  async function tradesOf(params: Params) {
    const instrument = tradedOf(market, params)
    // Contracts are made with the platform: nobody trades with anybody.
    if (market === 'contract') return []
    const limit = limitIn(params, LIST)
    const [fromMs, toMs] = [whole(params, 'startTime'), whole(params, 'endTime')]
    const trades = []
    for (let cursor: string | undefined; trades.length < limit; ) {
      const page = await tradePage(spot, instrument.symbol, { cursor, page: 1, limit: PAGE })
      trades.push(...page.items)
      const oldest = page.items.at(-1)
      if (page.next === null || (fromMs !== undefined && oldest && oldest.atMs < fromMs)) break
      cursor = page.next
    }
    return trades
      .filter(({ atMs }) => (fromMs === undefined || atMs >= fromMs) && (toMs === undefined || atMs <= toMs))
      .slice(0, limit)
      .reverse()
  }

  async function klinesOf(params: Params, nowMs: number) {
    const instrument = tradedOf(market, params)
    const period = wordOf(params, 'interval', intervalWords, errors.badInterval)
    const limit = limitIn(params, LIST)
    const asked = whole(params, 'startTime')
    const toMs = whole(params, 'endTime') ?? nowMs
    const fromMs = asked ?? bucketStart(period, toMs) - (limit - 1) * periodMs[period]
    const lastMs = asked === undefined ? toMs : Math.min(toMs, asked + limit * periodMs[period] - 1)
    if (lastMs < fromMs) return []
    const candles = await markets.candles(instrument.symbol, period, fromMs, lastMs)
    const found = candles.filter(({ openAtMs }) => openAtMs >= fromMs && openAtMs <= lastMs)
    return found.slice(0, limit).map((candle) => shape.kline(candle, period))
  }

  const symbolOf = (instrument: Instrument): object =>
    market === 'spot' ? shape.spotSymbol(instrument) : shape.contractSymbol(instrument)
  const infoOf = (params: Params, nowMs: number) =>
    shape.exchangeInfo(listedOf(market, params).map(symbolOf), nowMs)
  return [
    one('/ping', 1, () => ({})),
    one('/time', 1, (_, { nowMs }) => ({ serverTime: nowMs })),
    one('/exchangeInfo', 20, (params, { nowMs }) => infoOf(params, nowMs)),
    one('/depth', 5, (params) =>
      bookOf(tradedOf(market, params), limitIn(params, { usual: DEPTH, most: DEPTH })),
    ),
    one('/trades', 25, async (params) => (await tradesOf(params)).map(shape.publicTrade)),
    one('/aggTrades', 4, async (params) => (await tradesOf(params)).map(shape.aggregateTrade)),
    one('/klines', 2, (params, { nowMs }) => klinesOf(params, nowMs), 'chart'),
    one('/ticker/24hr', perSymbol(2, 80), (params, { nowMs }) =>
      each(params, (instrument) => dayOf(instrument, nowMs)),
    ),
    one('/ticker/price', perSymbol(2, 4), (params, { nowMs }) =>
      each(params, (instrument) => shape.tickerPrice(instrument, markets.quote(instrument.symbol)!, nowMs)),
    ),
    one('/ticker/bookTicker', perSymbol(2, 4), (params, { nowMs }) =>
      each(params, (instrument) => bestOf(instrument, nowMs)),
    ),
  ]
}

/** Of contracts that are settled in a coin there are none: clients that ask for all markets learn so. */
export const coinContractRoutes: readonly ExchangeRoute[] = [
  {
    ...{ method: 'GET', path: '/dapi/v1/exchangeInfo', scope: 'public', weight: 1, asked: 'read' },
    handle: (_, { nowMs }) => shape.exchangeInfo([], nowMs),
  },
]
