import type { ExchangeMarket } from '#domain/exchange/symbols.ts'
import type { Stream } from './names.ts'

/** Who listens to which stream, and how a message reaches them all. */

/** A connection, as far as messages go to it. */
export interface Listener {
  /** Whether each message comes with the name of its stream. */
  readonly isCombined: boolean
  send(message: Buffer): void
  /** Closes the connection; its client is to begin anew. */
  restart(): void
}

/** What makes streams change, so that a change asks for its own alone. */
export type Topic = 'book' | 'trades' | 'quote' | 'candles' | 'all'

const topics: Readonly<Record<Stream['kind'], Topic>> = {
  ...({ depth: 'book', levels: 'book', bookTicker: 'book' } as const),
  ...({ trade: 'trades', aggTrade: 'trades', kline: 'candles' } as const),
  ...({ ticker: 'quote', miniTicker: 'quote', markPrice: 'quote' } as const),
  ...({ tickers: 'all', miniTickers: 'all', markPrices: 'all' } as const),
}

/** A contract has no book: its bid and ask are of its quote. */
const topicOf = ({ kind, market }: Stream): Topic =>
  kind === 'bookTicker' && market === 'contract' ? 'quote' : topics[kind]

const topicKey = (market: ExchangeMarket, symbol: string | undefined, topic: Topic) =>
  `${market} ${symbol ?? ''} ${topic}`
const keyOf = (stream: Stream) => topicKey(stream.market, stream.symbol, topicOf(stream))

export interface Hub {
  join(stream: Stream, listener: Listener): void
  /** Returns: whether nobody listens to it any more. */
  leave(stream: Stream, listener: Listener): boolean
  /** The streams of a topic that anybody listens to. */
  of(market: ExchangeMarket, symbol: string | undefined, topic: Topic): readonly Stream[]
  /** Sends to everybody who listens: the message is written once, whoever many these are. */
  publish(stream: Stream, message: object): void
  /** Closes the connections that listen, so that their clients begin anew. */
  restart(stream: Stream): void
}

interface Listened {
  readonly stream: Stream
  readonly listeners: Set<Listener>
}

export function createStreamHub(): Hub {
  const byTopic = new Map<string, Map<string, Listened>>()
  const listened = (stream: Stream) => byTopic.get(keyOf(stream))?.get(stream.name)

  return {
    join(stream, listener) {
      const key = keyOf(stream)
      const streams = byTopic.get(key) ?? new Map<string, Listened>()
      byTopic.set(key, streams)
      const known = streams.get(stream.name)
      if (known) known.listeners.add(listener)
      else streams.set(stream.name, { stream, listeners: new Set([listener]) })
    },
    leave(stream, listener) {
      const key = keyOf(stream)
      const streams = byTopic.get(key)
      const known = streams?.get(stream.name)
      if (!streams || !known) return false
      known.listeners.delete(listener)
      if (known.listeners.size > 0) return false
      streams.delete(stream.name)
      if (streams.size === 0) byTopic.delete(key)
      return true
    },
    of(market, symbol, topic) {
      const streams = byTopic.get(topicKey(market, symbol, topic))
      return streams ? [...streams.values()].map(({ stream }) => stream) : NONE
    },
    publish(stream, message) {
      const known = listened(stream)
      if (!known) return
      const write = writer(stream.name, message)
      // A copy: one that does not keep up is closed, and leaves.
      for (const listener of [...known.listeners]) listener.send(write(listener.isCombined))
    },
    restart(stream) {
      for (const listener of [...(listened(stream)?.listeners ?? [])]) listener.restart()
    },
  }
}

const NONE: readonly Stream[] = []

/** Writes a message once in each of the two forms that anybody asks for. */
export function writer(name: string, message: object): (isCombined: boolean) => Buffer {
  const text = JSON.stringify(message)
  const written = new Map<boolean, Buffer>()
  return (isCombined) => {
    const known = written.get(isCombined)
    if (known) return known
    const made = Buffer.from(isCombined ? `{"stream":${JSON.stringify(name)},"data":${text}}` : text)
    written.set(isCombined, made)
    return made
  }
}
