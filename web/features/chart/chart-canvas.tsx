import { type Chart, dispose, init, type Overlay, registerOverlay } from 'klinecharts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Period } from '#domain/market/candle.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { directionInForce, useClient } from '#web/app/client-state.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChartNotLoaded } from './chart-not-loaded.tsx'
import { type DrawingTool, setDrawings, useChartSettings, useDrawings } from './chart-settings.ts'
import { type FeedState, followCandles } from './feed.ts'
import { indicatorChoices } from './indicators.ts'
import { changeOf, separated, volumeLegend } from './legend.ts'
import { lookOf, stylesOf } from './look.ts'
import { CANCEL_KEY, type ChartMark, fillCord, orderLine } from './marks.ts'
import { wholeTicks } from './ticks.ts'

const CANDLE_PANE = 'candle_pane'
const PANE_PX = 64
const none: readonly ChartMark[] = []

registerOverlay(orderLine)
registerOverlay(fillCord)

export interface ChartProps {
  instrument: Instrument
  period: Period
  /** `mini` is candles and the last price alone, beside a ticket. */
  variant: 'mini' | 'full'
  /** In px, or a share of the place around it. */
  height: number | string
  /** The customer's own orders and fills. */
  marks?: readonly ChartMark[]
  /** What is being drawn, and who hears that it is. */
  tool?: DrawingTool | undefined
  onDrawn?(): void
}

/** The chart itself; use `Chart`, which loads this. */
export default function ChartCanvas(props: ChartProps) {
  const { instrument, period, variant, marks = none, tool, onDrawn } = props
  const { t, locale } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<Chart>()
  const [feed, setFeed] = useState<FeedState>('loading')
  const [said, setSaid] = useState('')
  const direction = useClient(directionInForce)
  const settings = useChartSettings()
  const drawings = useDrawings(instrument.symbol)
  const { symbol, priceDecimals, quantityDecimals } = instrument
  const isFull = variant === 'full'
  const barStyle = isFull ? settings.barStyle : 'candles'
  const isHeikin = barStyle === 'heikin'

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new direction mode or face needs the chart made again
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
    if (!isFull) {
      made.setScrollEnabled(false)
      made.setZoomEnabled(false)
    }
    made.setOffsetRightDistance(12)
    // Room for the legend row over the highest candle.
    if (isFull) made.overrideYAxis({ paneId: CANDLE_PANE, gap: { top: 0.26, bottom: 0.06 } })
    made.overrideXAxis({
      createTicks: ({ bounding, defaultTicks }) => wholeTicks(defaultTicks, bounding.width),
    })
    made.setSymbol({ ticker: symbol, pricePrecision: priceDecimals, volumePrecision: quantityDecimals })
    made.setPeriod({ span: spanOf[period][0], type: spanOf[period][1] })
    const stopFeed = followCandles(made, symbol, period, setFeed, isHeikin)
    const watch = new ResizeObserver(() => made.resize())
    watch.observe(element)
    setChart(made)
    return () => {
      setChart(undefined)
      watch.disconnect()
      stopFeed()
      dispose(element)
    }
  }, [symbol, period, variant, priceDecimals, quantityDecimals, direction, locale, isHeikin])

  useEffect(
    () => chart?.setStyles(stylesOf(variant, barStyle, priceDecimals)),
    [...[chart, variant, barStyle, priceDecimals], variant, priceDecimals, chart?.setStyles, barStyle],
  )

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
        chart.setPaneOptions({ id: paneId, height: PANE_PX, minHeight: 40, dragEnabled: true })
    }
  }, [chart, isFull, settings.indicators])

  useEffect(() => {
    if (!chart) return
    const look = lookOf()
    for (const mark of marks)
      chart.createOverlay({
        name: mark.kind === 'order' ? orderLine.name : fillCord.name,
        groupId: 'marks',
        lock: mark.onMove === undefined,
        points: pointsOf(mark),
        extendData: { mark, look },
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

  // What is drawn is kept on the device; the chart shows what is kept.
  useEffect(() => {
    if (!chart || !isFull) return
    const shown = chart.getOverlays({ groupId: 'drawings' })
    for (const { id } of shown) if (!drawings.some((one) => one.id === id)) chart.removeOverlay({ id })
    for (const { id, tool: name, points } of drawings)
      if (!shown.some((one) => one.id === id))
        chart.createOverlay({
          ...{ id, name, groupId: 'drawings', points: [...points] },
          onPressedMoveEnd: ({ overlay }) => keep(symbol, overlay),
          onRightClick: ({ overlay }) =>
            setDrawings(symbol, (list) => list.filter((one) => one.id !== overlay.id)),
        })
  }, [chart, isFull, symbol, drawings])

  useEffect(() => {
    if (!chart || !tool) return
    chart.createOverlay({
      name: tool,
      groupId: 'draft',
      mode: settings.hasMagnet ? 'weak_magnet' : 'normal',
      onDrawEnd({ overlay }) {
        keep(symbol, overlay)
        onDrawn?.()
      },
    })
    return () => void chart.removeOverlay({ groupId: 'draft' })
  }, [chart, tool, settings.hasMagnet, symbol, onDrawn])

  /** Which bar the keyboard stands on. */
  const at = useRef<number>(undefined)
  function onKeyDown(event: KeyboardEvent): void {
    if (!chart || !isFull) return
    const bars = chart.getDataList()
    const { from, to } = chart.getVisibleRange()
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step !== undefined) {
      const next = Math.min(bars.length - 1, Math.max(0, (at.current ?? bars.length) + step))
      if (next < from || next >= to) chart.scrollToDataIndex(next + (step < 0 ? 20 : 0))
      at.current = next
    } else if (event.key === 'Home' || event.key === 'End') {
      at.current = event.key === 'Home' ? from : bars.length - 1
      if (event.key === 'End') chart.scrollToRealTime()
    } else if (event.key === '+' || event.key === '-') {
      chart.zoomAtDataIndex(event.key === '+' ? 1.2 : 0.8, at.current ?? to)
    } else return
    event.preventDefault()
    const bar = at.current === undefined ? undefined : bars[at.current]
    if (!bar || at.current === undefined) return
    const point = chart.convertToPixel({ dataIndex: at.current, value: bar.close }, { paneId: CANDLE_PANE })
    if (!Array.isArray(point)) chart.executeAction('onCrosshairChange', { ...point, paneId: CANDLE_PANE })
    setSaid(
      t('market.chart_bar', {
        ...{
          time: new Date(bar.timestamp).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' }),
        },
        ...{ open: figure(bar.open), high: figure(bar.high), low: figure(bar.low), close: figure(bar.close) },
        change: changeOf(bar),
      }),
    )
  }
  const figure = (value: number): string => separated(value, priceDecimals)

  return (
    <div className="relative h-full">
      <div
        ref={box}
        role="img"
        aria-busy={feed === 'loading' || undefined}
        aria-label={[
          t('market.chart_of', { name: instrument.label, period }),
          isFull && t('market.chart_keys'),
        ]
          .filter(Boolean)
          .join('. ')}
        tabIndex={isFull ? 0 : undefined}
        onKeyDown={onKeyDown}
        onFocus={() => isFull && setSaid(summaryOf())}
        className="h-full w-full focus-visible:-outline-offset-2"
      />
      {isFull && (
        <p aria-live="polite" className="sr-only">
          {said}
        </p>
      )}
      {/* Over the axis too: without bars its figures say nothing. */}
      {feed !== 'shown' && (
        <div className="absolute inset-0 z-[3] bg-bg">
          {feed === 'failed' ? <ChartNotLoaded /> : <Skeleton className="mx-4 h-full !rounded-8" />}
        </div>
      )}
    </div>
  )

  /** What the picture shows, in a sentence: from where to where, and between which prices. */
  function summaryOf(): string {
    const { from = 0, to = 0 } = chart?.getVisibleRange() ?? {}
    const bars = chart?.getDataList().slice(from, to) ?? []
    const [first, last] = [bars[0], bars.at(-1)]
    if (!first || !last) return ''
    return t('market.chart_summary', {
      ...{ count: bars.length, from: figure(first.open), to: figure(last.close) },
      change: changeOf({ open: first.open, close: last.close }),
      high: figure(Math.max(...bars.map(({ high }) => high))),
      low: figure(Math.min(...bars.map(({ low }) => low))),
    })
  }
}

/** Where a mark stands: an order at a price of all times, a fill at its bar. */
const pointsOf = ({ price, atMs }: ChartMark) => [
  { value: price, ...(atMs === undefined ? {} : { timestamp: atMs }) },
]

/** Keeps what was drawn or moved. */
function keep(symbol: string, { id, name, points }: Overlay): void {
  const kept = {
    ...{ id, tool: name as DrawingTool },
    points: points.flatMap(({ timestamp, value }) =>
      timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
    ),
  }
  setDrawings(symbol, (list) => [...list.filter((one) => one.id !== id), kept])
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
