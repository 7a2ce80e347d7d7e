import type { Bounding, Chart, OverlayTemplate, YAxis } from 'klinecharts'
import { CANDLE_PANE } from './pen.ts'
import { spread, spreadAround, stacked } from './spread.ts'

/** Something of the customer's own on a chart: an open order as a line, or what was filled at a bar. */
export interface ChartMark {
  readonly id: string
  readonly kind: 'order' | 'fill'
  readonly side: 'buy' | 'sell'
  /** In quote. Pixels only. */
  readonly price: number
  readonly priceText: string
  /** Its words, on the line or beside the fill's sign. */
  readonly label: string
  /** Fewer words, for a chart where `label` would fill most of a line. */
  readonly shortLabel?: string
  /** When it was filled; an open order is a line over all times. */
  readonly atMs?: number
  /** Cancels an order: a cross at the end of its words. */
  onCancel?(): void
  /** An order's line was dragged to a price, in quote; the line goes back until the order is amended. */
  onMove?(price: number): void
}

/** What of an order's line a tap or a drag means. */
export const CANCEL_KEY = 'cancel'

/** Colors and face that marks are drawn with. */
export interface MarkLook {
  readonly family: string
  readonly up: string
  readonly down: string
  readonly gold: string
  readonly surface: string
}

/** A mark, with all that stand on its chart: their words make room for each other. */
export type Marked = {
  readonly mark: ChartMark
  readonly all: readonly ChartMark[]
  readonly look: MarkLook
}

const SIGN_BELOW_PX = 36
/** Room that a fill's words need beside it. */
const LABEL_PX = 120
const TAG_PX = 12
/** The room of the cross beside a tag. */
const CROSS_PX = 24
const TAG_GAP_PX = 2
const TAG_PADDING_PX = 6
const TAG_SIZE_PX = 11
const TAG_HEIGHT_PX = 21
const FILL_HEIGHT_PX = 14
/** The share of the pane that is left free over the highest bar, and of its width that a tag may take. */
export const LEGEND_SHARE = 0.26
const MAX_TAG_SHARE = 0.6
/** How far down the legend reaches where it has most rows. */
const LEGEND_PX = 88

/**
 * An open order: a dashed line in the color of its side, its words on it and its price at the axis. The words are at the
 * left, and at the right where the legend is: away from its line a tag would name another price.
 */
export const orderLine: OverlayTemplate<Marked> = {
  name: 'plumb-order',
  totalStep: 2,
  createPointFigures({ overlay: { extendData }, coordinates: [at], bounding, yAxis }) {
    if (!at) return []
    const { mark, look } = extendData
    const color = mark.side === 'buy' ? look.up : look.down
    const isShort = measured(mark.label, look) > bounding.width * MAX_TAG_SHARE
    const label = (isShort && mark.shortLabel) || mark.label
    const words = measured(label, look)
    const y = tagPlace(extendData, at.y, bounding, yAxis)
    const whole = words + (mark.onCancel ? CROSS_PX : 0)
    const x = y < LEGEND_PX ? bounding.width - TAG_PX - whole : TAG_PX
    return [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y: at.y },
            { x: bounding.width, y: at.y },
          ],
        },
        styles: { style: 'dashed', color, dashedValue: [4, 3] },
        ignoreEvent: mark.onMove === undefined,
      },
      {
        type: 'text',
        attrs: { x, y, text: label, baseline: 'middle' },
        styles: tag(color, look),
        ignoreEvent: mark.onMove === undefined,
      },
      ...(mark.onCancel
        ? [
            {
              key: CANCEL_KEY,
              type: 'text',
              attrs: { x: x + words + TAG_GAP_PX, y, text: '✕', baseline: 'middle' },
              styles: tag(color, look),
            },
          ]
        : []),
    ]
  },
  createYAxisFigures({ chart, overlay: { extendData }, coordinates: [at], bounding, yAxis }) {
    if (!at) return []
    const { mark, look } = extendData
    // The last price has its own tag here, which stands at its price.
    const last = chart.getDataList().at(-1)?.close
    const lastY = last === undefined ? undefined : yAxis?.convertToPixel(last)
    const y = tagPlace(extendData, at.y, bounding, yAxis, lastY)
    return {
      type: 'text',
      attrs: { x: bounding.width, y, text: mark.priceText, align: 'right', baseline: 'middle' },
      styles: tag(mark.side === 'buy' ? look.up : look.down, look),
      ignoreEvent: true,
    }
  },
}

/** What was filled: a gold line from the price down to a sign with its words. */
export const fillSign: OverlayTemplate<Marked> = {
  name: 'plumb-fill',
  totalStep: 2,
  lock: true,
  createPointFigures({ chart, overlay: { extendData }, coordinates: [at], bounding }) {
    if (!at) return []
    const { mark, look } = extendData
    const wordsY = fillPlace(chart, extendData, at.y) + SIGN_BELOW_PX + 6
    const sign = at.y + SIGN_BELOW_PX
    const isAtEdge = at.x > bounding.width - LABEL_PX
    return [
      {
        type: 'line',
        attrs: { coordinates: [at, { x: at.x, y: sign }] },
        styles: { color: look.gold, size: 1.5 },
        ignoreEvent: true,
      },
      {
        type: 'polygon',
        attrs: {
          coordinates: [
            { x: at.x, y: sign },
            { x: at.x + 4, y: sign + 5 },
            { x: at.x, y: sign + 13 },
            { x: at.x - 4, y: sign + 5 },
          ],
        },
        styles: { style: 'fill', color: look.gold },
        ignoreEvent: true,
      },
      {
        type: 'text',
        attrs: {
          ...{ x: at.x + (isAtEdge ? -8 : 8), y: wordsY, text: mark.label, baseline: 'middle' },
          align: isAtEdge ? 'right' : 'left',
        },
        styles: {
          ...{ color: look.gold, family: look.family, size: 11, backgroundColor: 'transparent' },
          borderSize: 0,
        },
        ignoreEvent: true,
      },
    ]
  },
}

/** How high an order's words stand: at its line, or as near as those of the others and what is `taken` let it. */
function tagPlace(
  { mark, all }: Marked,
  own: number,
  { height }: Bounding,
  yAxis: YAxis | null,
  taken?: number,
): number {
  const inSight = all
    .filter(({ kind }) => kind === 'order')
    .map((one) => ({ id: one.id, y: one.id === mark.id ? own : (yAxis?.convertToPixel(one.price) ?? -1) }))
    .filter(({ y }) => y >= 0 && y <= height)
  const place = inSight.findIndex(({ id }) => id === mark.id)
  const half = TAG_HEIGHT_PX / 2
  const room = { gap: TAG_HEIGHT_PX, from: half, to: height - half }
  const wanted = inSight.map(({ y }) => y)
  const isTaken = taken !== undefined && taken >= 0 && taken <= height
  return (isTaken ? spreadAround(wanted, room, taken) : spread(wanted, room))[place] ?? own
}

/** How high a fill's words stand, before what they are below it: those of one bar below each other. */
function fillPlace(chart: Chart, { mark, all }: Marked, own: number): number {
  const fills = all.filter(({ kind }) => kind === 'fill')
  const points = chart.convertToPixel(
    fills.map(({ atMs, price }) => ({ ...(atMs !== undefined && { timestamp: atMs }), value: price })),
    { paneId: CANDLE_PANE },
  ) as { x?: number; y?: number }[]
  const heights = stacked(
    points.map(({ x = 0, y = 0 }) => ({ x, y })),
    LABEL_PX,
    FILL_HEIGHT_PX,
  )
  return heights[fills.findIndex(({ id }) => id === mark.id)] ?? own
}

/** How wide a tag of these words is, so that another can stand beside it. */
function measured(words: string, { family }: MarkLook): number {
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = `600 ${TAG_SIZE_PX}px ${family}`
  return canvas.measureText(words).width + 2 * TAG_PADDING_PX
}

const tag = (color: string, { family, surface }: MarkLook) => ({
  ...{ style: 'stroke_fill', color, family, size: TAG_SIZE_PX, weight: '600', backgroundColor: surface },
  ...{ borderColor: color, borderSize: 1, borderRadius: 4 },
  ...{ paddingLeft: TAG_PADDING_PX, paddingRight: TAG_PADDING_PX, paddingTop: 4, paddingBottom: 4 },
})
