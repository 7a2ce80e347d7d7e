import { useCallback, useSyncExternalStore } from 'react'
import { isScrolling } from './scrolling.ts'
import { createThrottle } from './throttle.ts'

/** Updates are shown at most four times a second, and once a second while the page is scrolled: nobody reads then. */
const SHOWN_EVERY_MS = 250
const SHOWN_IN_SCROLL_EVERY_MS = 1_000
const paceMs = (): number => (isScrolling() ? SHOWN_IN_SCROLL_EVERY_MS : SHOWN_EVERY_MS)

/** What the store needs of a quote: whose it is. */
interface Keyed {
  readonly symbol: string
}

/**
 * Live quotes, outside React: a cell subscribes to its own symbol and nothing else re-renders.
 *
 * Quotes that arrive in between are folded: each changed symbol's listeners are told once, with the last
 * quote. `schedule` says when, so that a test can step it.
 */
export function createLivePrices<Quote extends Keyed>(
  schedule: (run: () => void) => void = createThrottle(paceMs),
  /** Whether a quote takes the place of one that is known. */
  replaces: (quote: Quote, known: Quote) => boolean = () => true,
) {
  const quotes = new Map<string, Quote>()
  const incoming = new Map<string, Quote>()
  const listeners = new Map<string, Set<() => void>>()

  function fold(): void {
    const changed = [...incoming.keys()]
    for (const [symbol, quote] of incoming) quotes.set(symbol, quote)
    incoming.clear()
    for (const symbol of changed) for (const listener of listeners.get(symbol) ?? []) listener()
  }

  /** Takes in quotes; they become visible with the next fold. */
  function take(batch: readonly Quote[]): void {
    const newer = batch.filter((quote) => {
      const known = incoming.get(quote.symbol) ?? quotes.get(quote.symbol)
      return !known || replaces(quote, known)
    })
    if (newer.length === 0) return
    if (incoming.size === 0) schedule(fold)
    for (const quote of newer) incoming.set(quote.symbol, quote)
  }

  return {
    /** Takes in first quotes, visible at once where nobody listens yet. What is known already is newer. */
    begin(batch: readonly Quote[]): void {
      const unknown = batch.filter(({ symbol }) => !quotes.has(symbol) && !incoming.has(symbol))
      if (listeners.size > 0) take(unknown)
      else for (const quote of unknown) quotes.set(quote.symbol, quote)
    },
    take,
    /** The last visible quote of a symbol. */
    get: (symbol: string): Quote | undefined => quotes.get(symbol),
    /** Calls `listener` at most once a fold, when this symbol's quote changed. */
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
