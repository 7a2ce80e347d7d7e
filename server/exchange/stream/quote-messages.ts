import { formatMark, markOf } from '#domain/contract/rules.ts'
import { exchangeSymbol } from '#domain/exchange/symbols.ts'
import { type Period, periodMs } from '#domain/market/candle.ts'
import type { CandleView, QuoteView } from '#domain/market/contract.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import type { Tick } from '#domain/market/tick.ts'
import { DAY_MS } from '#domain/time.ts'
import { divided, isMore, minus } from '../decimals.ts'
import type { bestOfBook } from './book-messages.ts'

/** What streams say of prices and candles, which come from the tape. */

const NOTHING = '0'

/** What was traded of it here in 24 hours; of a contract, whose counterparty is Plumb, that of the reference markets. */
const volumes = ({ ownVolume24h, ownTurnover24h, volume24h, turnover24h }: QuoteView) => ({
  v: ownVolume24h ?? volume24h,
  q: ownTurnover24h ?? turnover24h,
})

/** The figures of 24 hours in short; undefined while there is no price. */
export function miniTicker(instrument: Instrument, quote: QuoteView, nowMs: number) {
  const { lastPrice, open24h, high24h, low24h } = quote
  if (lastPrice === null) return undefined
  return {
    e: '24hrMiniTicker',
    E: nowMs,
    s: exchangeSymbol(instrument),
    c: lastPrice,
    o: open24h ?? lastPrice,
    h: high24h ?? lastPrice,
    l: low24h ?? lastPrice,
    ...volumes(quote),
  }
}

/** Bid and ask with what stands there; of a contract no quantity is known: any may be traded within its limits. */
export type Best = Pick<ReturnType<typeof bestOfBook>, 'b' | 'B' | 'a' | 'A'>

/** The figures of 24 hours; undefined while there is no price. What nobody counts here is 0. */
export function ticker(instrument: Instrument, quote: QuoteView, best: Best, nowMs: number) {
  const short = miniTicker(instrument, quote, nowMs)
  if (!short) return undefined
  const { e: _, ...figures } = short
  return {
    ...figures,
    e: '24hrTicker',
    p: minus(short.c, short.o),
    P: quote.changePercent ?? NOTHING,
    w: isMore(short.v) ? divided(short.q, short.v, instrument.priceDecimals) : short.c,
    x: short.o,
    Q: NOTHING,
    ...best,
    O: nowMs - DAY_MS,
    C: nowMs,
    F: -1,
    L: -1,
    n: 0,
  }
}

/** Bid and ask of a quote, as a contract is opened and closed at. */
export const bestOfQuote = ({ bid, ask }: QuoteView): Best => ({
  b: bid ?? NOTHING,
  B: NOTHING,
  a: ask ?? NOTHING,
  A: NOTHING,
})

/** Bid and ask of a contract as a message of their own; undefined without a price. */
export function contractBest(instrument: Instrument, quote: QuoteView, nowMs: number) {
  if (quote.bid === null || quote.ask === null || quote.atMs === null) return undefined
  return {
    e: 'bookTicker',
    u: quote.sequence,
    s: exchangeSymbol(instrument),
    ...bestOfQuote(quote),
    T: quote.atMs,
    E: nowMs,
  }
}

/** The mark price, between bid and ask; there is no funding rate: financing is charged at midnight as the terms say. */
export function markPrice(instrument: Instrument, tick: Tick, nextFinancingAtMs: number, nowMs: number) {
  const mark = formatMark(instrument, markOf(tick))
  return {
    e: 'markPriceUpdate',
    E: nowMs,
    s: exchangeSymbol(instrument),
    p: mark,
    i: mark,
    P: mark,
    r: NOTHING,
    T: nextFinancingAtMs,
  }
}

/** A candle, which is over or runs; its volume is of the markets that its prices come from, and what else is counted is not known: 0. */
export function kline(
  instrument: Instrument,
  period: Period,
  candle: CandleView,
  isOver: boolean,
  nowMs: number,
) {
  const s = exchangeSymbol(instrument)
  return {
    e: 'kline',
    E: nowMs,
    s,
    k: {
      t: candle.openAtMs,
      T: candle.openAtMs + periodMs[period] - 1,
      s,
      i: period,
      f: -1,
      L: -1,
      o: candle.open,
      c: candle.close,
      h: candle.high,
      l: candle.low,
      v: candle.volume,
      n: 0,
      x: isOver,
      q: NOTHING,
      V: NOTHING,
      Q: NOTHING,
      B: NOTHING,
    },
  }
}
