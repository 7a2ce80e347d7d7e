import { useDeferredValue, useEffect } from 'react'
import { quotesChannel, quotesFlat, sparklines } from '#domain/market/contract.ts'
import { useConnection } from '#web/app/connection.ts'
import { subscribe } from '#web/app/socket.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import type { PriceSource } from '#web/ui/badge.tsx'
import { quotes } from './quotes.ts'

const FALLBACK_MS = 5_000
const RESYNC_MS = 60_000

/**
 * All quotes: asked once, then kept fresh by the live connection; while that is down, asked every 5 s.
 *
 * Cells read their own symbol by `useQuote`; what this answers changes only when asked anew, so lists
 * do not re-render with every tick.
 */
export function useQuotes() {
  const isStale = useConnection((state) => state.isStale)
  const all = useApiQuery(quotesFlat, {}, { refetchMs: isStale ? FALLBACK_MS : RESYNC_MS })

  useEffect(() => {
    if (all.data) quotes.take(all.data)
  }, [all.data])
  useEffect(() => subscribe(quotesChannel, {}, (batch) => quotes.take(batch)), [])
  return all
}

/** Where the prices on screen come from; undefined until the first answer. */
export function usePriceSource(): PriceSource | undefined {
  return useApiQuery(quotesFlat, {}).data?.[0]?.source
}

/** The last 24 hours of every instrument as points to draw. */
export function useSparklines(): (symbol: string) => readonly number[] {
  const { data } = useApiQuery(sparklines, {}, { refetchMs: 5 * RESYNC_MS })
  // All rows are drawn again with them, when there is nothing more urgent, and in steps.
  const lines = useDeferredValue(data?.lines)
  return (symbol) => pointsOf(lines?.[symbol])
}

const none: readonly number[] = []
const drawn = new WeakMap<readonly (string | null)[], readonly number[]>()

/** Prices as pixels will need them; the same array for the same line, so that rows stay memoised. */
function pointsOf(line: readonly (string | null)[] | undefined): readonly number[] {
  if (!line) return none
  let points = drawn.get(line)
  if (!points) {
    points = line.flatMap((value) => (value === null ? [] : [Number(value)]))
    drawn.set(line, points)
  }
  return points
}
