import { type DeepPartial, dispose, init, type Styles } from 'klinecharts'
import { useEffect, useRef, useState } from 'react'
import type { Period } from '#domain/market/candle.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { directionInForce, useClient } from '#web/app/client-state.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChartNotLoaded } from './chart-not-loaded.tsx'
import { type FeedState, followCandles } from './feed.ts'
import { AXIS_TEXT_PX, wholeTicks } from './ticks.ts'

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
  const [feed, setFeed] = useState<FeedState>('loading')
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
    chart.overrideXAxis({
      createTicks: ({ bounding, defaultTicks }) => wholeTicks(defaultTicks, bounding.width),
    })
    chart.setSymbol({ ticker: symbol, pricePrecision: priceDecimals, volumePrecision: quantityDecimals })
    chart.setPeriod({ span: spanOf[period][0], type: spanOf[period][1] })
    const stopFeed = followCandles(chart, symbol, period, setFeed)
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      stopFeed()
      dispose(element)
    }
  }, [symbol, period, variant, priceDecimals, quantityDecimals, direction, locale])

  return (
    <div className="relative h-full">
      <div
        ref={box}
        role="img"
        aria-busy={feed === 'loading' || undefined}
        aria-label={t('market.chart_of', { name: instrument.label, period })}
        className="h-full w-full"
      />
      {/* Over the axis too: without bars its figures say nothing. */}
      {feed !== 'shown' && (
        <div className="absolute inset-0 z-[3] bg-bg">
          {feed === 'failed' ? <ChartNotLoaded /> : <Skeleton className="mx-4 h-full !rounded-8" />}
        </div>
      )}
    </div>
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
    tickText: { color: text, family, size: AXIS_TEXT_PX },
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
    // Beside a ticket the last price alone: further figures would run into its tag.
    yAxis: { ...axis, tickText: { ...axis.tickText, show: isFull } },
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
