import { create } from 'zustand'

const DOWN_AFTER_MS = 3_000

/** How the live connection is. `isStale`: prices on screen may be old; market orders wait. */
export interface Connection {
  readonly isOnline: boolean
  readonly isStale: boolean
  /** When the connection was lost, for telling how old prices are. */
  readonly lostAtMs: number | undefined
}

export const useConnection = create<Connection>()(() => ({
  isOnline: navigator.onLine,
  isStale: false,
  lostAtMs: undefined,
}))

let timer: ReturnType<typeof setTimeout> | undefined

/** Says that the live connection is up. */
export function connectionUp(): void {
  clearTimeout(timer)
  timer = undefined
  useConnection.setState({ isStale: false, lostAtMs: undefined })
}

/** Says that it is down; prices count as stale 3 s later. */
export function connectionDown(): void {
  if (timer !== undefined) return
  useConnection.setState({ lostAtMs: Date.now() })
  timer = setTimeout(() => useConnection.setState({ isStale: true }), DOWN_AFTER_MS)
}

/** Follows the browser's own word on the network. */
export function watchNetwork(): void {
  addEventListener('online', () => useConnection.setState({ isOnline: true }))
  addEventListener('offline', () => useConnection.setState({ isOnline: false }))
}
