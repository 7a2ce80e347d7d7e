import { expect, onTestFinished, test } from 'vitest'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { realClock } from '#server/platform/clock.ts'
import type { RawTick } from './feed.ts'
import type { SocketHandlers, Transport } from './live/transport.ts'
import { openFeed } from './open.ts'

/** Venues in this process: what is said to each, and a way to say something as each. */
function venuesAtHand() {
  const said: unknown[] = []
  const lines = new Map<string, SocketHandlers>()
  const transport: Transport = {
    connect(url, handlers) {
      lines.set(new URL(url).hostname, handlers)
      queueMicrotask(handlers.onOpen)
      return { send: (text) => said.push(JSON.parse(text)), close() {} }
    },
    getJson: async () => ({ lastUpdateId: 10, bids: [['1200.01', '1']], asks: [['1200.03', '1']] }),
  }
  const emit = (host: string, message: unknown) => lines.get(host)?.onMessage(JSON.stringify(message))
  return { transport, emit, said, opened: () => lines.size }
}

const instrumentOf = (symbol: string): Instrument => findInstrument(symbol) ?? expect.fail(symbol)

test('what is listed later is asked for on the connections that are open, once, and its prices come', async () => {
  const { transport, emit, said, opened } = venuesAtHand()
  const ticks: RawTick[] = []
  let listed = [instrumentOf('BTC-USDT'), instrumentOf('USD-JPY')]
  const feed = openFeed({
    setting: { kind: 'live' },
    instruments: () => listed,
    seed: 0,
    clock: realClock,
    log() {},
    lastPrice: () => undefined,
    transport,
  })
  onTestFinished(() => feed.stop())
  feed.start((tick) => ticks.push(tick))
  await expect.poll(() => said.length).toBe(3)
  const streamsOf = (name: string) => ['depth@100ms', 'bookTicker', 'aggTrade'].map((s) => `${name}@${s}`)
  expect(said).toMatchObject([
    { method: 'SUBSCRIBE', params: streamsOf('btcusdt') },
    { event: 'subscribe', pair: ['USD/JPY'], subscription: { name: 'book' } },
    { event: 'subscribe', pair: ['USD/JPY'], subscription: { name: 'trade' } },
  ])

  listed = [...listed, instrumentOf('ETH-USDT'), instrumentOf('EUR-USD')]
  for (const _ of [1, 2]) feed.followListed?.()
  expect(said.slice(3)).toMatchObject([
    { method: 'SUBSCRIBE', params: streamsOf('ethusdt') },
    { event: 'subscribe', pair: ['EUR/USD'], subscription: { name: 'book' } },
    { event: 'subscribe', pair: ['EUR/USD'], subscription: { name: 'trade' } },
  ])
  expect(opened()).toBe(2)

  emit('stream.binance.com', {
    stream: 'ethusdt@depth@100ms',
    data: { s: 'ETHUSDT', E: 1_000, U: 9, u: 11, b: [], a: [] },
  })
  const book = { as: [['1.07001', '1', '1.0']], bs: [['1.06999', '1', '1.0']] }
  emit('ws.kraken.com', [0, book, 'book-10', 'EUR/USD'])
  await expect.poll(() => ticks.map(({ symbol }) => symbol).sort()).toEqual(['ETH-USDT', 'EUR-USD'])
})
