import type { OverlayTemplate } from 'klinecharts'

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

type Marked = { readonly mark: ChartMark; readonly look: MarkLook }

const SIGN_BELOW_PX = 36
/** Room that a fill's words need beside it. */
const LABEL_PX = 120
const TAG_PX = 12
const TAG_GAP_PX = 2
const TAG_PADDING_PX = 6
const TAG_SIZE_PX = 11

/** An open order: a dashed line in the color of its side, its words at the left and its price at the axis. */
export const orderLine: OverlayTemplate<Marked> = {
  name: 'plumb-order',
  totalStep: 2,
  createPointFigures({ overlay: { extendData }, coordinates: [at], bounding }) {
    if (!at) return []
    const { mark, look } = extendData
    const color = mark.side === 'buy' ? look.up : look.down
    const words = measured(mark.label, look)
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
        attrs: { x: TAG_PX, y: at.y, text: mark.label, baseline: 'middle' },
        styles: tag(color, look),
        ignoreEvent: mark.onMove === undefined,
      },
      ...(mark.onCancel
        ? [
            {
              key: CANCEL_KEY,
              type: 'text',
              attrs: { x: TAG_PX + words + TAG_GAP_PX, y: at.y, text: '✕', baseline: 'middle' },
              styles: tag(color, look),
            },
          ]
        : []),
    ]
  },
  createYAxisFigures({ overlay: { extendData }, coordinates: [at], bounding }) {
    if (!at) return []
    const { mark, look } = extendData
    return {
      type: 'text',
      attrs: { x: bounding.width, y: at.y, text: mark.priceText, align: 'right', baseline: 'middle' },
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
  createPointFigures({ overlay: { extendData }, coordinates: [at], bounding }) {
    if (!at) return []
    const { mark, look } = extendData
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
          ...{ x: at.x + (isAtEdge ? -8 : 8), y: sign + 6, text: mark.label, baseline: 'middle' },
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
