import type { Chart, KLineData } from 'klinecharts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Instrument } from '#domain/market/instrument.ts'
import { useTexts } from '#web/texts/texts.ts'
import { changeDrawing, pointsOfTool, removeDrawing, useDrawings } from './chart-settings.ts'
import { isAfterGap } from './gaps.ts'
import { changeOf, separated } from './legend.ts'
import { CANDLE_PANE, type Drawn, type Pen } from './pen.ts'

/** A key moves by this share of the prices in sight. */
const STEPS_IN_SIGHT = 100
/** With Shift it moves so many times as far. */
const FAR = 10

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** A place between bars and prices. */
interface Place {
  readonly index: number
  readonly value: number
}

/**
 * A chart by keyboard: bars are read one by one, drawings are made point by point, selected, moved and removed.
 *
 * Returns: what to say to those who do not see it, and the handlers of the chart's box.
 */
export function useChartKeys(chart: Chart | undefined, instrument: Instrument, drawn: Drawn, pen: Pen) {
  const { t, locale } = useTexts()
  const { symbol, priceDecimals } = instrument
  const { tool, selected, onDrawn, onSelect } = drawn
  const drawings = useDrawings(symbol)
  const [said, setSaid] = useState('')
  const at = useRef<Place>(undefined)
  /** How many points the tool still takes. */
  const missing = useRef(0)
  const chosen = drawings.find(({ id }) => id === selected)

  const figure = (value: number): string => separated(value, priceDecimals)
  const timeOf = (timestamp: number): string =>
    new Date(timestamp).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is one of these bars
  useEffect(() => {
    at.current = undefined
  }, [chart, symbol])

  useEffect(() => {
    if (!tool) return
    missing.current = pointsOfTool[tool]
    setSaid(t('market.draw_how', { name: t(`market.draw_${tool}`) }))
  }, [tool, t])

  function onKeyDown(event: KeyboardEvent): void {
    if (!chart || event.ctrlKey || event.metaKey || event.altKey) return
    const bars = chart.getDataList()
    const isTaken = tool
      ? draw(chart, bars, event)
      : (chosen && move(chart, bars, event)) || read(chart, bars, event)
    if (isTaken) event.preventDefault()
  }

  /** By one bar, or by a hundredth of the prices in sight. */
  function stepOf(theChart: Chart, bars: readonly KLineData[], { key, shiftKey }: KeyboardEvent) {
    const way = arrows[key]
    if (!way) return undefined
    const { from, to } = theChart.getVisibleRange()
    const inSight = bars.slice(from, to)
    const high = Math.max(...inSight.map((bar) => bar.high))
    const low = Math.min(...inSight.map((bar) => bar.low))
    const far = shiftKey ? FAR : 1
    return { bars: way[0] * far, value: (way[1] * far * (high - low)) / STEPS_IN_SIGHT }
  }

  function draw(theChart: Chart, bars: readonly KLineData[], event: KeyboardEvent): boolean {
    const last = bars.at(-1)
    if (!tool || !last) return false
    if (event.key === 'Escape') {
      onDrawn()
      return true
    }
    const here = at.current ?? { index: bars.length - 1, value: last.close }
    const step = stepOf(theChart, bars, event)
    const isSet = event.key === 'Enter' || event.key === ' '
    if (!step && !isSet) return false
    const next = step ? { index: inside(here.index + step.bars, bars), value: here.value + step.value } : here
    at.current = next
    bringIntoSight(theChart, next.index)
    showCrosshair(theChart, next)
    const point = { timestamp: bars[next.index]!.timestamp, value: rounded(next.value) }
    const count = pointsOfTool[tool]
    if (isSet) missing.current = pen.place(point)
    else pen.preview(point)
    if (isSet && missing.current === 0) {
      setSaid(t('market.draw_done', { name: t(`market.draw_${tool}`) }))
      return true
    }
    const number = count - missing.current + 1
    const where = { time: timeOf(point.timestamp), price: figure(point.value) }
    setSaid(t('market.draw_point', { number, count, ...where }))
    return true
  }

  /** What keys do to the drawing that is selected. */
  function move(theChart: Chart, bars: readonly KLineData[], event: KeyboardEvent): boolean {
    if (!chosen) return false
    const name = t(`market.draw_${chosen.tool}`)
    if (event.key === 'Escape') {
      onSelect(undefined)
      return true
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      removeDrawing(symbol, chosen.id)
      onSelect(undefined)
      setSaid(t('market.draw_removed', { name }))
      return true
    }
    const step = stepOf(theChart, bars, event)
    if (!step) return false
    const barMs = bars.length > 1 ? bars.at(-1)!.timestamp - bars.at(-2)!.timestamp : 0
    if (!chosen.isLocked)
      changeDrawing(symbol, chosen.id, {
        points: chosen.points.map(({ timestamp, value }) => ({
          timestamp: timestamp + step.bars * barMs,
          value: rounded(value + step.value),
        })),
      })
    return true
  }

  function selectNext(): boolean {
    if (drawings.length === 0) return false
    const index = (drawings.findIndex(({ id }) => id === selected) + 1) % drawings.length
    const next = drawings[index]!
    onSelect(next.id)
    const name = t(`market.draw_${next.tool}`)
    setSaid(t('market.draw_selected', { name, number: index + 1, count: drawings.length }))
    return true
  }

  function read(theChart: Chart, bars: readonly KLineData[], event: KeyboardEvent): boolean {
    if (event.key === 'Enter') return selectNext()
    const { from, to } = theChart.getVisibleRange()
    let index = at.current?.index
    const step = arrows[event.key]?.[0]
    if (step) {
      index = inside((index ?? bars.length) + step, bars)
      if (index < from || index >= to) theChart.scrollToDataIndex(index + (step < 0 ? 20 : 0))
    } else if (event.key === 'Home' || event.key === 'End') {
      index = event.key === 'Home' ? from : bars.length - 1
      if (event.key === 'End') theChart.scrollToRealTime()
    } else if (event.key === '+' || event.key === '-') {
      theChart.zoomAtDataIndex(event.key === '+' ? 1.2 : 0.8, index ?? to)
    } else return false
    const bar = index === undefined ? undefined : bars[index]
    if (!bar || index === undefined) return true
    at.current = { index, value: bar.close }
    showCrosshair(theChart, at.current)
    const words = t('market.chart_bar', {
      time: timeOf(bar.timestamp),
      open: figure(bar.open),
      high: figure(bar.high),
      low: figure(bar.low),
      close: figure(bar.close),
      change: changeOf(bar),
    })
    setSaid(isAfterGap(bar) ? `${words}. ${t('market.chart_after_gap')}` : words)
    return true
  }

  const rounded = (value: number): number => Number(Math.max(0, value).toFixed(priceDecimals))

  /** What the picture shows, in a sentence: from where to where, and between which prices. */
  function summary(): string {
    const { from = 0, to = 0 } = chart?.getVisibleRange() ?? {}
    const bars = chart?.getDataList().slice(from, to) ?? []
    const [first, last] = [bars[0], bars.at(-1)]
    if (!first || !last) return ''
    const words = t('market.chart_summary', {
      ...{ count: bars.length, from: figure(first.open), to: figure(last.close) },
      change: changeOf({ open: first.open, close: last.close }),
      high: figure(Math.max(...bars.map(({ high }) => high))),
      low: figure(Math.min(...bars.map(({ low }) => low))),
    })
    const count = bars.filter(isAfterGap).length
    return count > 0 ? `${words}. ${t('market.chart_gaps', { count })}` : words
  }

  return { said, onKeyDown, onFocus: () => !tool && setSaid(summary()) }
}

const inside = (index: number, bars: readonly unknown[]): number =>
  Math.min(bars.length - 1, Math.max(0, index))

function bringIntoSight(chart: Chart, index: number): void {
  const { from, to } = chart.getVisibleRange()
  if (index < from || index >= to) chart.scrollToDataIndex(index)
}

function showCrosshair(chart: Chart, { index, value }: Place): void {
  const point = chart.convertToPixel({ dataIndex: index, value }, { paneId: CANDLE_PANE })
  if (!Array.isArray(point)) chart.executeAction('onCrosshairChange', { ...point, paneId: CANDLE_PANE })
}
