import type { Chart, KLineData } from 'klinecharts'
import { type PointerEvent, useEffect, useRef } from 'react'
import { useTexts } from '#web/texts/texts.ts'
import {
  type DrawingPoint,
  type DrawingTool,
  pointsOfTool,
  setDrawings,
  useChartSettings,
} from './chart-settings.ts'
import { stylesOfDrawing } from './drawings.ts'

export const CANDLE_PANE = 'candle_pane'
/** What is drawn until all its points are set. */
const PREVIEW = 'preview'
/** A price this near to a bar's open, high, low or close is that. */
const MAGNET_PX = 8
/** From this on a press is a drag, which sets a point at either end. */
export const DRAG_PX = 8

/** What is drawn on a chart and with it: lifted out, because the tools stand beside the chart. */
export interface Drawn {
  /** What is being drawn. */
  readonly tool?: DrawingTool | undefined
  /** The drawing that is selected, by its id. */
  readonly selected?: string | undefined
  /** Something was drawn, or without an id drawing was given up. */
  onDrawn(id?: string): void
  onSelect(id: string | undefined): void
}

/** Draws with a tool, point by point, from wherever the points come. */
export interface Pen {
  /** Shows what it would be with its next point here. */
  preview(point: DrawingPoint): void
  /** Sets a point; the last one ends the drawing, which is then kept. Returns how many are missing. */
  place(point: DrawingPoint): number
}

/**
 * The pen of a chart. It is not the library's own, which takes the second of two points that are set within half a
 * second for a double click and loses it.
 */
export function usePen(chart: Chart | undefined, symbol: string, { tool, onDrawn }: Drawn): Pen {
  const { t } = useTexts()
  const placed = useRef<readonly DrawingPoint[]>([])
  const text = tool === 'text' ? t('market.draw_text') : undefined

  useEffect(() => {
    placed.current = []
    if (chart && tool) return () => void chart.removeOverlay({ id: PREVIEW })
    return undefined
  }, [chart, tool])

  function preview(point: DrawingPoint): void {
    if (chart && tool) show(chart, tool, [...placed.current, point], text)
  }

  function place(point: DrawingPoint): number {
    if (!tool) return 0
    placed.current = [...placed.current, point]
    const missing = pointsOfTool[tool] - placed.current.length
    if (missing > 0) {
      preview(point)
      return missing
    }
    const drawing = { id: crypto.randomUUID(), tool, points: placed.current, ...(text && { text }) }
    setDrawings(symbol, (list) => [...list, drawing])
    onDrawn(drawing.id)
    return 0
  }
  return { preview, place }
}

function show(chart: Chart, tool: DrawingTool, points: DrawingPoint[], text: string | undefined): void {
  if (chart.getOverlays({ id: PREVIEW }).length > 0) chart.overrideOverlay({ id: PREVIEW, points })
  else
    chart.createOverlay({
      ...{ id: PREVIEW, name: tool, points, lock: true, extendData: text },
      styles: stylesOfDrawing({ id: PREVIEW, tool, points }),
    })
}

/** The handlers of the layer that a mouse or a finger draws on. */
export function usePenLayer(chart: Chart | undefined, pen: Pen) {
  const hasMagnet = useChartSettings((state) => state.hasMagnet)
  const start = useRef<{ x: number; y: number; point: DrawingPoint; isPlaced: boolean }>(undefined)

  function placeOf(event: PointerEvent): { x: number; y: number; point: DrawingPoint } | undefined {
    const box = event.currentTarget.getBoundingClientRect()
    const at = { x: event.clientX - box.left, y: event.clientY - box.top }
    const point = chart && pointAt(chart, at, hasMagnet)
    chart?.executeAction('onCrosshairChange', { ...at, paneId: CANDLE_PANE })
    return point && { ...at, point }
  }

  return {
    onPointerDown(event: PointerEvent): void {
      const here = placeOf(event)
      start.current = here && { ...here, isPlaced: false }
    },
    onPointerMove(event: PointerEvent): void {
      const here = placeOf(event)
      if (!here) return
      const from = start.current
      if (from && !from.isPlaced && Math.hypot(here.x - from.x, here.y - from.y) > DRAG_PX) {
        from.isPlaced = true
        if (pen.place(from.point) === 0) {
          start.current = undefined
          return
        }
      }
      pen.preview(here.point)
    },
    onPointerUp(event: PointerEvent): void {
      const here = placeOf(event)
      const isStarted = start.current !== undefined
      start.current = undefined
      if (here && isStarted) pen.place(here.point)
    },
    onPointerCancel(): void {
      start.current = undefined
    },
  }
}

/** What a place on the candles means, the nearest one inside; with the magnet, the price of a bar that is near. */
export function pointAt(
  chart: Chart,
  at: { readonly x: number; readonly y: number },
  hasMagnet: boolean,
): DrawingPoint | undefined {
  const size = chart.getSize(CANDLE_PANE, 'main')
  if (!size) return undefined
  const x = Math.min(size.width - 1, Math.max(0, at.x))
  const y = Math.min(size.height - 1, Math.max(0, at.y))
  const [found] = [chart.convertFromPixel([{ x, y }], { paneId: CANDLE_PANE })].flat()
  const { dataIndex, timestamp, value } = found ?? {}
  if (dataIndex === undefined || timestamp === undefined || value === undefined) return undefined
  const bar = hasMagnet ? chart.getDataList()[dataIndex] : undefined
  return { timestamp, value: bar ? drawnTo(chart, bar, value, y) : value }
}

/** A price, drawn to the bar's own where one is near. Pixels only. */
function drawnTo(chart: Chart, { open, high, low, close }: KLineData, value: number, y: number): number {
  const distanceOf = (price: number): number => {
    const at = chart.convertToPixel({ value: price }, { paneId: CANDLE_PANE })
    return Array.isArray(at) || at.y === undefined ? Number.POSITIVE_INFINITY : Math.abs(at.y - y)
  }
  const [nearest] = [open, high, low, close]
    .map((price) => ({ price, px: distanceOf(price) }))
    .sort((a, b) => a.px - b.px)
  return nearest && nearest.px <= MAGNET_PX ? nearest.price : value
}
