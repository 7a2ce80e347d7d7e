import type { KLineData, OverlayTemplate } from 'klinecharts'

/** The colors of a gap's mark. */
interface GapLook {
  readonly text: string
  readonly background: string
  /** Whether a line is drawn from bar to bar, which would bridge it. */
  readonly isLine: boolean
}

/** Bars before which prices are missing although the market was open, as the candles say. */
export const isAfterGap = (bar: KLineData): boolean => bar.isAfterGap === true

/** A gap in prices: a dashed line between the bars on both sides of it, where no line joins them. */
export const gapSign: OverlayTemplate<GapLook> = {
  name: 'plumb-gap',
  totalStep: 2,
  lock: true,
  createPointFigures({ chart, overlay: { extendData }, coordinates: [at], bounding }) {
    if (!at) return []
    const { text, background, isLine } = extendData
    const { bar } = chart.getBarSpace()
    const between = at.x - bar / 2
    return [
      ...(isLine
        ? [
            {
              type: 'rect',
              attrs: { x: at.x - bar + 1, y: 0, width: bar - 2, height: bounding.height },
              styles: { style: 'fill', color: background },
              ignoreEvent: true,
            },
          ]
        : []),
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: between, y: 0 },
            { x: between, y: bounding.height },
          ],
        },
        styles: { style: 'dashed', color: text, size: 1, dashedValue: [2, 3] },
        ignoreEvent: true,
      },
    ]
  },
}
