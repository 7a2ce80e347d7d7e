import { type TouchEvent, useRef } from 'react'

/** From here on letting go closes. */
const CLOSES_FROM_PX = 72

/** Lets a panel follow a finger that pulls its handle down, and calls `onSwipe` where it was pulled far enough. */
export function useSwipeDown(onSwipe: () => void) {
  const panel = useRef<HTMLDivElement>(null)
  const startY = useRef<number>(undefined)

  const pulled = ({ changedTouches }: TouchEvent) =>
    startY.current === undefined ? 0 : Math.max(0, changedTouches[0]!.clientY - startY.current)
  const follow = (px: number) => panel.current?.style.setProperty('translate', px > 0 ? `0 ${px}px` : '')

  function end(event: TouchEvent): void {
    const isFar = pulled(event) >= CLOSES_FROM_PX
    startY.current = undefined
    follow(0)
    if (isFar) onSwipe()
  }

  const handle = {
    onTouchStart: ({ touches }: TouchEvent) => {
      startY.current = touches.length === 1 ? touches[0]!.clientY : undefined
    },
    onTouchMove: (event: TouchEvent) => follow(pulled(event)),
    onTouchEnd: end,
    onTouchCancel: () => {
      startY.current = undefined
      follow(0)
    },
  }
  return { panel, handle }
}
