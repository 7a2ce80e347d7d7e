import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '#web/texts/texts.ts'

/** From here on letting go refreshes. */
const REFRESHES_FROM_PX = 96
/** How high the place is in which it says so. */
const HEIGHT_PX = 48

/**
 * Refreshes a list when a finger pulls the page down from its top, and says so over the list. A finger in a sheet moves
 * the sheet.
 */
export function PullDown({ onRefresh }: { onRefresh(): Promise<unknown> }) {
  const { t } = useTexts()
  /** How far it is pulled, of one; letting go at one refreshes. */
  const [pulled, setPulled] = useState(0)
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = useEffectEvent(async () => {
    setRefreshing(true)
    await onRefresh()
    setRefreshing(false)
  })

  useEffect(() => {
    let from: { x: number; y: number } | undefined
    let share = 0
    function follow(next: number) {
      share = next
      setPulled(next)
    }
    function start({ touches, target }: TouchEvent) {
      const [touch] = touches
      const isOnPage = window.scrollY <= 0 && !(target as Element).closest('[role=dialog]')
      from = touch && touches.length === 1 && isOnPage ? { x: touch.clientX, y: touch.clientY } : undefined
    }
    function move({ touches }: TouchEvent) {
      const [touch] = touches
      if (!from || !touch) return
      const [across, down] = [Math.abs(touch.clientX - from.x), touch.clientY - from.y]
      follow(down > across ? Math.min(1, down / REFRESHES_FROM_PX) : 0)
    }
    function end({ type }: TouchEvent) {
      if (share === 1 && type === 'touchend') void refresh()
      from = undefined
      follow(0)
    }
    const listeners = { touchstart: start, touchmove: move, touchend: end, touchcancel: end }
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as EventListener, { passive: true })
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener)
    }
  }, [])

  const share = isRefreshing ? 1 : pulled
  return (
    <p
      role="status"
      style={{ height: share * HEIGHT_PX }}
      className="flex items-center justify-center overflow-hidden text-12 text-t3"
    >
      {isRefreshing
        ? t('common.refreshing')
        : share > 0 && t(share === 1 ? 'common.release_to_refresh' : 'common.pull_to_refresh')}
    </p>
  )
}
