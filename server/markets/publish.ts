import type { Channel } from '#domain/channel.ts'
import { periods } from '#domain/market/candle.ts'
import { candlesChannel, classQuotesChannel, type QuoteView, quotesChannel } from '#domain/market/contract.ts'
import { classOfId, type InstrumentClass } from '#domain/market/instrument.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { Markets } from './service.ts'

/**
 * Publishes quotes and candles. What nobody listens to is not made.
 *
 * Returns: how to stop.
 */
export function publishMarkets(realtime: Realtime, markets: Pick<Markets, 'events'>): () => void {
  const stops = [
    markets.events.subscribe('quotes', (quotes) => {
      realtime.publish(quotesChannel, {}, [...quotes], { volatile: true })
      for (const [name, some] of byClass(quotes))
        realtime.publish(classQuotesChannel, { class: name }, some, { volatile: true })
    }),
    markets.events.subscribe('candles', ({ symbol, candles }) => {
      for (const period of periods) {
        const candle = candles[period]
        // Not volatile: quotes go out in the same tick, and of two volatile messages the second is dropped.
        if (candle && realtime.hasListeners(candlesChannel, { symbol, period }))
          realtime.publish(candlesChannel, { symbol, period }, { symbol, period, candle })
      }
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The quotes for a client that has just subscribed to them. */
export function quotesSnapshot(
  markets: Pick<Markets, 'quotes'>,
  channel: Channel,
  params: Readonly<Record<string, unknown>>,
): unknown {
  if (channel === quotesChannel) return markets.quotes()
  if (channel !== classQuotesChannel) return undefined
  return markets.quotes().filter(({ classId }) => classOfId(classId) === params.class)
}

function byClass(quotes: readonly QuoteView[]): Map<InstrumentClass, QuoteView[]> {
  const classed = quotes.filter(({ classId }) => classOfId(classId) !== undefined)
  return Map.groupBy(classed, ({ classId }) => classOfId(classId)!)
}
