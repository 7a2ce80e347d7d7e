import ccxt, { type binance, type Position } from 'ccxt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCustomer } from '#server/testing/customers.ts'
import { askingForPrices, type ExchangeServer, openExchangeServer } from '#server/testing/exchange-server.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'

/** The clients' own library, unmodified and told other addresses, follows books, trades and its customer's own here. */

const SPOT = 'BTC/USDT'
const CONTRACT = 'BTC/USDT:USDT'

let server: ExchangeServer
let trader: TestCustomer
let alice: binance
let bob: binance

beforeAll(async () => {
  server = await openExchangeServer()
  trader = await server.newTrader()
  alice = clientOf(await server.newKey(trader))
  bob = clientOf(await server.newKey(await server.newTrader()))
  for (const one of [alice, bob]) {
    // What it takes for addresses without TLS, as on this test's listener.
    await one.loadHttpProxyAgent()
    await one.loadMarkets()
  }
}, 120_000)
afterAll(async () => {
  for (const one of [alice, bob]) await one?.close()
  await server?.close()
})

function clientOf({ apiKey, secret }: { apiKey: string; secret: string }): binance {
  const root = `${server.url}/exchange`
  const streams = root.replace('http', 'ws')
  const api = {
    ...{ public: `${root}/api/v3`, private: `${root}/api/v3`, sapi: `${root}/sapi/v1` },
    ...{ fapiPublic: `${root}/fapi/v1`, fapiPrivate: `${root}/fapi/v1` },
    ...{ fapiPrivateV2: `${root}/fapi/v2`, fapiPrivateV3: `${root}/fapi/v3`, dapiPublic: `${root}/dapi/v1` },
    ws: {
      ...{ spot: `${streams}/stream/ws`, future: `${streams}/contract/ws` },
      'ws-api': { spot: `${streams}/ws-api/v3` },
    },
  }
  const options = { adjustForTimeDifference: true }
  return askingForPrices(new ccxt.pro.binance({ apiKey, secret, urls: { api }, options }))
}

const lastPrice = async (share = 1) => {
  const { last } = await bob.fetchTicker(SPOT)
  return Number(bob.priceToPrecision(SPOT, last! * share))
}

/** Does something again and again until a client that waits for it has heard of it. */
async function until<Heard>(waiting: Promise<Heard>, act: () => Promise<unknown>): Promise<Heard> {
  let isOver = false
  const over = waiting.finally(() => {
    isOver = true
  })
  while (!isOver) await Promise.race([over, act()])
  return over
}

test('watchOrderBook has the book that the calls show, after every order', async () => {
  const low = await lastPrice(0.9)
  const first = await bob.createOrder(SPOT, 'limit', 'buy', 0.01, low)
  let book = await alice.watchOrderBook(SPOT)
  expect(book.bids[0]).toEqual([low, 0.01])
  await bob.createOrder(SPOT, 'limit', 'buy', 0.02, low + 1)
  while (book.bids[0]![0] !== low + 1) book = await alice.watchOrderBook(SPOT)
  await bob.createOrder(SPOT, 'limit', 'sell', 0.03, await lastPrice(1.1))
  await bob.cancelOrder(first.id!, SPOT)
  const shown = await bob.fetchOrderBook(SPOT)
  while (book.nonce !== shown.nonce) book = await alice.watchOrderBook(SPOT)
  expect([...book.bids]).toEqual(shown.bids)
  expect([...book.asks]).toEqual(shown.asks)
  await bob.cancelAllOrders(SPOT)
})

test('watchTrades hears of a trade as the calls list it', async () => {
  const price = await lastPrice()
  const trade = async () => {
    await bob.createOrder(SPOT, 'limit', 'sell', 0.01, price)
    await alice.createOrder(SPOT, 'limit', 'buy', 0.01, price)
  }
  const [heard] = await until(alice.watchTrades(SPOT), trade)
  const listed = (await alice.fetchTrades(SPOT)).find(({ id }) => id === heard!.id)
  expect(heard).toMatchObject({ symbol: SPOT, price, amount: 0.01, side: 'buy' })
  expect(listed).toMatchObject({ price, amount: 0.01, side: 'buy', timestamp: heard!.timestamp })
})

test('watchTicker, watchTickers and watchBidsAsks have prices; watchOHLCV has the candle that runs', async () => {
  const ticker = await alice.watchTicker(SPOT)
  expect(ticker.last).toBeGreaterThan(0)
  const all = await alice.watchTickers()
  expect(Object.keys(all).length).toBeGreaterThan(0)
  const low = await lastPrice(0.9)
  await bob.createOrder(SPOT, 'limit', 'buy', 0.01, low)
  let best = await alice.watchBidsAsks([SPOT])
  while (best[SPOT]!.bid !== low) best = await alice.watchBidsAsks([SPOT])
  await bob.cancelAllOrders(SPOT)
  const [candle] = await alice.watchOHLCV(SPOT, '1m')
  expect(candle).toHaveLength(6)
  const [perpetual, contract] = [await alice.watchTicker(CONTRACT), await alice.watchMarkPrice(CONTRACT)]
  expect(perpetual).toMatchObject({ symbol: CONTRACT })
  expect(contract.markPrice).toBeGreaterThan(0)
})

test('watchOrders, watchMyTrades and watchBalance tell of own spot orders as the calls do', async () => {
  await alice.ensureUserDataStreamWsSubscribeSignature('spot')
  const low = await lastPrice(0.9)
  const [orders, balance] = [alice.watchOrders(SPOT), alice.watchBalance()]
  const placed = await alice.createOrder(SPOT, 'limit', 'buy', 0.01, low)
  expect((await orders).at(-1)).toMatchObject({
    id: placed.id,
    status: 'open',
    price: low,
    amount: 0.01,
    filled: 0,
  })
  const { USDT } = await balance
  expect(USDT!.used).toBeCloseTo(low * 0.01, 6)
  expect(USDT!.free).toBe((await alice.fetchBalance()).USDT!.free)
  const ended = alice.watchOrders(SPOT)
  await alice.cancelOrder(placed.id!, SPOT)
  expect((await ended).at(-1)).toMatchObject({ id: placed.id, status: 'canceled' })

  const price = await lastPrice()
  const mine = alice.watchMyTrades(SPOT)
  const sale = await alice.createOrder(SPOT, 'limit', 'sell', 0.02, price)
  await bob.createOrder(SPOT, 'limit', 'buy', 0.02, price)
  const fill = (await mine).at(-1)!
  const [known] = (await alice.fetchMyTrades(SPOT)).slice(-1)
  expect(fill).toMatchObject({
    id: known!.id,
    order: sale.id,
    amount: 0.02,
    takerOrMaker: 'maker',
    fee: known!.fee,
  })
})

test('watchBalance hears of a transfer between wallets, with what there is by then', async () => {
  const { free } = (await alice.fetchBalance()).USDT!
  const balance = alice.watchBalance()
  await giveFunds(server.services.db, trader.id, [['spot', 'USDT', '25']], server.clock.nowMs())
  let { USDT } = await balance
  while (USDT!.free !== free! + 25 || USDT!.used === undefined) USDT = (await alice.watchBalance()).USDT
  expect(USDT!.free).toBe((await alice.fetchBalance()).USDT!.free)
})

test('watchOrders and watchPositions tell of own contracts', async () => {
  const long = { positionSide: 'LONG' }
  const heard = alice.watchOrders(CONTRACT)
  // The first answer is what there was when it began.
  expect(await alice.watchPositions([CONTRACT])).toEqual([])
  // A connection is there before it listens. What waits below the price moves no position, and both come by one connection.
  const touch = async () => {
    const low = await lastPrice(0.97)
    const { id } = await alice.createOrder(CONTRACT, 'limit', 'buy', 0.1, low, long)
    await alice.cancelOrder(id!, CONTRACT)
  }
  const orders = await until(heard, touch)
  expect(orders.length).toBeGreaterThan(0)

  const moved = alice.watchPositions([CONTRACT])
  await alice.createOrder(CONTRACT, 'market', 'buy', 0.1, undefined, long)
  const [known] = await alice.fetchPositions([CONTRACT])
  const { contracts, entryPrice } = known!
  expect([contracts, entryPrice]).toEqual([0.1, expect.any(Number)])
  expect((await moved).at(-1)).toMatchObject({ symbol: CONTRACT, side: 'long' })
  // It may have heard of the order in parts: what it has in the end is what the calls show.
  const kept = () => (Object.values(alice.positions) as Position[][]).flatMap((own) => [...own])
  await expect.poll(kept, TIMEOUT).toMatchObject([{ symbol: CONTRACT, side: 'long', contracts, entryPrice }])
})
