import { useEffect, useState } from 'react'
import { consoleOverview } from '#domain/console/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'

const TICK_MS = 10_000

/** The server's time, again every ten seconds: ages are by the platform's clock, not by the operator's device. */
export function useNow(): number {
  const overview = useApiQuery(consoleOverview, {})
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (!overview.data) return Date.now()
  return overview.data.nowMs + (Date.now() - overview.dataUpdatedAt)
}
