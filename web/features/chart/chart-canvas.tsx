import { type Chart, type DeepPartial, dispose, init, type KLineData, type Styles } from 'klinecharts'
import { useEffect, useRef } from 'react'
import { type Period, periodMs } from '#domain/market/candle.ts'
import { type CandleView, candles, candlesChannel } from '#domain/market/contract.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { http } from '#web/app/api.ts'
import { directionInForce, useClient } from '#web/app/client-state.ts'
import { subscribe } from '#web/app/socket.ts'
import { quotes } from '#web/features/quotes/quotes.ts'
import { useTexts } from '#web/texts/texts.ts'

const BARS_AT_ONCE = 300
const VOLUME_PANE = 'volume'

export interface ChartProps {
  instrument: Instrument
  period: Period
  /** `mini` is candles and the last price alone, beside a ticket. */
  variant: 'mini' | 'full'
  height: number
}

/** The chart itself; use `Chart`, which loads this. */
export default function ChartCanvas({ instrument, period, variant }: ChartProps) {
  const { t, locale } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const direction = useClient(directionInForce)
  const { symbol, priceDecimals, quantityDecimals } = instrument

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new direction mode or face needs the chart made again
  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = init(element, {
      locale: 'en-US',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      styles: stylesOf(variant),
      formatter: { formatBigNumber: (value) => String(value) },
    })
    if (!chart) return
    // The library asks for the first place in the tab order; a picture needs none.
    element.querySelector('[tabindex]')?.setAttribute('tabindex', '-1')
    if (variant === 'full') {
      chart.createIndicator({ name: 'MA', calcParams: [7, 25], paneId: 'candle_pane' }, true)
      chart.createIndicator({ name: 'VOL', calcParams: [], paneId: VOLUME_PANE }, false)
      chart.setPaneOptions({ id: VOLUME_PANE, height: 56, minHeight: 40, dragEnabled: false })
      chart.setBarSpace(7)
    } else {
      chart.setBarSpace(5)
      chart.setScrollEnabled(false)
      chart.setZoomEnabled(false)
    }
    chart.setOffsetRightDistance(12)
    chart.setSymbol({ ticker: symbol, pricePrecision: priceDecimals, volumePrecision: quantityDecimals })
    chart.setPeriod({ span: spanOf[period][0], type: spanOf[period][1] })
    const stopFeed = feed(chart, symbol, period)
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      stopFeed()
      dispose(element)
    }
  }, [symbol, period, variant, priceDecimals, quantityDecimals, direction, locale])

  return (
    <div
      ref={box}
      role="img"
      aria-label={t('market.chart_of', { name: instrument.label, period })}
      className="h-full w-full"
    />
  )
}

const spanOf = {
  '1m': [1, 'minute'],
  '5m': [5, 'minute'],
  '15m': [15, 'minute'],
  '30m': [30, 'minute'],
  '1h': [1, 'hour'],
  '4h': [4, 'hour'],
  '1d': [1, 'day'],
  '1w': [1, 'week'],
} as const satisfies Record<Period, readonly [number, string]>

/**
 * Gives the chart its bars: the newest first, older ones as it is pulled back, then each change live.
 *
 * Returns: how to leave the live channel; the library does not when it is disposed of.
 */
function feed(chart: Chart, symbol: string, period: Period): () => void {
  let stopFollowing = () => {}
  chart.setDataLoader({
    async getBars({ type, timestamp, callback }) {
      if (type === 'backward') return callback([], false)
      const toMs =
        type === 'init' || timestamp === null ? serverNowMs(symbol) + periodMs[period] : timestamp - 1
      const stamp = (ms: number) => String(Math.max(0, ms))
      const list = await http
        .request(candles, {
          symbol,
          period,
          fromMs: stamp(toMs - BARS_AT_ONCE * periodMs[period]),
          toMs: stamp(toMs),
        })
        .catch(() => [])
      callback(list.map(toBar), { forward: list.length > 0, backward: false })
    },
    subscribeBar({ callback }) {
      stopFollowing()
      stopFollowing = subscribe(candlesChannel, { symbol, period }, (event) => {
        if (event.symbol === symbol && event.period === period) callback(toBar(event.candle))
      })
    },
    unsubscribeBar: () => stopFollowing(),
  })
  return () => stopFollowing()
}

/** Now, as far as this page knows: a device's clock may be behind the market's. */
const serverNowMs = (symbol: string): number => Math.max(Date.now(), quotes.get(symbol)?.atMs ?? 0)

/** A candle as pixels will need it: the chart draws, it does not count money. */
const toBar = (candle: CandleView): KLineData => ({
  timestamp: candle.openAtMs,
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
  volume: Number(candle.volume),
})

/** The chart's look, read from the tokens so that it follows the direction mode. */
function stylesOf(variant: ChartProps['variant']): DeepPartial<Styles> {
  const css = getComputedStyle(document.documentElement)
  const token = (name: string) => css.getPropertyValue(name).trim()
  const [up, down, text, ink, line] = ['--up', '--down', '--color-t3', '--color-ink', '--color-line'].map(
    token,
  )
  const family = css.fontFamily || 'sans-serif'
  const isFull = variant === 'full'
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { color: text, family, size: 11 },
  }
  return {
    grid: { vertical: { show: false }, horizontal: { show: isFull, color: line, style: 'solid' } },
    candle: {
      bar: {
        ...{ upColor: up, downColor: down, noChangeColor: text },
        ...{ upBorderColor: up, downBorderColor: down, noChangeBorderColor: text },
        ...{ upWickColor: up, downWickColor: down, noChangeWickColor: text },
      },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: {
          ...{ upColor: up, downColor: down, noChangeColor: text },
          text: { color: ink, family, size: 11, borderRadius: 4 },
        },
      },
      tooltip: {
        showRule: isFull ? 'follow_cross' : 'none',
        title: { show: false },
        legend: { color: text, family, size: 11 },
      },
    },
    indicator: {
      lines: [
        { color: token('--color-t1'), size: 1 },
        { color: '#6b7aa1', size: 1 },
      ],
      bars: [{ upColor: token('--up-tint'), downColor: token('--down-tint'), noChangeColor: line }],
      lastValueMark: { show: false },
      tooltip: { showRule: 'none' },
    },
    xAxis: { ...axis, show: isFull },
    yAxis: axis,
    separator: { color: line },
    crosshair: {
      show: isFull,
      horizontal: { line: { color: text }, text: { backgroundColor: token('--color-s3'), family, size: 11 } },
      vertical: {
        line: { color: token('--color-gold'), style: 'solid' },
        text: { backgroundColor: token('--color-s3'), family, size: 11 },
      },
    },
  } as DeepPartial<Styles>
}
