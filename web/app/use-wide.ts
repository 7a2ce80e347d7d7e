import { useSyncExternalStore } from 'react'

const wide = matchMedia('(width >= 1024px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether there is room for panes beside each other: the window is at least 1024 px wide (`lg` in styles). */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
