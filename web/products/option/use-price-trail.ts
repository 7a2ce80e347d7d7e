import { useEffect, useState } from 'react'
import { candles } from '#domain/market/contract.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { quotes } from '#web/features/quotes/quotes.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import type { PricePoint } from './price-span.ts'

/** Twice the longest period that is usual, and half as much again. */
const KEPT_MS = 15 * MINUTE_MS

/** The prices that these pages have seen, by symbol: who comes back to a page finds its line again. */
const trails = new Map<string, readonly PricePoint[]>()

/** An instrument's prices as they come, for as long as one of these pages is open. Pixels only. */
export function usePriceTrail(symbol: string): readonly PricePoint[] {
  const [points, setPoints] = useState(() => trails.get(symbol) ?? [])
  useEffect(() => {
    const take = () => {
      const quote = quotes.get(symbol)
      if (!quote?.lastPrice || quote.atMs === null) return
      const { atMs, lastPrice } = quote
      const known = trails.get(symbol) ?? []
      if (atMs > (known.at(-1)?.atMs ?? 0)) {
        const kept = known.filter((one) => one.atMs > atMs - KEPT_MS)
        trails.set(symbol, [...kept, { atMs, price: Number(lastPrice) }])
      }
      setPoints(trails.get(symbol) ?? [])
    }
    take()
    return quotes.subscribe(symbol, take)
  }, [symbol])
  return points
}

/**
 * An instrument's prices that were before the page was opened: what each minute from a moment on began with. Until
 * `toMs`, or until now.
 */
export function usePastPrices(symbol: string, fromMs: number, toMs?: number): readonly PricePoint[] {
  const nowMs = useServerNow()
  const [asked] = useState(() => ({
    fromMs: String(Math.floor(fromMs / MINUTE_MS) * MINUTE_MS),
    toMs: String(toMs ?? nowMs),
  }))
  const { data = [] } = useApiQuery(candles, { symbol, period: '1m', ...asked })
  return data.map(({ openAtMs, open }) => ({ atMs: openAtMs, price: Number(open) }))
}
