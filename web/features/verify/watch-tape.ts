import { useEffect } from 'react'
import { MINUTE_MS } from '#domain/time.ts'
import { useHttpClient } from '#web/app/use-api.ts'
import { whenIdle } from '#web/app/when-idle.ts'
import { KEPT_TAPE, useKeptTape } from './kept.ts'

/**
 * Compares the price tape with the checkpoint that this browser keeps: once the first page stands, and every minute in
 * which the page is shown. What cannot be asked now is asked the next time.
 */
export function useWatchTape(): void {
  const http = useHttpClient()
  useEffect(() => {
    let isChecking = false
    async function check() {
      if (isChecking || document.visibilityState !== 'visible') return
      isChecking = true
      try {
        // What verifies signatures is not needed for the first page to be shown.
        const { checkTape } = await import('./check-tape.ts')
        const kept = useKeptTape.getState()
        const next = await checkTape(http, kept, Date.now())
        // Another tab may have kept a newer one meanwhile; it is compared the next time.
        if (next !== kept && useKeptTape.getState() === kept) useKeptTape.setState(next, true)
      } catch {
        // No network, or too many calls: nothing is known.
      } finally {
        isChecking = false
      }
    }
    // What another tab found is kept, an alarm above all.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === KEPT_TAPE) void useKeptTape.persist.rehydrate()
    }
    whenIdle(check)
    const timer = setInterval(check, MINUTE_MS)
    document.addEventListener('visibilitychange', check)
    addEventListener('storage', onStorage)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      removeEventListener('storage', onStorage)
    }
  }, [http])
}
