import type { Chart, Overlay, OverlayEvent, OverlayMode } from 'klinecharts'
import { type PointerEvent, useEffect, useRef } from 'react'
import { changeDrawing, type DrawingPoint, useChartSettings, useDrawings } from './chart-settings.ts'
import { colorOf, handles, stylesOfDrawing } from './drawings.ts'
import { surfaceOf } from './look.ts'
import { DRAG_PX, type Drawn, pointAt } from './pen.ts'

/**
 * Shows what is drawn on an instrument's chart, and lets it be selected and moved by pointer.
 *
 * Returns: the handlers of the chart's box, by which a press beside everything that is drawn selects nothing.
 */
export function useDrawingsOnChart(chart: Chart | undefined, symbol: string, drawn: Drawn) {
  const { selected } = drawn
  const drawings = useDrawings(symbol)
  const hasMagnet = useChartSettings((state) => state.hasMagnet)
  const mode: OverlayMode = hasMagnet ? 'weak_magnet' : 'normal'
  const chosen = drawings.find(({ id }) => id === selected)
  const pressed = useRef<Press>(undefined)
  // The overlays are made once, and do what is meant now.
  const latest = useRef(drawn)
  latest.current = drawn

  // What is drawn is kept on the device; the chart shows what is kept.
  useEffect(() => {
    if (!chart) return
    for (const { id } of chart.getOverlays({ groupId: 'drawings' }))
      if (!drawings.some((one) => one.id === id)) chart.removeOverlay({ id })
    const select = ({ overlay }: OverlayEvent<unknown>) => {
      noteOnDrawing(pressed.current)
      latest.current.onSelect(overlay.id)
    }
    for (const drawing of drawings) {
      const { id, tool: name, points, isLocked = false, text } = drawing
      const styles = stylesOfDrawing(drawing)
      const shown = { id, mode, lock: isLocked, extendData: text, styles, points: copied(points) }
      if (chart.getOverlays({ id }).length > 0) chart.overrideOverlay(shown)
      else
        chart.createOverlay({
          ...{ ...shown, name, groupId: 'drawings', onClick: select, onPressedMoveStart: select },
          onPressedMoving: ({ overlay }) =>
            void chart.overrideOverlay({ groupId: handles.name, points: copied(pointsIn(overlay)) }),
          onPressedMoveEnd: ({ overlay }) => changeDrawing(symbol, id, { points: pointsIn(overlay) }),
          // The library's own removes what is clicked.
          onRightClick(event) {
            event.preventDefault?.()
            select(event)
          },
        })
    }
  }, [chart, symbol, drawings, mode])

  // Its points are dragged one by one.
  useEffect(() => {
    if (!chart || !chosen) return
    const { id, points, isLocked = false } = chosen
    const press = () => noteOnDrawing(pressed.current)
    chart.createOverlay({
      ...{ name: handles.name, groupId: handles.name, lock: isLocked, points: copied(points) },
      extendData: [colorOf(chosen), surfaceOf()],
      onClick: press,
      onPressedMoveStart: press,
      onPressedMoving({ figure, x, y }) {
        const place = x === undefined || y === undefined ? undefined : pointAt(chart, { x, y }, hasMagnet)
        if (!place) return
        const moved = points.map((point, index) => (String(index) === figure?.key ? place : point))
        chart.overrideOverlay({ groupId: handles.name, points: copied(moved) })
        chart.overrideOverlay({ id, points: copied(moved) })
      },
      onPressedMoveEnd: ({ overlay }) => changeDrawing(symbol, id, { points: pointsIn(overlay) }),
      onRightClick: ({ preventDefault }) => preventDefault?.(),
    })
    return () => void chart.removeOverlay({ groupId: handles.name })
  }, [chart, symbol, chosen, hasMagnet])

  return {
    onPointerDownCapture({ clientX: x, clientY: y }: PointerEvent): void {
      pressed.current = { x, y, isOnDrawing: false }
    },
    // The library has told by now what was pressed on; what is locked it tells when this is over.
    onPointerUpCapture({ clientX, clientY }: PointerEvent): void {
      const { x = 0, y = 0, isOnDrawing = true } = pressed.current ?? {}
      if (!isOnDrawing && Math.hypot(clientX - x, clientY - y) <= DRAG_PX) latest.current.onSelect(undefined)
    },
  }
}

/** Where the pointer went down, and whether the library has told of a drawing there. */
interface Press {
  readonly x: number
  readonly y: number
  isOnDrawing: boolean
}

function noteOnDrawing(press: Press | undefined): void {
  if (press) press.isOnDrawing = true
}

/** The library changes the points it is given. */
const copied = (points: readonly DrawingPoint[]): DrawingPoint[] => points.map((point) => ({ ...point }))

const pointsIn = ({ points }: Overlay): DrawingPoint[] =>
  points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  )
