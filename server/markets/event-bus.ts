import type { Period } from '#domain/market/candle.ts'
import type { CandleView, QuoteView } from '#domain/market/contract.ts'

/**
 * The events of the markets, by topic; server/realtime-publisher.ts publishes them to the sockets. The spot engine emits
 * its own events after each commit.
 */
export interface Topics {
  /** Quotes that changed: at most one per instrument and segment of the tape. */
  quotes: readonly QuoteView[]
  /** The running candles of one instrument, at the rate of its quote. */
  candles: { readonly symbol: string; readonly candles: Readonly<Record<Period, CandleView>> }
}

export type Topic = keyof Topics

export interface EventBus {
  /** Calls `listener` for every message of the topic until the returned function is called. */
  subscribe<T extends Topic>(topic: T, listener: (message: Topics[T]) => void): () => void
  publish<T extends Topic>(topic: T, message: Topics[T]): void
  /** Whether a topic has subscribers; without any, its message is not built. */
  hasSubscribers(topic: Topic): boolean
}

/** An in-process event bus. An error thrown by a listener goes to `onError` and does not stop the others. */
export function createEventBus(onError: (error: unknown) => void): EventBus {
  const listeners: { [T in Topic]: Set<(message: Topics[T]) => void> } = {
    quotes: new Set(),
    candles: new Set(),
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
    hasSubscribers: (topic) => listeners[topic].size > 0,
  }
}
