import { type Chart, dispose, init, registerOverlay } from 'klinecharts'
import { useEffect, useRef, useState } from 'react'
import type { Period } from '#domain/market/candle.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { useColors } from '#web/app/theme.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChartNotLoaded } from './chart-not-loaded.tsx'
import { useChartSettings } from './chart-settings.ts'
import { registerDrawings } from './drawings.ts'
import { type FeedState, followCandles } from './feed.ts'
import { gapSign } from './gaps.ts'
import { indicatorChoices, PANE_PX } from './indicators.ts'
import { volumeLegend } from './legend.ts'
import { gapLookOf, lookOf, stylesOf } from './look.ts'
import { CANCEL_KEY, type ChartMark, fillSign, LEGEND_SHARE, type Marked, orderLine } from './marks.ts'
import { CANDLE_PANE, type Drawn, usePen, usePenLayer } from './pen.ts'
import { wholeTicks } from './ticks.ts'
import { useChartKeys } from './use-chart-keys.ts'
import { useDrawingsOnChart } from './use-drawings-on-chart.ts'

const MIN_PANE_PX = 40
const none: readonly ChartMark[] = []

registerOverlay(orderLine)
registerOverlay(fillSign)
registerOverlay(gapSign)
registerDrawings()

export interface ChartProps {
  instrument: Instrument
  period: Period
  /** `mini` is candles and the last price alone, beside a ticket. */
  variant: 'mini' | 'full'
  /** In px, or a share of the place around it. */
  height: number | string
  /** The customer's own orders and fills. */
  marks?: readonly ChartMark[]
  /** What is drawn on it; a small one shows nothing of that. */
  drawn?: Drawn
}

const nothingDrawn: Drawn = { onDrawn() {}, onSelect() {} }

/** The chart itself; use `Chart`, which loads this. */
export default function ChartCanvas(props: ChartProps) {
  const { instrument, period, variant, marks = none, drawn = nothingDrawn } = props
  const { t, locale } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<Chart>()
  const [feed, setFeed] = useState<FeedState>('loading')
  const [gaps, setGaps] = useState<readonly number[]>([])
  const colors = useColors()
  const settings = useChartSettings()
  const { symbol, priceDecimals, quantityDecimals } = instrument
  const isFull = variant === 'full'
  const barStyle = isFull ? settings.barStyle : 'candles'
  const isHeikin = barStyle === 'heikin'

  // biome-ignore lint/correctness/useExhaustiveDependencies: new colors or a new face need the chart made again
  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = init(element, {
      locale: 'en-US',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      styles: stylesOf(variant, barStyle, priceDecimals),
      formatter: { formatBigNumber: (value) => String(value) },
      hotkey: { enabled: false },
    })
    if (!made) return
    // The library asks for the first place in the tab order; a picture needs none.
    element.querySelector('[tabindex]')?.setAttribute('tabindex', '-1')
    made.setBarSpace(isFull ? 7 : 5)
    made.setScrollEnabled(isFull)
    made.setZoomEnabled(isFull)
    made.setOffsetRightDistance(12)
    // Room for the legend row over the highest candle.
    if (isFull) made.overrideYAxis({ paneId: CANDLE_PANE, gap: { top: LEGEND_SHARE, bottom: 0.06 } })
    made.overrideXAxis({
      createTicks: ({ bounding, defaultTicks }) => wholeTicks(defaultTicks, bounding.width),
    })
    made.setSymbol({ ticker: symbol, pricePrecision: priceDecimals, volumePrecision: quantityDecimals })
    made.setPeriod({ span: spanOf[period][0], type: spanOf[period][1] })
    const stopFeed = followCandles(made, symbol, period, setFeed, isHeikin, setGaps)
    const watch = new ResizeObserver(() => made.resize())
    watch.observe(element)
    setChart(made)
    return () => {
      setChart(undefined)
      setGaps([])
      watch.disconnect()
      stopFeed()
      dispose(element)
    }
  }, [symbol, period, variant, priceDecimals, quantityDecimals, colors, locale, isHeikin])

  useEffect(() => {
    chart?.setStyles(stylesOf(variant, barStyle, priceDecimals))
  }, [chart, variant, barStyle, priceDecimals])

  // Indicators: those that were chosen and are not there, and the other way round.
  useEffect(() => {
    if (!chart || !isFull) return
    for (const { name } of chart.getIndicators())
      if (!settings.indicators.includes(name)) chart.removeIndicator({ name })
    for (const { name, params, isOverCandles } of indicatorChoices) {
      if (!settings.indicators.includes(name) || chart.getIndicators({ name }).length > 0) continue
      const calcParams = [...params]
      const paneId = isOverCandles ? CANDLE_PANE : `pane-${name}`
      chart.createIndicator(
        { name, calcParams, paneId, ...(name === 'VOL' && volumeLegend()) },
        isOverCandles,
      )
      if (!isOverCandles)
        chart.setPaneOptions({ id: paneId, height: PANE_PX, minHeight: MIN_PANE_PX, dragEnabled: true })
    }
    // The candles keep half of the chart, as far as the panes below can be lower.
    const below = chart.getIndicators().filter(({ paneId }) => paneId !== CANDLE_PANE)
    const share = Math.floor((box.current?.clientHeight ?? 0) / 2 / Math.max(1, below.length))
    const height = Math.max(MIN_PANE_PX, Math.min(PANE_PX, share))
    for (const { paneId } of below) chart.setPaneOptions({ id: paneId, height })
  }, [chart, isFull, settings.indicators])

  useEffect(() => {
    if (!chart) return
    const look = lookOf()
    for (const mark of marks)
      chart.createOverlay({
        name: mark.kind === 'order' ? orderLine.name : fillSign.name,
        groupId: 'marks',
        lock: mark.onMove === undefined,
        points: pointsOf(mark),
        extendData: { mark, all: marks, look } satisfies Marked,
        // Only its words, its line and its cross are of use; the points of the library's own are not.
        needDefaultPointFigure: false,
        onClick: ({ figure }) => void (figure?.key === CANCEL_KEY && mark.onCancel?.()),
        onPressedMoveEnd({ overlay, figure }) {
          const dragged = overlay.points[0]?.value
          if (figure?.key === CANCEL_KEY || dragged === undefined || dragged === mark.price) return
          chart.overrideOverlay({ id: overlay.id, points: pointsOf(mark) })
          mark.onMove?.(dragged)
        },
        // The library's own removes what is clicked.
        onRightClick: ({ preventDefault }) => preventDefault?.(),
      })
    return () => void chart.removeOverlay({ groupId: 'marks' })
  }, [chart, marks])

  useEffect(() => {
    if (!chart || gaps.length === 0) return
    const look = { ...gapLookOf(), isLine: barStyle === 'line' }
    for (const timestamp of gaps)
      chart.createOverlay({
        ...{ name: gapSign.name, groupId: 'gaps', lock: true, points: [{ timestamp, value: 0 }] },
        ...{ extendData: look, needDefaultPointFigure: false },
        onRightClick: ({ preventDefault }) => preventDefault?.(),
      })
    return () => void chart.removeOverlay({ groupId: 'gaps' })
  }, [chart, gaps, barStyle])

  const full = isFull ? chart : undefined
  const presses = useDrawingsOnChart(full, symbol, drawn)
  const pen = usePen(full, symbol, drawn)
  const penLayer = usePenLayer(full, pen)
  const { said, onKeyDown, onFocus } = useChartKeys(full, instrument, drawn, pen)

  // Who chose a tool by keyboard goes on by keyboard.
  const { tool } = drawn
  useEffect(() => {
    if (tool && document.activeElement?.matches('[role="toolbar"] :focus-visible')) box.current?.focus()
  }, [tool])

  return (
    <div className="relative h-full">
      <div
        ref={box}
        role="img"
        aria-busy={feed === 'loading' || undefined}
        aria-label={
          t('market.chart_of', { name: instrument.label, period }) +
          (isFull ? `. ${t('market.chart_keys')}` : '')
        }
        tabIndex={isFull ? 0 : undefined}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        {...presses}
        className="h-full w-full focus-visible:-outline-offset-2"
      />
      {isFull && tool && (
        <div aria-hidden {...penLayer} className="absolute inset-0 z-2 cursor-crosshair touch-none" />
      )}
      {isFull && (
        <p aria-live="polite" className="sr-only">
          {said}
        </p>
      )}
      {/* Over the axis too: without bars its figures say nothing. */}
      {feed !== 'shown' && (
        <div className="absolute inset-0 z-3 bg-bg">
          {feed === 'loading' ? (
            <Skeleton className="mx-4 h-full !rounded-8" />
          ) : (
            <ChartNotLoaded isEmpty={feed === 'empty'} />
          )}
        </div>
      )}
    </div>
  )
}

/** Where a mark stands: an order at a price of all times, a fill at its bar. */
const pointsOf = ({ price, atMs }: ChartMark) => [
  { value: price, ...(atMs === undefined ? {} : { timestamp: atMs }) },
]

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
