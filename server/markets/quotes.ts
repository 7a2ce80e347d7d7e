import type { OutputOf } from '#domain/endpoint.ts'
import { type Candle, periodMs } from '#domain/market/candle.ts'
import type {
  CandleView,
  fiatRates as fiatRatesCall,
  InstrumentView,
  QuoteView,
} from '#domain/market/contract.ts'
import { type Fiat, fiats } from '#domain/market/fiat.ts'
import {
  classIds,
  formatPrice,
  formatQuantity,
  type Instrument,
  notionalOf,
} from '#domain/market/instrument.ts'
import { isOpen, nextChange } from '#domain/market/session.ts'
import { labelOfSource, type PriceLabel, type Tick } from '#domain/market/tick.ts'
import {
  type DecimalString,
  decimal,
  formatDecimal,
  price,
  quantity as quantityOf,
} from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import type { Close } from './candles/store.ts'
import { isFresh } from './feeds/tick-filter.ts'
import type { Traded } from './own-volume.ts'

/** What is known of an instrument at a moment, from which its quote is made. */
export interface QuoteInputs {
  readonly tick: Tick | undefined
  /** Where nothing was ticked since the start: the newest minute any candle knows. */
  readonly lastClose: Close | undefined
  /** Quarters of an hour of the last trading day. */
  readonly lastDay: readonly Candle[]
  /** What the running feed's prices are. */
  readonly label: PriceLabel
  /** What was traded on Plumb in the last 24 hours. */
  readonly own: Traded
  /** Whether the running feed can have its price at all. */
  readonly canPrice: boolean
}

/** The newest price known of an instrument, in ticks: of a tick, or else what the last minute that traded closed at. */
export interface LastPrice {
  readonly price: number
  readonly atMs: number
  readonly isClose: boolean
}

/** When the minute of a close was over. */
export const endOf = ({ openAtMs }: Close): number => openAtMs + periodMs['1m']

/** Whether a tick may still be traded on: its market is open and it is not too old. */
export const isFreshAt = (instrument: Instrument, tick: Tick | undefined, nowMs: number): boolean =>
  tick !== undefined && isFresh(instrument, tick.atMs, nowMs) && isOpen(instrument, nowMs)

/** The quote of an instrument as anyone may see it. */
export function quoteView(instrument: Instrument, inputs: QuoteInputs, nowMs: number): QuoteView {
  const { tick, lastDay } = inputs
  const { lastClose } = inputs
  const last = tick?.price ?? lastClose?.price
  const shown = (value: number | undefined) => (value === undefined ? null : formatPrice(instrument, value))
  const open = lastDay[0]?.open
  const isMarketOpen = isOpen(instrument, nowMs)
  return {
    symbol: instrument.symbol,
    label: instrument.label,
    name: instrument.name,
    classId: classIds[instrument.class],
    lastPrice: shown(last),
    bid: shown(tick?.bid),
    ask: shown(tick?.ask),
    open24h: shown(open),
    high24h: shown(most(lastDay.map(({ high }) => high))),
    low24h: shown(least(lastDay.map(({ low }) => low))),
    volume24h: formatQuantity(
      instrument,
      lastDay.reduce((sum, { volume }) => sum + volume, 0),
    ),
    turnover24h: turnover(instrument, lastDay),
    ...ownFigures(instrument, inputs.own),
    changePercent: open === undefined || last === undefined ? null : percentBetween(open, last),
    source: tick ? labelOfSource(tick.source) : inputs.label,
    isOpen: isMarketOpen,
    nextChangeAtMs: nextChange(instrument, nowMs) ?? null,
    isPriced: inputs.canPrice,
    isStale: isMarketOpen && !isFreshAt(instrument, tick, nowMs),
    atMs: tick?.atMs ?? null,
    closeOfMs: tick || !lastClose ? null : endOf(lastClose),
    sequence: tick?.sequence ?? null,
  }
}

const most = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : undefined)
const least = (values: readonly number[]) => (values.length > 0 ? Math.min(...values) : undefined)

/** About what was paid for a day's volume, in quote: a figure to sort and compare by, not an amount. */
const turnover = (instrument: Instrument, lastDay: readonly Candle[]): DecimalString =>
  decimal(
    (
      lastDay.reduce((sum, { volume, close }) => sum + volume * close, 0) *
      Number(instrument.tickSize) *
      Number(instrument.stepSize)
    ).toFixed(2),
  )

/** What was traded on Plumb itself, exactly; null where it cannot be. */
function ownFigures(
  instrument: Instrument,
  { quantity, ticksTimesSteps }: Traded,
): Pick<QuoteView, 'ownVolume24h' | 'ownTurnover24h'> {
  const quote = findCurrency(instrument.quote)
  if (!instrument.products.includes('spot') || !quote) return { ownVolume24h: null, ownTurnover24h: null }
  // A notional grows with both, so that one of a sum of products is the sum of the notionals.
  const paid = notionalOf(instrument, price(1n), quantityOf(ticksTimesSteps))
  return {
    ownVolume24h: formatQuantity(instrument, quantityOf(quantity)),
    ownTurnover24h: formatDecimal(paid, quote.decimals),
  }
}

/**
 * The change from one price to another in percent.
 *
 * Rounds: to the nearest hundredth of a percent.
 */
function percentBetween(from: number, to: number): DecimalString {
  const hundredths = Math.round(((to - from) / from) * 10_000)
  return formatDecimal(BigInt(hundredths), 2)
}

/** A candle as the wire shows it. */
export const candleView = (instrument: Instrument, candle: Candle, isAfterGap = false): CandleView => ({
  openAtMs: candle.openAtMs,
  open: formatPrice(instrument, candle.open),
  high: formatPrice(instrument, candle.high),
  low: formatPrice(instrument, candle.low),
  close: formatPrice(instrument, candle.close),
  volume: formatQuantity(instrument, candle.volume),
  origin: candle.origin,
  ...(isAfterGap ? { isAfterGap } : {}),
})

/** An instrument as the wire shows it. */
export const instrumentView = (instrument: Instrument): InstrumentView => ({
  symbol: instrument.symbol,
  label: instrument.label,
  name: instrument.name,
  aliases: [...instrument.aliases],
  class: instrument.class,
  classId: classIds[instrument.class],
  base: instrument.base,
  quote: instrument.quote,
  tickSize: decimal(instrument.tickSize),
  stepSize: decimal(instrument.stepSize),
  minNotional: decimal(instrument.minNotional),
  lotSize: instrument.lotSize,
  priceDecimals: instrument.priceDecimals,
  quantityDecimals: instrument.quantityDecimals,
  session: instrument.session,
  timeZone: instrument.timeZone,
  products: [...instrument.products],
  status: instrument.status,
  makerFeeBps: instrument.makerFeeBps,
  takerFeeBps: instrument.takerFeeBps,
  collar: instrument.collar,
  restingBandBps: instrument.restingBandBps,
  referencePrice: decimal(instrument.referencePrice),
  termsVersion: instrument.termsVersion,
})

/** A sparkline has this many points, half an hour apart. */
export const SPARK_POINTS = 48
export const SPARK_STEP_MS = periodMs['30m']

/** The closes of the last trading day by half hours, oldest first; null where nothing traded. */
export function sparkline(instrument: Instrument, lastDay: readonly Candle[]): (DecimalString | null)[] {
  const points: (DecimalString | null)[] = new Array(SPARK_POINTS).fill(null)
  const end = (lastDay.at(-1)?.openAtMs ?? 0) + periodMs['15m']
  for (const { openAtMs, close } of lastDay) {
    const back = Math.floor((end - openAtMs - 1) / SPARK_STEP_MS)
    if (back < SPARK_POINTS) points[SPARK_POINTS - 1 - back] = formatPrice(instrument, close)
  }
  return points
}

const RATE_DIGITS = 6

type FiatRate = OutputOf<typeof fiatRatesCall>['list'][number]

/**
 * What a dollar is worth in each fiat currency.
 *
 * Rounds: to six significant digits; shown values are for the eye, never posted.
 */
export function fiatRates(lastPrice: (symbol: string) => LastPrice | undefined) {
  return fiats.flatMap(({ code, name, symbol, isInverse }: Fiat): FiatRate[] => {
    if (symbol === undefined) return [{ code, name, rate: decimal('1'), atMs: null, isClose: false }]
    const last = lastPrice(symbol)
    if (last === undefined) return []
    const rate = isInverse ? 1 / last.price : last.price
    const { atMs, isClose } = last
    return [{ code, name, rate: decimal(String(Number(rate.toPrecision(RATE_DIGITS)))), atMs, isClose }]
  })
}
