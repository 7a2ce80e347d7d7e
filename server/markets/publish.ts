import type { Period } from '#domain/market/candle.ts'
import type { CandleView, QuoteView } from '#domain/market/contract.ts'

/**
 * What the markets tell the rest of the process, by topic. Sockets are wired to it elsewhere; the books
 * publish their depth and trades through it, too.
 */
export interface Topics {
  /** Quotes that changed, merged: at most one per instrument and quarter of a second. */
  quotes: readonly QuoteView[]
  /** The running candles of one instrument, together with its quote's pace. */
  candles: { readonly symbol: string; readonly candles: Readonly<Record<Period, CandleView>> }
  /** A book's best levels, decimal texts, best first. */
  depth: {
    readonly symbol: string
    readonly bids: readonly (readonly [price: string, quantity: string])[]
    readonly asks: readonly (readonly [price: string, quantity: string])[]
    readonly atMs: number
  }
  /** Trades in a book, oldest first. */
  trades: {
    readonly symbol: string
    readonly trades: readonly {
      readonly id: string
      readonly price: string
      readonly quantity: string
      readonly side: 'buy' | 'sell'
      readonly atMs: number
    }[]
  }
}

export type Topic = keyof Topics

export interface Hub {
  /** Calls `listener` for every message of the topic until the returned function is called. */
  subscribe<T extends Topic>(topic: T, listener: (message: Topics[T]) => void): () => void
  publish<T extends Topic>(topic: T, message: Topics[T]): void
  /** Whether anybody listens: a message nobody hears need not be made. */
  isHeard(topic: Topic): boolean
}

/** An in-process hub. A listener that throws is told to `onError` and does not stop the others. */
export function createHub(onError: (error: unknown) => void): Hub {
  const listeners: { [T in Topic]: Set<(message: Topics[T]) => void> } = {
    quotes: new Set(),
    candles: new Set(),
    depth: new Set(),
    trades: new Set(),
  }
  return {
    subscribe(topic, listener) {
      listeners[topic].add(listener)
      return () => listeners[topic].delete(listener)
    },
    publish(topic, message) {
      for (const listener of listeners[topic]) {
        try {
          listener(message)
        } catch (error) {
          onError(error)
        }
      }
    },
    isHeard: (topic) => listeners[topic].size > 0,
  }
}
