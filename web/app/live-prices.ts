import { useCallback, useSyncExternalStore } from 'react'

/** What the store needs of a quote: whose it is. */
interface Keyed {
  readonly symbol: string
}

/**
 * Live quotes, outside React: a cell subscribes to its own symbol and nothing else re-renders.
 *
 * Quotes that arrive between two frames are folded: each changed symbol's listeners are told once a
 * frame, with the last quote. `frame` schedules that, so that a test can step it.
 */
export function createLivePrices<Quote extends Keyed>(frame: (run: () => void) => void = nextFrame) {
  const quotes = new Map<string, Quote>()
  const incoming = new Map<string, Quote>()
  const listeners = new Map<string, Set<() => void>>()

  function fold(): void {
    const changed = [...incoming.keys()]
    for (const [symbol, quote] of incoming) quotes.set(symbol, quote)
    incoming.clear()
    for (const symbol of changed) for (const listener of listeners.get(symbol) ?? []) listener()
  }

  return {
    /** Takes in quotes; they become visible with the next frame. */
    take(batch: readonly Quote[]): void {
      if (batch.length === 0) return
      if (incoming.size === 0) frame(fold)
      for (const quote of batch) incoming.set(quote.symbol, quote)
    },
    /** The last visible quote of a symbol. */
    get: (symbol: string): Quote | undefined => quotes.get(symbol),
    /** Calls `listener` at most once a frame when this symbol's quote changed. */
    subscribe(symbol: string, listener: () => void): () => void {
      let set = listeners.get(symbol)
      if (!set) {
        set = new Set()
        listeners.set(symbol, set)
      }
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(symbol)
      }
    },
  }
}

export type LivePrices<Quote extends Keyed> = ReturnType<typeof createLivePrices<Quote>>

/** A frame when the page is seen, a slow timer when it is not: a hidden tab gets no frames. */
function nextFrame(run: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(run)
  else setTimeout(run, 1_000)
}

/** A part of one symbol's quote as a hook: re-renders only when that part changed. */
export function useLive<Quote extends Keyed, Part extends string | number | boolean | undefined>(
  prices: LivePrices<Quote>,
  symbol: string,
  part: (quote: Quote | undefined) => Part,
): Part {
  const subscribe = useCallback(
    (listener: () => void) => prices.subscribe(symbol, listener),
    [prices, symbol],
  )
  return useSyncExternalStore(subscribe, () => part(prices.get(symbol)))
}
