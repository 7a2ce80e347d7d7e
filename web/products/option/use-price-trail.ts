import { useEffect, useState } from 'react'
import { candles } from '#domain/market/contract.ts'
import { type OptionView, optionPrices, optionRecentPrices } from '#domain/option/contract.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { quotes } from '#web/features/quotes/quotes.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import type { PricePoint } from './price-span.ts'

/** Twice the longest period that is usual, and half as much again. */
const KEPT_MS = 15 * MINUTE_MS

/** A page that was left for longer begins a new line: nobody saw what was between. */
const MAX_GAP_MS = 10 * SECOND_MS

/** The prices that these pages have seen, by symbol: who comes back to a page at once finds its line again. */
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
    const [last, now] = [trails.get(symbol)?.at(-1), quotes.get(symbol)?.atMs]
    if (last && now && now - last.atMs > MAX_GAP_MS) trails.delete(symbol)
    take()
    return quotes.subscribe(symbol, take)
  }, [symbol])
  return points
}

/**
 * The prices around an order from before the page was opened: its ticks, and before the first of these what each minute
 * began with.
 */
export function usePastPrices({ id, symbol }: OptionView, fromMs: number): readonly PricePoint[] {
  const nowMs = useServerNow()
  const [asked] = useState(() => ({
    fromMs: String(Math.floor(fromMs / MINUTE_MS) * MINUTE_MS),
    toMs: String(nowMs),
  }))
  const ticks = pointsOf(useApiQuery(optionPrices, { id }).data?.items ?? [])
  const { data = [] } = useApiQuery(candles, { symbol, period: '1m', ...asked })
  return [...minutesBefore(data, ticks), ...ticks]
}

/** The prices of a period that ended before the page was opened: those of the last minute, and before that the minutes'. */
export function useRecentPrices(symbol: string, periodMs: number): readonly PricePoint[] {
  const nowMs = useServerNow()
  const [toMs] = useState(nowMs)
  const ticks = pointsOf(useApiQuery(optionRecentPrices, { symbol }).data?.items ?? [])
  const asked = {
    symbol,
    period: '1m',
    fromMs: String(toMs - periodMs - MINUTE_MS),
    toMs: String(toMs),
  } as const
  const { data = [] } = useApiQuery(candles, asked, { enabled: periodMs > MINUTE_MS })
  return [...minutesBefore(data, ticks), ...ticks]
}

/** What each minute before the first of some prices began with. */
function minutesBefore(
  minutes: readonly { readonly openAtMs: number; readonly open: string }[],
  [first]: readonly PricePoint[],
): PricePoint[] {
  const all = minutes.map(({ openAtMs, open }) => ({ atMs: openAtMs, price: Number(open) }))
  return all.filter(({ atMs }) => atMs < (first?.atMs ?? Number.POSITIVE_INFINITY))
}

const pointsOf = (prices: readonly { readonly atMs: number; readonly price: string }[]): PricePoint[] =>
  prices.map(({ atMs, price }) => ({ atMs, price: Number(price) }))
