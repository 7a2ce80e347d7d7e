import { useSyncExternalStore } from 'react'

/** A hook that says whether the window is at least so many pixels wide, and goes on saying it. */
function windowFrom(px: number): () => boolean {
  const query = matchMedia(`(width >= ${px}px)`)
  const subscribe = (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}

/** Whether there is room for panes beside each other: the window is at least 1024 px wide (`lg` in styles). */
export const useWide = windowFrom(1024)

/** Whether rows have room for further columns: the window is at least 768 px wide (`md` in styles). */
export const useRoomy = windowFrom(768)
