import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Channel, channelName, type ParamsOf } from '#domain/channel.ts'
import { outputFromWire } from '#domain/endpoint.ts'
import { customerId, orderId, tradeId } from '#domain/ids.ts'
import { type Period, periods } from '#domain/market/candle.ts'
import {
  type CandleView,
  candlesChannel,
  classQuotesChannel,
  type QuoteView,
  quotesChannel,
} from '#domain/market/contract.ts'
import { decimal } from '#domain/money/amount.ts'
import { bookChannel, bookRowsChannel, ownOrdersChannel, tradesChannel } from '#domain/spot/contract.ts'
import { ownBalanceChannel } from '#domain/wallet/contract.ts'
import { customerChannels } from '#server/contract.ts'
import { createBalancePublisher } from '#server/core/ledger/balance-publisher.ts'
import { createEventBus, type EventBus } from '#server/markets/event-bus.ts'
import { publishMarkets, quotesSnapshot } from '#server/markets/publish.ts'
import { createRealtime, type Sockets } from '#server/platform/realtime.ts'
import type { Trade } from '#server/products/spot/batch.ts'
import type { BookDepth } from '#server/products/spot/books.ts'
import type { EngineEvent } from '#server/products/spot/engine.ts'
import type { SpotOrder } from '#server/products/spot/order.ts'
import { bookSnapshot, publishSpot } from '#server/products/spot/publish.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'

const ANA = customerId(1_001n)

const quote: QuoteView = {
  symbol: 'BTC-USDT',
  label: 'BTC/USDT',
  name: 'Bitcoin',
  classId: 2,
  source: 'simulated',
  lastPrice: decimal('17778.49'),
  bid: null,
  ask: null,
  open24h: null,
  high24h: null,
  low24h: null,
  volume24h: decimal('0'),
  turnover24h: decimal('0'),
  ownVolume24h: null,
  ownTurnover24h: null,
  changePercent: null,
  isOpen: true,
  nextChangeAtMs: null,
  isPriced: true,
  isStale: false,
  atMs: 1,
  sequence: 1,
  closeOfMs: null,
}
const candle: CandleView = {
  openAtMs: 0,
  open: decimal('1'),
  high: decimal('1'),
  low: decimal('1'),
  close: decimal('1'),
  volume: decimal('0'),
  origin: 'simulated',
}
const candles = Object.fromEntries(periods.map((period) => [period, candle])) as Record<Period, CandleView>
const depth = { bids: [{ price: 1_777_849, quantity: 100, orders: 1 }], asks: [], sequence: 1, atMs: 1 }
const trade: Trade = {
  id: tradeId(5n),
  symbol: 'BTC-USDT',
  maker: orderId(7n),
  makerCustomer: ANA,
  taker: orderId(8n),
  takerCustomer: customerId(1_002n),
  takerSide: 'buy',
  price: 1_777_849,
  quantity: 100,
  makerFee: 1n,
  takerFee: 1n,
}
const order: SpotOrder = {
  id: orderId(7n),
  customer: ANA,
  symbol: 'BTC-USDT',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  postOnly: false,
  price: 1_777_849,
  quantity: 100,
  filled: 0,
  notional: 0n,
  fee: 0n,
  makerFeeBps: 10,
  takerFeeBps: 10,
  termsVersion: 1,
  status: 'open',
  reason: null,
  tapeSequence: 1,
  ...{ triggerPrice: null, triggerDirection: null, triggerSequence: null, triggeredAtPrice: null },
  ...{ sibling: null, siblingPrice: null, priority: null },
  ...{ takeProfit: null, stopLoss: null, attachedTo: null },
  createdAtMs: 1,
  updatedAtMs: 1,
}

let events: EventBus
let realtime: Sockets
let url: string
let tellEngine: (event: EngineEvent) => void
/** What the engine has in rows of several ticks; it comes later while a batch is under way. */
let rows: Promise<BookDepth>
/** How often rows were asked for. */
let asked: number
const wide: BookDepth = { ...depth, bids: [{ price: 1_777_800, quantity: 3, orders: 2 }] }
let stop: () => void
beforeEach(async () => {
  rows = Promise.resolve(wide)
  asked = 0
  events = createEventBus((error) => {
    throw error
  })
  const markets = { events, quotes: () => [quote] }
  const engine = {
    subscribe(listener: (event: EngineEvent) => void) {
      tellEngine = listener
      return () => {}
    },
    rows: async (_: string, step: number) => {
      if (step === 1) return depth
      asked++
      return rows
    },
  }
  const http = createServer()
  realtime = createRealtime({
    server: http,
    authenticate: async (token) => (token === 'ana' ? { customer: { id: ANA, sessionId: 1n } } : undefined),
    onEnded() {},
    channels: customerChannels,
    snapshotFor: (channel, params) =>
      quotesSnapshot(markets, channel, params) ?? bookSnapshot(engine, channel, params),
  })
  const balances = createBalancePublisher({
    realtime,
    read: async (accounts) =>
      accounts.map((id, at) => ({ id, balance: 5_000_000n, version: BigInt(at + 1) })),
    onError(error) {
      throw error
    },
  })
  const stops = [publishMarkets(realtime, markets), publishSpot(realtime, engine, balances)]
  stop = () => {
    for (const each of stops) each()
  }
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})

const clients: Socket[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  stop()
  await realtime.close()
})

/** A client as any outsider would write one; `heard` is what came by event. */
async function connect(token?: string) {
  const client = io(url, { transports: ['websocket'], forceNew: true, auth: { token: token ?? '' } })
  clients.push(client)
  const heard = new Map<string, unknown[]>()
  client.onAny((event: string, payload: unknown) => heard.set(event, [...(heard.get(event) ?? []), payload]))
  await expect.poll(() => client.connected, TIMEOUT).toBe(true)
  return { client, of: ({ event }: Channel) => heard.get(event) ?? [] }
}

async function listenTo<C extends Channel>(channel: C, params: ParamsOf<C>) {
  const listener = await connect()
  listener.client.emit('subscribe', [channelName(channel, params)])
  await expect.poll(() => realtime.hasListeners(channel, params), TIMEOUT).toBe(true)
  return listener
}

/** Checks that what came is what the channel promises. */
const expectPromised = (channel: Channel, heard: readonly unknown[]) => {
  expect(heard.length).toBeGreaterThan(0)
  for (const one of heard)
    expect(z.safeParse(channel.payload, outputFromWire(channel, one)).error).toBeUndefined()
}

test.each([
  [quotesChannel, {}],
  [classQuotesChannel, { class: 'crypto' }],
  [bookChannel, { symbol: 'BTC-USDT' }],
  [bookRowsChannel, { symbol: 'BTC-USDT', step: '100' }],
] as const)('$name gives at once what stands', async (channel, params) => {
  const { of } = await listenTo(channel, params)
  await expect.poll(() => of(channel).length, TIMEOUT).toBe(1)
  expectPromised(channel, of(channel))
})

test('a chart gets its candle although the quotes go out in the same tick', async () => {
  const { client, of } = await listenTo(candlesChannel, { symbol: 'BTC-USDT', period: '1m' })
  client.emit('subscribe', [channelName(quotesChannel, {})])
  await expect.poll(() => of(quotesChannel).length, TIMEOUT).toBe(1)
  for (let tick = 0; tick < 3; tick++) {
    events.publish('quotes', [quote])
    events.publish('candles', { symbol: 'BTC-USDT', candles })
    await expect.poll(() => of(candlesChannel).length, TIMEOUT).toBe(tick + 1)
  }
  expectPromised(candlesChannel, of(candlesChannel))
  expect(of(candlesChannel)[0]).toMatchObject({ symbol: 'BTC-USDT', period: '1m' })
})

test('trades reach who listens to their instrument', async () => {
  const { of } = await listenTo(tradesChannel, { symbol: 'BTC-USDT' })
  tellEngine({ kind: 'trades', symbol: 'BTC-USDT', atMs: 2, trades: [trade] })
  await expect.poll(() => of(tradesChannel).length, TIMEOUT).toBe(1)
  expectPromised(tradesChannel, of(tradesChannel))
})

test('rows of the book come by the step that was asked for, once they can be told', async () => {
  const atFirst = Promise.withResolvers<BookDepth>()
  rows = atFirst.promise
  const { client, of } = await listenTo(bookRowsChannel, { symbol: 'BTC-USDT', step: '100' })
  await expect.poll(() => asked, TIMEOUT).toBe(1)
  // What stands comes after it: so would rows that did not wait.
  client.emit('subscribe', [channelName(quotesChannel, {})])
  await expect.poll(() => of(quotesChannel).length, TIMEOUT).toBe(1)
  expect(of(bookRowsChannel)).toEqual([])
  atFirst.resolve(wide)
  await expect.poll(() => of(bookRowsChannel).length, TIMEOUT).toBe(1)

  const atEnd = Promise.withResolvers<BookDepth>()
  rows = atEnd.promise
  tellEngine({ kind: 'book', symbol: 'BTC-USDT', depth })
  await expect.poll(() => asked, TIMEOUT).toBe(2)
  events.publish('quotes', [quote])
  await expect.poll(() => of(quotesChannel).length, TIMEOUT).toBe(2)
  expect(of(bookRowsChannel)).toHaveLength(1)
  atEnd.resolve({ ...wide, bids: [{ price: 1_777_700, quantity: 5, orders: 1 }] })
  await expect.poll(() => of(bookRowsChannel).length, TIMEOUT).toBe(2)
  expectPromised(bookRowsChannel, of(bookRowsChannel))
  expect(of(bookRowsChannel)).toMatchObject([
    { step: 100, bids: [{ price: '17778.00', orders: 2 }] },
    { step: 100, bids: [{ price: '17777.00', orders: 1 }] },
  ])
  expect(of(bookChannel)).toEqual([])
})

test('a socket listens to 62 channels beside its own, in however many messages it asks', async () => {
  const { client, of } = await connect('ana')
  const names = Array.from({ length: 90 }, (_, n) => channelName(tradesChannel, { symbol: `COIN${n}-USDT` }))
  for (let at = 0; at < names.length; at += 30) client.emit('subscribe', names.slice(at, at + 30))
  // What comes after them is answered after them, and finds one place free.
  client.emit('unsubscribe', names.slice(0, 1))
  client.emit('subscribe', [channelName(quotesChannel, {})])
  await expect.poll(() => of(quotesChannel).length, TIMEOUT).toBe(1)
  expect(realtime.rooms().filter((room) => names.includes(room))).toEqual(names.slice(1, 62))
})

test('a customer’s orders and balances go to that customer’s sockets alone, unasked', async () => {
  const [ana, visitor] = [await connect('ana'), await connect()]
  visitor.client.emit('subscribe', [`customer:${ANA}`, channelName(ownOrdersChannel, {}), 'balance'])
  visitor.client.emit('subscribe', [channelName(bookChannel, { symbol: 'BTC-USDT' })])
  await expect.poll(() => visitor.of(bookChannel).length, TIMEOUT).toBe(1)
  tellEngine({ kind: 'orders', customer: ANA, orders: [order] })
  for (const channel of [ownOrdersChannel, ownBalanceChannel]) {
    await expect.poll(() => ana.of(channel).length, TIMEOUT).toBe(1)
    expectPromised(channel, ana.of(channel))
    expect(visitor.of(channel)).toEqual([])
  }
  // What the order pays with and receives, of its wallet, each with how many entries made it.
  expect(ana.of(ownBalanceChannel)).toEqual([
    {
      wallets: [
        { currency: 'BTC', type: 'change', available: '0.05000000', held: '0.05000000', entryCount: 3 },
        { currency: 'USDT', type: 'change', available: '0.5000000', held: '0.5000000', entryCount: 7 },
      ],
    },
  ])
})

test.each([
  'quotes:bonds',
  'book:',
  'book:btc',
  'book_rows:BTC-USDT:1',
  'book_rows:BTC-USDT:7',
  'candles:BTC-USDT:2m',
  'trades',
  'balance',
  'customer:1001',
])('%s is no channel that anyone can listen to', async (name) => {
  const { client, of } = await connect()
  client.emit('subscribe', [name])
  client.emit('subscribe', ['quotes'])
  await expect.poll(() => of(quotesChannel).length, TIMEOUT).toBe(1)
  expect(of(bookChannel)).toEqual([])
})
