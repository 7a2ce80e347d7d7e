import { type ExchangeMarket, exchangeSymbol, findTraded } from '#domain/exchange/symbols.ts'
import type { Period } from '#domain/market/candle.ts'
import type { CandleView, QuoteView } from '#domain/market/contract.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import type { Markets } from '#server/markets/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { BookDepth } from '#server/products/spot/books.ts'
import type { Engine, EngineEvent } from '#server/products/spot/engine.ts'
import { aggregateTrade, bestLevels, bestOfBook, depthUpdate, tradeMessage } from './book-messages.ts'
import type { Hub } from './hub.ts'
import { FAST_MS, SLOW_MS, type Stream, type StreamOf } from './names.ts'
import { bestOfQuote, contractBest, kline, markPrice, miniTicker, ticker } from './quote-messages.ts'

export interface MarketStreams {
  /** Somebody listens to a stream now. Returns: how it stands, of those that show a state. */
  joined(stream: Stream): object | undefined
  /** Nobody listens to a stream any more. */
  left(stream: Stream): void
  stop(): void
}

export interface MarketStreamsDeps {
  readonly hub: Hub
  readonly spot: Pick<Engine, 'subscribe' | 'depth' | 'hasBooks'>
  readonly markets: Pick<Markets, 'events' | 'quote' | 'lastTick' | 'candles'>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** A book as its streams of one pace last told it, and whether they are to tell more. */
interface ToldBook {
  /** None before it was known. */
  told: BookDepth | undefined
  timer: NodeJS.Timeout | undefined
}

/** The candle that a stream last told; while the one before is read as it ended, the newest waits. */
interface ToldCandle {
  told: CandleView
  waiting: CandleView | undefined
}

const bothMarkets = ['spot', 'contract'] as const satisfies readonly ExchangeMarket[]

/** Tells the streams of the markets what changes, of what anybody listens to. */
export function createMarketStreams({
  hub,
  spot,
  markets,
  clock,
  onError,
}: MarketStreamsDeps): MarketStreams {
  const books = new Map<string, ToldBook>()
  const candles = new Map<string, ToldCandle>()
  const changedQuotes = new Map<string, QuoteView>()
  let quoteTimer: NodeJS.Timeout | undefined

  const stops = [
    spot.subscribe((event) => {
      if (event.kind === 'book') bookChanged(event.symbol)
      else if (event.kind === 'trades') tellTrades(event)
      else if (event.kind === 'missed') restartSpot()
    }),
    markets.events.subscribe('quotes', quotesChanged),
    markets.events.subscribe('candles', ({ symbol, candles: running }) => {
      for (const market of bothMarkets)
        for (const stream of hub.of(market, symbol, 'candles'))
          if (stream.kind === 'kline') candleChanged(stream, running[stream.period])
    }),
  ]

  function tellTrades({ symbol, trades, atMs }: Extract<EngineEvent, { kind: 'trades' }>) {
    const streams = hub.of('spot', symbol, 'trades')
    if (streams.length === 0) return
    const [instrument, nowMs] = [findInstrument(symbol)!, clock.nowMs()]
    const write = { trade: tradeMessage, aggTrade: aggregateTrade }
    for (const stream of streams)
      if (stream.kind === 'trade' || stream.kind === 'aggTrade')
        for (const trade of trades) hub.publish(stream, write[stream.kind](instrument, trade, atMs, nowMs))
  }

  /** What a stream says next would not follow from what it said last. */
  function restartSpot() {
    for (const { symbol } of instruments)
      for (const topic of ['book', 'trades'] as const)
        for (const stream of hub.of('spot', symbol, topic)) hub.restart(stream)
  }

  function bookChanged(symbol: string) {
    for (const everyMs of [FAST_MS, SLOW_MS]) {
      const book = books.get(bookKey(symbol, everyMs))
      if (book) book.timer ??= setTimeout(() => tellBook(symbol, everyMs, book), everyMs)
    }
  }

  function tellBook(symbol: string, everyMs: number, book: ToldBook) {
    book.timer = undefined
    const streams = hub.of('spot', symbol, 'book').filter((stream) => paceOf(stream) === everyMs)
    const [instrument, now] = [findInstrument(symbol), spot.depth(symbol)]
    if (streams.length === 0 || !instrument) return void books.delete(bookKey(symbol, everyMs))
    if (!now) return
    const { told = { ...now, bids: [], asks: [], sequence: now.sequence - 1 } } = book
    // The order books were read again, by a clock that is behind the one before: the numbers begin anew, and so do clients.
    if (now.sequence < told.sequence) {
      book.told = now
      for (const stream of streams) if (stream.kind === 'depth') hub.restart(stream)
      return
    }
    const update = depthUpdate(instrument, told, now, clock.nowMs())
    if (!update) return
    book.told = now
    for (const stream of streams) {
      if (stream.kind === 'depth') hub.publish(stream, update)
      else if (stream.kind === 'levels') hub.publish(stream, bestLevels(instrument, now, stream.levels))
      else if (hasOtherBest(told, now)) hub.publish(stream, bestOfBook(instrument, now))
    }
  }

  function quotesChanged(quotes: readonly QuoteView[]) {
    for (const quote of quotes) {
      changedQuotes.set(quote.symbol, quote)
      const best = hub.of('contract', quote.symbol, 'quote').filter(({ kind }) => kind === 'bookTicker')
      const message = best.length > 0 && contractBest(findInstrument(quote.symbol)!, quote, clock.nowMs())
      if (message) for (const stream of best) hub.publish(stream, message)
    }
    quoteTimer ??= setTimeout(tellQuotes, SLOW_MS)
  }

  function tellQuotes() {
    quoteTimer = undefined
    const quotes = [...changedQuotes.values()]
    changedQuotes.clear()
    for (const market of bothMarkets) {
      for (const { symbol } of quotes)
        for (const stream of hub.of(market, symbol, 'quote')) {
          const message = stream.kind === 'bookTicker' ? undefined : stateOf(stream)
          if (message) hub.publish(stream, message)
        }
      for (const stream of hub.of(market, undefined, 'all')) {
        if (stream.symbol !== undefined) continue
        const kind = eachOf[stream.kind]
        const messages = quotes.flatMap(({ symbol }) => quoteMessage(market, kind, symbol) ?? [])
        if (messages.length > 0) hub.publish(stream, messages)
      }
    }
  }

  /** What a stream of a price says of an instrument now; undefined where it is not traded, or has no price yet. */
  function quoteMessage(market: ExchangeMarket, kind: 'ticker' | 'miniTicker' | 'markPrice', symbol: string) {
    const [instrument, quote, nowMs] = [tradedBy(market, symbol), markets.quote(symbol), clock.nowMs()]
    if (!instrument || !quote) return undefined
    // It says what is best in the book.
    if (kind === 'ticker' && market === 'spot' && !spot.hasBooks()) return undefined
    if (kind === 'miniTicker') return miniTicker(instrument, quote, nowMs)
    if (kind === 'ticker') return ticker(instrument, quote, bestOf(market, instrument, quote), nowMs)
    const tick = markets.lastTick(symbol)
    return tick && markPrice(instrument, tick, startOfDayUtc(nowMs) + DAY_MS, nowMs)
  }

  function bestOf(market: ExchangeMarket, instrument: Instrument, quote: QuoteView) {
    const book = market === 'spot' ? spot.depth(instrument.symbol) : undefined
    if (!book) return bestOfQuote(quote)
    const { b, B, a, A } = bestOfBook(instrument, book)
    return { b, B, a, A }
  }

  /** How a stream stands, where it shows a state: for who has just come. */
  function stateOf(stream: Stream): object | undefined {
    const { kind, market, symbol } = stream
    if (kind === 'ticker' || kind === 'miniTicker' || kind === 'markPrice')
      return quoteMessage(market, kind, symbol)
    if (kind === 'bookTicker' && market === 'contract') {
      const quote = markets.quote(symbol)
      return quote && contractBest(findInstrument(symbol)!, quote, clock.nowMs())
    }
    if (kind !== 'levels' && kind !== 'bookTicker') return undefined
    const [instrument, book] = [findInstrument(symbol), spot.depth(symbol)]
    if (!instrument || !book) return undefined
    return kind === 'levels' ? bestLevels(instrument, book, stream.levels) : bestOfBook(instrument, book)
  }

  function candleChanged(stream: StreamOf<'kline'>, candle: CandleView | undefined) {
    if (!candle) return
    const key = candleKey(stream)
    const known = candles.get(key)
    if (known?.waiting) known.waiting = candle
    else if (known && known.told.openAtMs < candle.openAtMs) {
      known.waiting = candle
      void endCandle(stream, known).catch(onError)
    } else {
      candles.set(key, { told: candle, waiting: undefined })
      publishCandle(stream, candle, false)
    }
  }

  /** Tells a candle as it ended: its last ticks may have come with the first of the next. */
  async function endCandle(stream: StreamOf<'kline'>, known: ToldCandle) {
    const { symbol, period } = stream
    const { openAtMs } = known.told
    const [ended] = await markets.candles(symbol, period, openAtMs, openAtMs + 1).catch(() => [known.told])
    publishCandle(stream, ended ?? known.told, true)
    known.told = known.waiting!
    known.waiting = undefined
    publishCandle(stream, known.told, false)
  }

  function publishCandle(stream: StreamOf<'kline'>, candle: CandleView, isOver: boolean) {
    const instrument = findInstrument(stream.symbol)
    if (!instrument) return
    hub.publish(stream, kline(instrument, stream.period as Period, candle, isOver, clock.nowMs()))
  }

  return {
    joined(stream) {
      const everyMs = paceOf(stream)
      if (everyMs !== undefined) {
        const key = bookKey(stream.symbol!, everyMs)
        if (!books.has(key)) books.set(key, { told: spot.depth(stream.symbol!), timer: undefined })
      }
      return stateOf(stream)
    },
    left(stream) {
      candles.delete(candleKey(stream))
      const everyMs = paceOf(stream)
      if (
        everyMs === undefined ||
        hub.of('spot', stream.symbol, 'book').some((one) => paceOf(one) === everyMs)
      )
        return
      const key = bookKey(stream.symbol!, everyMs)
      clearTimeout(books.get(key)?.timer)
      books.delete(key)
    },
    stop() {
      for (const stop of stops) stop()
      for (const { timer } of books.values()) clearTimeout(timer)
      clearTimeout(quoteTimer)
    },
  }
}

/** What a stream of all instruments says of each. */
const eachOf = { tickers: 'ticker', miniTickers: 'miniTicker', markPrices: 'markPrice' } as const

const bookKey = (symbol: string, everyMs: number) => `${symbol} ${everyMs}`

const candleKey = ({ market, name }: Stream) => `${market} ${name}`

/** How often a stream of a book is told at most; undefined of other streams. */
function paceOf(stream: Stream): number | undefined {
  if (stream.kind === 'depth' || stream.kind === 'levels') return stream.everyMs
  return stream.kind === 'bookTicker' && stream.market === 'spot' ? FAST_MS : undefined
}

function hasOtherBest(before: BookDepth, now: BookDepth): boolean {
  const isOther = (side: 'bids' | 'asks') =>
    before[side][0]?.price !== now[side][0]?.price || before[side][0]?.quantity !== now[side][0]?.quantity
  return isOther('bids') || isOther('asks')
}

/** An instrument that is traded in a market under its name there. */
function tradedBy(market: ExchangeMarket, symbol: string): Instrument | undefined {
  const instrument = findInstrument(symbol)
  return instrument && findTraded(market, exchangeSymbol(instrument)) === instrument ? instrument : undefined
}
