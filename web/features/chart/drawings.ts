import { getOverlayClass, type OverlayFigure, type OverlayTemplate, registerOverlay } from 'klinecharts'
import { type Drawing, drawingTools, type PenWidth, penColorOf } from './chart-settings.ts'
import { bandAlong, type Coordinate } from './reach.ts'

/** The chart library's overlays of what is drawn. */

/** How far from a point a finger still means it. */
const HANDLE_PX = 14
/** The opacity of a rectangle's inside, in hexadecimal. */
const INSIDE = '1f'
const TEXT_PX: Record<PenWidth, number> = { 1: 12, 2: 14, 3: 18 }

const rectangle: OverlayTemplate = {
  name: 'rectangle',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures({ coordinates: [from, to] }) {
    if (!from || !to) return []
    const corners = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }]
    return [
      // What is inside is reached through it: candles are dragged there.
      { type: 'polygon', attrs: { coordinates: corners }, ignoreEvent: true },
      {
        type: 'line',
        attrs: corners.map((corner, index) => ({ coordinates: [corner, corners[(index + 1) % 4]] })),
      },
    ]
  },
}

const text: OverlayTemplate = {
  name: 'text',
  totalStep: 2,
  needDefaultPointFigure: true,
  createPointFigures: ({ overlay, coordinates: [at] }) =>
    at
      ? {
          type: 'text',
          attrs: { x: at.x + 8, y: at.y, text: String(overlay.extendData ?? ''), baseline: 'middle' },
        }
      : [],
}

/** The points of what is selected, as rings with room for a finger; the place of each is its key. */
export const handles: OverlayTemplate<readonly string[]> = {
  name: 'handles',
  totalStep: 1,
  createPointFigures: ({ overlay, coordinates }) => {
    const [color, inside] = overlay.extendData
    return coordinates.flatMap(({ x, y }, index) => [
      { type: 'circle', attrs: { x, y, r: 7 }, styles: { color }, ignoreEvent: true },
      { type: 'circle', attrs: { x, y, r: 5 }, styles: { color: inside }, ignoreEvent: true },
      { key: String(index), type: 'circle', attrs: { x, y, r: HANDLE_PX }, styles: { color: 'transparent' } },
    ])
  },
}

/** Makes all tools known to the library, with lines that can be hit. */
export function registerDrawings(): void {
  registerOverlay(rectangle)
  registerOverlay(text)
  registerOverlay(handles)
  for (const name of drawingTools) {
    const Template = getOverlayClass(name)
    if (!Template) continue
    const { totalStep, needDefaultXAxisFigure, needDefaultYAxisFigure, ...own } = new Template()
    registerOverlay({
      ...{ name, totalStep, needDefaultPointFigure: true, needDefaultXAxisFigure, needDefaultYAxisFigure },
      createPointFigures: (params) => {
        const figures = own.createPointFigures?.(params) ?? []
        return withReach(Array.isArray(figures) ? figures : [figures])
      },
    })
  }
}

/** Figures with an unseen band along each line, which is hit in place of the line. */
const withReach = (figures: readonly OverlayFigure[]): OverlayFigure[] =>
  figures.flatMap((figure) => {
    if (figure.type !== 'line') return [figure]
    const lines = [figure.attrs as { coordinates: readonly Coordinate[] }].flat()
    return [
      figure,
      {
        type: 'polygon',
        attrs: lines.flatMap(({ coordinates: [from, to] }) =>
          from && to ? [{ coordinates: bandAlong(from, to) }] : [],
        ),
        styles: { style: 'fill', color: 'transparent' },
      },
    ]
  })

/** The color of a drawing. */
export const colorOf = ({ color = 'white' }: Pick<Drawing, 'color'>): string => penColorOf(color)

/** What the library draws a drawing with. */
export function stylesOfDrawing(drawing: Drawing) {
  const color = colorOf(drawing)
  const { width = 2 } = drawing
  return {
    // Seven lines over the candles are thinner than one.
    line: { color, size: drawing.tool === 'fibonacciLine' ? width / 2 : width },
    polygon: { style: 'fill', color: color + INSIDE },
    text: { color, size: drawing.tool === 'text' ? TEXT_PX[width] : 11 },
    point: { color, activeColor: color },
  } as const
}
