import { useEffect, useState } from 'react'

const TICK_MS = 250

/** Seconds left of a wait, rounded up, and a way to begin it; 0 when there is nothing to wait for. */
export function useCountdown(): readonly [secondsLeft: number, begin: (seconds: number) => void] {
  const [endsAtMs, setEnd] = useState(0)
  const [nowMs, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (endsAtMs <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= endsAtMs) clearInterval(timer)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [endsAtMs])
  const begin = (seconds: number) => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1_000)
  }
  return [Math.max(0, Math.ceil((endsAtMs - nowMs) / 1_000)), begin]
}
