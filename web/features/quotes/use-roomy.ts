import { useSyncExternalStore } from 'react'

const roomy = matchMedia('(width >= 768px)')

function subscribe(listener: () => void): () => void {
  roomy.addEventListener('change', listener)
  return () => roomy.removeEventListener('change', listener)
}

/** Whether rows have room for further columns: the window is at least 768 px wide (`md` in styles). */
export const useRoomy = (): boolean => useSyncExternalStore(subscribe, () => roomy.matches)
