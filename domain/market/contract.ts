import * as z from 'zod/mini'
import { channel } from '../channel.ts'
import { endpoint } from '../endpoint.ts'
import { decimalString, momentInput, numberOf, symbol, symbolInput, timeMs } from '../fields.ts'
import { tapeEndpoints } from '../proof/contract.ts'
import { periods } from './candle.ts'
import { instrumentClasses } from './instrument.ts'

/** What anyone may see of the markets, and a customer's watchlist. */

/** Which tab of the market page: 0 forex, 2 crypto, 3 futures, 6 stocks, 9 ETF, 100 favourites. */
const classIdNumbers = [0, 2, 3, 6, 9, 100] as const
export const classId = z.literal(classIdNumbers)

export const quoteView = z.object({
  symbol: z.string(),
  label: z.string(),
  name: z.string(),
  classId,
  /** Null until the first tick. */
  lastPrice: z.nullable(decimalString),
  bid: z.nullable(decimalString),
  ask: z.nullable(decimalString),
  open24h: z.nullable(decimalString),
  high24h: z.nullable(decimalString),
  low24h: z.nullable(decimalString),
  /** Reference volume: of the markets that prices come from. In base. */
  volume24h: decimalString,
  /** The same in quote, about: minute volumes at minute closes. */
  turnover24h: decimalString,
  /** What was traded on Plumb itself, in base and in quote, exactly; null where the instrument is not traded here. */
  ownVolume24h: z.nullable(decimalString),
  ownTurnover24h: z.nullable(decimalString),
  /** Signed, two decimals, without the sign of percent. */
  changePercent: z.nullable(decimalString),
  source: z.enum(['simulated', 'recorded', 'live']),
  isOpen: z.boolean(),
  /** When the market next opens or closes; null when it never does. */
  nextChangeAtMs: z.nullable(timeMs),
  /** The market is open but the last tick is too old to trade on. */
  isStale: z.boolean(),
  /** False of what no source quotes here: it has no live price, and nothing is traded on it. */
  isPriced: z.boolean(),
  /** When the last tick was recorded, and its place on the tape. */
  atMs: z.nullable(timeMs),
  sequence: z.nullable(z.number()),
  /** Where there was no tick since the start: the end of the last minute that traded, which `lastPrice` is of. */
  closeOfMs: z.nullable(timeMs),
})
export type QuoteView = z.output<typeof quoteView>

export const candleView = z.object({
  openAtMs: timeMs,
  open: decimalString,
  high: decimalString,
  low: decimalString,
  close: decimalString,
  volume: decimalString,
  /** `generated` is the synthetic backfill of a new simulated market; the others are built from the tape. */
  origin: z.enum(['generated', 'simulated', 'recorded', 'live']),
  /** Candles are missing before this one although the market was open. Absent when not so. */
  isAfterGap: z.optional(z.boolean()),
})
export type CandleView = z.output<typeof candleView>

export const instrumentView = z.object({
  symbol: z.string(),
  label: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  class: z.enum(instrumentClasses),
  classId,
  base: z.string(),
  quote: z.string(),
  tickSize: decimalString,
  stepSize: decimalString,
  minNotional: decimalString,
  /** How much of base one lot of its contract is. */
  lotSize: z.number(),
  priceDecimals: z.number(),
  quantityDecimals: z.number(),
  session: z.enum(['always', 'forex', 'us-stock', 'us-future']),
  timeZone: z.string(),
  products: z.array(z.enum(['spot', 'contract', 'option'])),
  status: z.enum(['trading', 'halted']),
  makerFeeBps: z.number(),
  takerFeeBps: z.number(),
  collar: z.enum(['major', 'other']),
  restingBandBps: z.number(),
  referencePrice: decimalString,
  /** Orders keep the terms they were made under. */
  termsVersion: z.number(),
})
export type InstrumentView = z.output<typeof instrumentView>

export const currencyView = z.object({
  number: z.number(),
  code: z.string(),
  name: z.string(),
  decimals: z.number(),
  kind: z.enum(['crypto', 'fiat']),
  colour: z.string(),
})

const classView = z.object({
  classId,
  name: z.enum(['favourites', 'forex', 'stock', 'future', 'crypto', 'etf']),
})

export const quotesByClass = endpoint({
  area: 'market',
  method: 'GET',
  path: '/currency/quotation_new',
  access: 'public',
  summary: 'All quotes, by class',
  output: z.array(z.object({ ...classView.shape, quotes: z.array(quoteView) })),
})

export const quotesFlat = endpoint({
  area: 'market',
  method: 'GET',
  path: '/currency/quotation_huang',
  access: 'public',
  summary: 'All quotes, in one list',
  output: z.array(quoteView),
})

export const quotesOfClass = endpoint({
  area: 'market',
  method: 'GET',
  path: '/currency/optionalquotation',
  access: 'public',
  summary: 'The quotes of one class; 100 is the signed-in customer’s watchlist',
  input: { classId: numberOf(classIdNumbers) },
  wire: { classId: 'is_class' },
  output: z.array(quoteView),
})

export const quoteOf = endpoint({
  area: 'market',
  method: 'GET',
  path: '/currency/quotation',
  access: 'public',
  summary: 'The quote of one instrument',
  input: { symbol: symbolInput },
  output: quoteView,
})

export const classes = endpoint({
  area: 'market',
  method: 'GET',
  path: '/currency/bclass',
  access: 'public',
  summary: 'The classes of instruments, in the order of the tabs',
  output: z.array(classView),
})

export const candles = endpoint({
  area: 'market',
  method: 'GET',
  path: '/currency/new_timeshar',
  access: 'public',
  rate: 'chart',
  summary: 'Candles of one instrument between two times; the newest 1,000 where there are more',
  input: {
    symbol: symbolInput,
    period: z.enum(periods),
    fromMs: momentInput,
    toMs: momentInput,
  },
  wire: { fromMs: 'from', toMs: 'to' },
  output: z.array(candleView),
})

export const sparklines = endpoint({
  area: 'market',
  method: 'GET',
  path: '/currency/sparklines',
  access: 'public',
  summary: 'The last 24 hours of every instrument as 48 half-hour closes; null where nothing traded',
  output: z.object({
    toMs: timeMs,
    stepMs: z.number(),
    lines: z.record(z.string(), z.array(z.nullable(decimalString))),
  }),
})

export const fiatRates = endpoint({
  area: 'market',
  method: 'GET',
  path: '/wallet/getRateCurrency',
  access: 'public',
  summary: 'What one US dollar is worth in each fiat currency that can be shown',
  output: z.object({
    /** When the oldest price among those used is of. */
    saveTime: timeMs,
    list: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        rate: decimalString,
        /** When its price is of; null of the dollar itself. */
        atMs: z.nullable(timeMs),
        /** It is a last close: its market has not ticked since the start. */
        isClose: z.boolean(),
      }),
    ),
  }),
  wire: { code: 'currency_code' },
})

export const watchlistAdd = endpoint({
  area: 'market',
  method: 'POST',
  path: '/optional/add',
  access: 'user',
  rate: 'write',
  summary: 'Put an instrument on the watchlist',
  input: { symbol: symbolInput },
  wire: { symbol: 'currency_id' },
  output: z.object({ symbols: z.array(z.string()) }),
})

export const watchlistRemove = endpoint({
  area: 'market',
  method: 'POST',
  path: '/optional/del',
  access: 'user',
  rate: 'write',
  summary: 'Take an instrument off the watchlist',
  input: { symbol: symbolInput },
  wire: { symbol: 'currency_id' },
  output: z.object({ symbols: z.array(z.string()) }),
})

/** More are not listed. */
const MAX_WATCHED = 500

export const watchlistOrder = endpoint({
  area: 'market',
  method: 'POST',
  path: '/optional/sort',
  access: 'user',
  rate: 'write',
  summary: 'Put the watchlist in this order; what is not named stays before it',
  input: {
    symbols: z.pipe(
      z
        .string()
        .check(
          z.maxLength(MAX_WATCHED * 24),
          z.regex(/^[A-Z0-9]{1,12}([-/][A-Z0-9]{1,10})?(,[A-Z0-9]{1,12}([-/][A-Z0-9]{1,10})?)*$/, 'symbols'),
        ),
      z.transform((typed: string) => [...new Set(typed.replaceAll('/', '-').split(','))]),
    ),
  },
  lists: ['symbols'],
  outputWire: {},
  output: z.object({ symbols: z.array(z.string()) }),
})

export const watchlist = endpoint({
  area: 'market',
  method: 'GET',
  path: '/optional/list',
  access: 'user',
  summary: 'The watchlist in the customer’s order, with quotes',
  output: z.array(quoteView),
})

export const quotesChannel = channel({
  name: 'quotes',
  event: 'quotes',
  access: 'public',
  summary: 'The quotes that changed, of all instruments; all of them at first',
  payload: z.array(quoteView),
})

export const classQuotesChannel = channel({
  name: 'quotes:{class}',
  event: 'quotes',
  access: 'public',
  summary: 'The same of one class',
  params: { class: z.enum(instrumentClasses) },
  payload: z.array(quoteView),
})

export const candlesChannel = channel({
  name: 'candles:{symbol}:{period}',
  event: 'candle',
  access: 'public',
  summary: 'The running candle of one instrument and period, whenever it changes',
  params: { symbol, period: z.enum(periods) },
  payload: z.object({ symbol: z.string(), period: z.enum(periods), candle: candleView }),
})

export const marketChannels = [quotesChannel, classQuotesChannel, candlesChannel] as const

/** Every call of the markets. */
export const marketEndpoints = [
  quotesByClass,
  quotesFlat,
  quotesOfClass,
  quoteOf,
  classes,
  candles,
  sparklines,
  fiatRates,
  watchlistAdd,
  watchlistRemove,
  watchlistOrder,
  watchlist,
  ...tapeEndpoints,
]
