import { useEffect, useState } from 'react'
import { useServerNow } from './use-server-now.ts'

const TICK_MS = 250

/** Milliseconds until a moment by the server's clock; 0 once it is over. */
export function useCountdownTo(untilMs: number): number {
  const nowMs = useServerNow()
  const [, tick] = useState(0)
  const leftMs = Math.max(0, untilMs - nowMs)
  const isOver = leftMs === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [isOver])
  return leftMs
}
