import { useSyncExternalStore } from 'react'

/**
 * Whether the window is at least so many pixels wide, for a reader whose text is larger so many times more: asked once, and as a
 * hook that goes on saying it.
 */
function windowFrom(px: number): { isNow(): boolean; useNow(): boolean } {
  const query = matchMedia(`(width >= ${px / 16}rem)`)
  const subscribe = (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  const isNow = () => query.matches
  return { isNow, useNow: () => useSyncExternalStore(subscribe, isNow) }
}

/** Whether there is room for panes beside each other: the window is at least 1024 px wide (`lg` in styles). */
export const { isNow: isWide, useNow: useWide } = windowFrom(1024)

/** Whether rows have room for further columns: the window is at least 768 px wide (`md` in styles). */
export const { useNow: useRoomy } = windowFrom(768)
