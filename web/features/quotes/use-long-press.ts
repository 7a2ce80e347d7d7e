import { type PointerEvent, useRef } from 'react'

const LONG_MS = 500
const MOVED_PX = 10

/** Handlers that call `onLongPress` when a finger rests, or by the mouse's second button; the tap after it does nothing. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const wasLong = useRef(false)

  const fire = () => {
    clearTimeout(timer.current)
    if (wasLong.current) return
    wasLong.current = true
    navigator.vibrate?.(8)
    onLongPress()
  }
  const stop = () => clearTimeout(timer.current)

  return {
    onPointerDown(event: PointerEvent) {
      wasLong.current = false
      from.current = { x: event.clientX, y: event.clientY }
      if (event.pointerType === 'touch') timer.current = setTimeout(fire, LONG_MS)
    },
    onPointerMove(event: PointerEvent) {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > MOVED_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: { preventDefault(): void }) {
      event.preventDefault()
      fire()
    },
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
      if (!wasLong.current) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
