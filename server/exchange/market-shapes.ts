import { formatLots, MAX_LOTS } from '#domain/contract/rules.ts'
import { type ContractTerms, LOT_DECIMALS, LOT_STEP, MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { exchangeSymbol } from '#domain/exchange/symbols.ts'
import { spotTypeWords } from '#domain/exchange/words.ts'
import { type Period, periodMs } from '#domain/market/candle.ts'
import type { CandleView, QuoteView } from '#domain/market/contract.ts'
import { decimalsOf, formatQuantity, type Instrument } from '#domain/market/instrument.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import type { DepthView, TradeView } from '#domain/spot/contract.ts'
import { MAX_OPEN_ORDERS, MAX_QUANTITY } from '#domain/spot/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import { divided, isMore, minus, times } from './decimals.ts'
import { idNumber } from './number.ts'
import { bestOfQuote } from './stream/quote-messages.ts'
import { ORDER_BUDGETS, WEIGHT_BUDGET } from './weights.ts'

/** The market in the shape of the traders' interface. Every odd name of it for public data stands here. */

const rateLimits = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: WEIGHT_BUDGET.limit },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: ORDER_BUDGETS['10S'].limit },
  { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: ORDER_BUDGETS['1D'].limit },
]

export const exchangeInfo = (symbols: readonly object[], nowMs: number) => ({
  timezone: 'UTC',
  serverTime: nowMs,
  rateLimits,
  exchangeFilters: [],
  symbols,
})

const statusOf = ({ status }: Instrument) => (status === 'trading' ? 'TRADING' : 'BREAK')
/** Nothing is said against a price by itself: what is allowed hangs on the market. */
const priceFilter = ({ tickSize }: Instrument) => ({
  filterType: 'PRICE_FILTER',
  minPrice: tickSize,
  maxPrice: '0',
  tickSize,
})

/** An instrument of the spot market. */
export const spotSymbol = (instrument: Instrument) => ({
  symbol: exchangeSymbol(instrument),
  status: statusOf(instrument),
  baseAsset: instrument.base,
  baseAssetPrecision: findCurrency(instrument.base)!.decimals,
  quoteAsset: instrument.quote,
  quotePrecision: findCurrency(instrument.quote)!.decimals,
  quoteAssetPrecision: findCurrency(instrument.quote)!.decimals,
  baseCommissionPrecision: findCurrency(instrument.base)!.decimals,
  quoteCommissionPrecision: findCurrency(instrument.quote)!.decimals,
  orderTypes: [...spotTypeWords],
  icebergAllowed: false,
  ocoAllowed: false,
  quoteOrderQtyMarketAllowed: true,
  allowTrailingStop: false,
  cancelReplaceAllowed: true,
  amendAllowed: true,
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  filters: [
    priceFilter(instrument),
    {
      filterType: 'LOT_SIZE',
      minQty: instrument.stepSize,
      maxQty: formatQuantity(instrument, Number(MAX_QUANTITY)),
      stepSize: instrument.stepSize,
    },
    {
      filterType: 'NOTIONAL',
      minNotional: instrument.minNotional,
      applyMinToMarket: true,
      maxNotional: '0',
      applyMaxToMarket: false,
      avgPriceMins: 0,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: MAX_OPEN_ORDERS },
  ],
  permissions: ['SPOT'],
  permissionSets: [['SPOT']],
  defaultSelfTradePreventionMode: 'EXPIRE_TAKER',
  allowedSelfTradePreventionModes: ['EXPIRE_TAKER'],
})

/** The smallest difference of a contract's quantity, in base. @example '0.01' for lots of one, '1000' for lots of 100,000 */
export const contractStep = ({ lotSize }: Pick<Instrument, 'lotSize'>): string =>
  String(Number(times(LOT_STEP, String(lotSize))))

/** In which the far future the shape has its perpetual contracts end. */
const NEVER_MS = 4_133_404_800_000

/**
 * A contract. What its price is in is said to be what it is settled in: of a US dollar one counts as the other, by the
 * contract's definition.
 */
export const contractSymbol = (instrument: Instrument) => {
  const step = contractStep(instrument)
  const lotSize = {
    minQty: step,
    maxQty: String(Number(times(formatLots(Number(MAX_LOTS)), String(instrument.lotSize)))),
    stepSize: step,
  }
  return {
    symbol: exchangeSymbol(instrument),
    pair: exchangeSymbol(instrument),
    contractType: 'PERPETUAL',
    deliveryDate: NEVER_MS,
    onboardDate: 0,
    status: statusOf(instrument),
    baseAsset: instrument.base,
    quoteAsset: MARGIN_CURRENCY,
    marginAsset: MARGIN_CURRENCY,
    pricePrecision: instrument.priceDecimals,
    quantityPrecision: Math.min(LOT_DECIMALS, decimalsOf(step)),
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: instrument.class === 'crypto' ? 'COIN' : instrument.class.toUpperCase(),
    underlyingSubType: [],
    triggerProtect: '0',
    filters: [
      priceFilter(instrument),
      { filterType: 'LOT_SIZE', ...lotSize },
      { filterType: 'MARKET_LOT_SIZE', ...lotSize },
      { filterType: 'MIN_NOTIONAL', notional: '5' },
    ],
    orderTypes: ['LIMIT', 'MARKET', 'STOP_MARKET', 'TAKE_PROFIT_MARKET'],
    timeInForce: ['GTC'],
  }
}

type Level = readonly [price: string, quantity: string]

export const bookOf = ({ sequence, bids, asks }: DepthView) => ({
  lastUpdateId: sequence,
  bids: bids.map(({ price, quantity }): Level => [price, quantity]),
  asks: asks.map(({ price, quantity }): Level => [price, quantity]),
})

/**
 * The two prices that a contract opens and closes at now, each with what one customer may have at it: there is no book, the
 * platform is the other side.
 */
export function contractBook(
  quote: QuoteView,
  { lotSize }: Instrument,
  { maxPosition }: { maxPosition: string },
) {
  const at = (price: string | null): Level[] => {
    if (price === null) return []
    const lots = divided(maxPosition, times(price, String(lotSize)), LOT_DECIMALS)
    return [[price, times(lots, String(lotSize))]]
  }
  return { lastUpdateId: quote.sequence ?? 0, bids: at(quote.bid), asks: at(quote.ask) }
}

export const tickerPrice = (instrument: Instrument, quote: QuoteView, nowMs: number) => ({
  symbol: exchangeSymbol(instrument),
  price: quote.lastPrice ?? '0',
  time: quote.atMs ?? nowMs,
})

export const bookTicker = (
  instrument: Instrument,
  { bids, asks, lastUpdateId }: { bids: readonly Level[]; asks: readonly Level[]; lastUpdateId: number },
  nowMs: number,
) => ({
  symbol: exchangeSymbol(instrument),
  bidPrice: bids[0]?.[0] ?? '0',
  bidQty: bids[0]?.[1] ?? '0',
  askPrice: asks[0]?.[0] ?? '0',
  askQty: asks[0]?.[1] ?? '0',
  time: nowMs,
  lastUpdateId,
})

/** Bid and ask of a quote, with nothing known of how much there is of either. */
export function quoteTicker(instrument: Instrument, quote: QuoteView, nowMs: number) {
  const { b, B, a, A } = bestOfQuote(quote)
  const levels = { bids: [[b, B] as const], asks: [[a, A] as const] }
  return bookTicker(instrument, { ...levels, lastUpdateId: quote.sequence ?? 0 }, nowMs)
}

/** The last 24 hours. The volume of the spot market is what was traded here; of a contract, that of the markets its price is from. */
export function dayTicker(
  instrument: Instrument,
  quote: QuoteView,
  best: ReturnType<typeof bookTicker>,
  nowMs: number,
) {
  const last = quote.lastPrice ?? '0'
  const open = quote.open24h ?? last
  const volume = quote.ownVolume24h ?? quote.volume24h
  const turnover = quote.ownTurnover24h ?? quote.turnover24h
  const { bidPrice, bidQty, askPrice, askQty } = best
  return {
    symbol: exchangeSymbol(instrument),
    priceChange: minus(last, open),
    priceChangePercent: quote.changePercent ?? '0',
    weightedAvgPrice: isMore(volume) ? divided(turnover, volume, instrument.priceDecimals) : last,
    prevClosePrice: open,
    lastPrice: last,
    lastQty: '0',
    ...{ bidPrice, bidQty, askPrice, askQty },
    openPrice: open,
    highPrice: quote.high24h ?? last,
    lowPrice: quote.low24h ?? last,
    volume,
    quoteVolume: turnover,
    openTime: nowMs - DAY_MS,
    closeTime: nowMs,
    firstId: -1,
    lastId: -1,
    count: 0,
  }
}

/** A candle: its volume is that of the markets the price is from; what else the shape counts is not known, and 0. */
export const kline = ({ openAtMs, open, high, low, close, volume }: CandleView, period: Period) => [
  openAtMs,
  open,
  high,
  low,
  close,
  volume,
  openAtMs + periodMs[period] - 1,
  '0',
  0,
  '0',
  '0',
  '0',
]

/** A trade between two orders. The buyer was the maker where a sale came second. */
export const publicTrade = ({ id, price, quantity, side, atMs }: TradeView) => ({
  id: idNumber(id),
  price,
  qty: quantity,
  quoteQty: times(price, quantity),
  time: atMs,
  isBuyerMaker: side === 'sell',
  isBestMatch: true,
})

/** The same under the one-letter names; every trade stands for itself. */
export const aggregateTrade = ({ id, price, quantity, side, atMs }: TradeView) => ({
  a: idNumber(id),
  p: price,
  q: quantity,
  f: idNumber(id),
  l: idNumber(id),
  T: atMs,
  m: side === 'sell',
  M: true,
})

/** One bracket: what one customer may have, at the highest leverage. */
export const leverageBracket = (
  instrument: Instrument,
  terms: Pick<ContractTerms, 'leverages' | 'maintenanceBps'> & { readonly maxPosition: string },
) => {
  const highest = terms.leverages.at(-1)!
  return {
    symbol: exchangeSymbol(instrument),
    brackets: [
      {
        bracket: 1,
        initialLeverage: highest,
        notionalCap: Number(terms.maxPosition),
        notionalFloor: 0,
        maintMarginRatio: Number(divided(String(terms.maintenanceBps), String(10_000 * highest), 6)),
        cum: 0,
      },
    ],
  }
}
