import { binance } from 'ccxt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askingForPrices, type ExchangeServer, openExchangeServer } from '#server/testing/exchange-server.ts'

/** The clients' own library, unmodified and told another address, trades spot and contracts here. */

let server: ExchangeServer
let alice: binance
let bob: binance

beforeAll(async () => {
  server = await openExchangeServer()
  const [one, other] = [await server.newTrader(), await server.newTrader()]
  alice = clientOf(await server.newKey(one))
  bob = clientOf(await server.newKey(other))
  await alice.loadMarkets()
  await bob.loadMarkets()
}, 120_000)
afterAll(() => server.close())

function clientOf(key: { apiKey: string; secret: string }): binance {
  const root = `${server.url}/exchange`
  const { apiKey, secret } = key
  const api = {
    public: `${root}/api/v3`,
    private: `${root}/api/v3`,
    sapi: `${root}/sapi/v1`,
    fapiPublic: `${root}/fapi/v1`,
    fapiPrivate: `${root}/fapi/v1`,
    fapiPrivateV2: `${root}/fapi/v2`,
    fapiPrivateV3: `${root}/fapi/v3`,
    dapiPublic: `${root}/dapi/v1`,
  }
  return askingForPrices(
    new binance({ apiKey, secret, urls: { api }, options: { adjustForTimeDifference: true } }),
  )
}

const SPOT = 'BTC/USDT'
const CONTRACT = 'BTC/USDT:USDT'

/** A price so far below the newest that an order to buy at it rests. */
const lowPrice = async (share = 0.9) => {
  const { last } = await alice.fetchTicker(SPOT)
  return Number(alice.priceToPrecision(SPOT, last! * share))
}

describe('the market', () => {
  test('lists what is traded, with its steps', async () => {
    expect(alice.markets![SPOT]).toMatchObject({
      ...{ id: 'BTCUSDT', spot: true, active: true },
      precision: { price: 0.01, amount: 0.00001 },
      limits: { cost: { min: 5 } },
    })
    expect(alice.markets![CONTRACT]).toMatchObject({
      ...{ id: 'BTCUSDT', swap: true, linear: true, settle: 'USDT', contractSize: 1 },
      precision: { price: 0.01, amount: 0.01 },
    })
    expect(alice.currencies.BTC).toMatchObject({ code: 'BTC', networks: {} })
  })

  test('has tickers, books, candles and the time', async () => {
    const ticker = await alice.fetchTicker(SPOT)
    expect(ticker.last).toBeGreaterThan(0)
    const both = await alice.fetchTickers([SPOT, 'ETH/USDT'])
    expect(Object.keys(both).sort()).toEqual([SPOT, 'ETH/USDT'])
    const perpetual = await alice.fetchTicker(CONTRACT)
    expect(perpetual.bid).toBeLessThan(perpetual.ask!)
    const book = await alice.fetchOrderBook(CONTRACT)
    expect([book.bids.length, book.asks.length]).toEqual([1, 1])
    const candles = await alice.fetchOHLCV(SPOT, '1h', undefined, 24)
    expect(candles).toHaveLength(24)
    const since = candles[10]![0]!
    const later = await alice.fetchOHLCV(SPOT, '1h', since, 3)
    expect(later.map(([at]) => at)).toEqual(candles.slice(10, 13).map(([at]) => at))
    expect(Math.abs((await alice.fetchTime())! - server.clock.nowMs())).toBeLessThan(5_000)
    expect(await alice.fetchTrades(CONTRACT)).toEqual([])
  })
})

describe('spot', () => {
  test('an order rests, is read, edited and cancelled', async () => {
    const price = await lowPrice()
    const clientOrderId = 'first-of-alice'
    const placed = await alice.createOrder(SPOT, 'limit', 'buy', 0.01, price, { clientOrderId })
    expect(placed).toMatchObject({
      status: 'open',
      side: 'buy',
      type: 'limit',
      amount: 0.01,
      filled: 0,
      clientOrderId,
    })
    expect(await alice.fetchOrder(placed.id!, SPOT)).toMatchObject({
      id: placed.id,
      price,
      status: 'open',
      clientOrderId,
    })
    const named = await alice.fetchOrder('', SPOT, { origClientOrderId: clientOrderId })
    expect(named.id).toBe(placed.id)
    const book = await bob.fetchOrderBook(SPOT)
    expect(book.bids[0]).toEqual([price, 0.01])

    const balance = await alice.fetchBalance()
    expect(balance.USDT).toMatchObject({ total: 50_000 })
    expect(balance.USDT!.used).toBeCloseTo(price * 0.01, 6)

    const lower = await lowPrice(0.85)
    const edited = await alice.editOrder(placed.id!, SPOT, 'limit', 'buy', 0.02, lower)
    expect(edited).toMatchObject({ status: 'open', price: lower, amount: 0.02 })
    expect(await alice.fetchOrder(placed.id!, SPOT)).toMatchObject({ status: 'canceled' })
    expect((await alice.fetchOpenOrders(SPOT)).map(({ id }) => id)).toEqual([edited.id])
    expect(await alice.fetchOpenOrders(CONTRACT)).toEqual([])

    expect(await alice.cancelOrder(edited.id!, SPOT)).toMatchObject({ id: edited.id, status: 'canceled' })
    expect(await alice.fetchOpenOrders(SPOT)).toEqual([])
    await expect(alice.cancelOrder(edited.id!, SPOT)).rejects.toThrow('-2011')
    expect((await alice.fetchOrders(SPOT)).map(({ id }) => id)).toEqual([placed.id, edited.id])
    expect((await alice.fetchBalance()).USDT).toMatchObject({ free: 50_000, used: 0 })
  })

  test('the same name again answers the same order, and another order under it is refused', async () => {
    const price = await lowPrice()
    const params = { clientOrderId: 'once' }
    const placed = await alice.createOrder(SPOT, 'limit', 'buy', 0.01, price, params)
    const again = await alice.createOrder(SPOT, 'limit', 'buy', 0.01, price, params)
    expect(again.id).toBe(placed.id)
    const other = alice.createOrder(SPOT, 'limit', 'buy', 0.02, price, params)
    await expect(other).rejects.toThrow('Duplicate order sent')
    expect(await alice.fetchOpenOrders(SPOT)).toHaveLength(1)
    await alice.cancelAllOrders(SPOT)
  })

  test('two customers trade, at a limit and at the market', async () => {
    const { last } = await alice.fetchTicker(SPOT)
    const price = Number(alice.priceToPrecision(SPOT, last!))
    const ask = await alice.createOrder(SPOT, 'limit', 'sell', 0.05, price, { postOnly: true })
    expect(ask).toMatchObject({ status: 'open', postOnly: true })
    const { commissionRates } = await bob.privateGetAccount()
    const bought = await bob.createOrder(SPOT, 'market', 'buy', 0.02)
    expect(bought).toMatchObject({ status: 'closed', filled: 0.02, average: price })
    expect(bought.trades).toMatchObject([
      { price, amount: 0.02, fee: { currency: 'BTC', cost: 0.02 * Number(commissionRates.taker) } },
    ])
    expect(await alice.fetchOrder(ask.id!, SPOT)).toMatchObject({
      status: 'open',
      filled: 0.02,
      remaining: 0.03,
    })
    expect(await bob.fetchMyTrades(SPOT)).toMatchObject([
      { order: bought.id, side: 'buy', takerOrMaker: 'taker', price, amount: 0.02 },
    ])
    expect(await alice.fetchMyTrades(SPOT)).toMatchObject([
      { order: ask.id, side: 'sell', takerOrMaker: 'maker', price, amount: 0.02, fee: { currency: 'USDT' } },
    ])
    expect(await bob.fetchTrades(SPOT)).toMatchObject([{ side: 'buy', price, amount: 0.02 }])
    const spent = await bob.createOrder(SPOT, 'market', 'buy', 0, undefined, { cost: 100 })
    expect(spent.cost).toBeGreaterThan(99)
    expect(spent.cost).toBeLessThanOrEqual(100)
    await alice.cancelAllOrders(SPOT)
  })

  test('a stop waits below the price, and one on the wrong side is refused', async () => {
    const [trigger, price] = [await lowPrice(0.9), await lowPrice(0.89)]
    const stop = await alice.createOrder(SPOT, 'limit', 'sell', 0.01, price, { stopLossPrice: trigger })
    expect(stop).toMatchObject({ status: 'open', triggerPrice: trigger })
    expect(await alice.fetchOrder(stop.id!, SPOT)).toMatchObject({ info: { type: 'STOP_LOSS_LIMIT' } })
    const wrong = alice.createOrder(SPOT, 'limit', 'sell', 0.01, price, { takeProfitPrice: trigger })
    await expect(wrong).rejects.toThrow('trigger immediately')
    await alice.cancelOrder(stop.id!, SPOT)
  })

  test('an order is refused by the numbers that clients know', async () => {
    const price = await lowPrice()
    const limit = (amount: number, at: number, params = {}) =>
      alice.createOrder(SPOT, 'limit', 'buy', amount, at, params)
    await expect(limit(5, price)).rejects.toMatchObject({ name: 'InsufficientFunds' })
    await expect(limit(0.00001, price)).rejects.toThrow('NOTIONAL')
    await expect(limit(0.01, await lowPrice(0.1))).rejects.toThrow('PERCENT_PRICE')
    await expect(alice.fetchOrder('1', SPOT)).rejects.toMatchObject({ name: 'OrderNotFound' })
    await expect(limit(0.01, price, { icebergAmount: 0.001 })).rejects.toThrow('icebergQty')
    const fine = alice.privatePostOrder({
      ...{ symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' },
      ...{ quantity: '0.000001', price: String(price) },
    })
    await expect(fine).rejects.toThrow('lot size')
    await expect(bob.fetchOrder((await alice.fetchOrders(SPOT))[0]!.id!, SPOT)).rejects.toMatchObject({
      name: 'OrderNotFound',
    })
  })
})

describe('contracts', () => {
  test('a position is opened with a leverage, protected, closed in part and as a whole', async () => {
    await alice.setLeverage(5, CONTRACT)
    await expect(alice.setLeverage(3, CONTRACT)).rejects.toThrow('-4028')
    const opened = await alice.createOrder(CONTRACT, 'market', 'buy', 0.1)
    expect(opened).toMatchObject({ status: 'closed', side: 'buy', filled: 0.1, reduceOnly: false })
    const [position] = await alice.fetchPositions([CONTRACT])
    expect(position).toMatchObject({
      ...{
        symbol: CONTRACT,
        side: 'long',
        contracts: 0.1,
        leverage: 5,
        marginMode: 'isolated',
        hedged: true,
      },
      entryPrice: opened.average,
    })
    expect(position!.liquidationPrice).toBeLessThan(position!.entryPrice!)

    const entry = position!.entryPrice!
    const stopLossPrice = Number(alice.priceToPrecision(CONTRACT, entry * 0.95))
    const takeProfitPrice = Number(alice.priceToPrecision(CONTRACT, entry * 1.05))
    const closing = { reduceOnly: true }
    const stop = await alice.createOrder(CONTRACT, 'market', 'sell', 0.1, undefined, {
      ...closing,
      stopLossPrice,
    })
    expect(stop).toMatchObject({ status: 'open', triggerPrice: stopLossPrice })
    await alice.createOrder(CONTRACT, 'market', 'sell', 0.1, undefined, { ...closing, takeProfitPrice })
    const stops = await alice.fetchOpenOrders(CONTRACT, undefined, undefined, { trigger: true })
    expect(stops.map(({ triggerPrice }) => triggerPrice)).toEqual([stopLossPrice, takeProfitPrice])
    await alice.cancelOrder(stop.id!, CONTRACT, { trigger: true })
    expect(await alice.fetchOpenOrders(CONTRACT, undefined, undefined, { trigger: true })).toHaveLength(1)

    // What elsewhere would close it would open a second one here: it is refused.
    await expect(alice.createOrder(CONTRACT, 'market', 'sell', 0.1)).rejects.toThrow('-4061')
    const part = await alice.createOrder(CONTRACT, 'market', 'sell', 0.04, undefined, closing)
    expect(part).toMatchObject({ status: 'closed', side: 'sell', filled: 0.04, reduceOnly: true })
    expect(await alice.fetchPositions([CONTRACT])).toMatchObject([{ contracts: 0.06 }])
    expect(await alice.fetchOrder(part.id!, CONTRACT)).toMatchObject({ id: part.id, filled: 0.04 })
    const hedged = { hedged: true, reduceOnly: true }
    await alice.createOrder(CONTRACT, 'market', 'sell', 0.06, undefined, hedged)
    expect(await alice.fetchPositions([CONTRACT])).toEqual([])
    await expect(alice.createOrder(CONTRACT, 'market', 'sell', 0.06, undefined, closing)).rejects.toThrow(
      '-2022',
    )
    expect((await alice.fetchMyTrades(CONTRACT)).map(({ side, amount }) => [side, amount])).toEqual([
      ['buy', 0.1],
      ['sell', 0.04],
      ['sell', 0.06],
    ])
    const balance = await alice.fetchBalance({ type: 'swap' })
    expect(balance.USDT).toMatchObject({ used: 0 })
    expect(balance.USDT!.free).toBe(balance.USDT!.total)
  })

  test('an order at a limit waits, is read and cancelled', async () => {
    const price = await lowPrice(0.97)
    const placed = await bob.createOrder(CONTRACT, 'limit', 'buy', 0.05, price, { clientOrderId: 'bobs' })
    expect(placed).toMatchObject({ status: 'open', price, amount: 0.05, clientOrderId: 'bobs' })
    const limit = (amount: number) =>
      bob.createOrder(CONTRACT, 'limit', 'buy', amount, price, { clientOrderId: 'bobs' })
    expect((await limit(0.05)).id).toBe(placed.id)
    await expect(limit(0.06)).rejects.toThrow('Duplicate order sent')
    expect(await bob.fetchOpenOrders(CONTRACT)).toMatchObject([{ id: placed.id, clientOrderId: 'bobs' }])
    // Amended it stays the order that it was, by its number and by its name.
    const lower = await lowPrice(0.96)
    const edited = await bob.editOrder(placed.id!, CONTRACT, 'limit', 'buy', 0.06, lower)
    expect(edited).toMatchObject({ id: placed.id, status: 'open', price: lower, amount: 0.06 })
    const named = { symbol: 'BTCUSDT', side: 'BUY', origClientOrderId: 'bobs', price: String(lower) }
    expect(await bob.fapiPrivatePutOrder({ ...named, quantity: '0.04' })).toMatchObject({
      ...{ orderId: placed.id, clientOrderId: 'bobs', origQty: '0.04', status: 'NEW' },
    })
    expect(await bob.fetchOrder(placed.id!, CONTRACT)).toMatchObject({ price: lower, amount: 0.04 })
    await expect(bob.fapiPrivatePutOrder({ ...named, quantity: '0.04' })).rejects.toThrow('-5027')
    await expect(bob.fapiPrivatePutOrder({ ...named, quantity: '0.04', side: 'SELL' })).rejects.toThrow(
      '-1117',
    )
    const { ask } = await bob.fetchTicker(CONTRACT)
    await expect(bob.editOrder(placed.id!, CONTRACT, 'limit', 'buy', 0.04, ask! * 1.01)).rejects.toThrow(
      '-2021',
    )
    await expect(alice.editOrder(placed.id!, CONTRACT, 'limit', 'buy', 0.05, lower)).rejects.toThrow('-2013')
    expect(await bob.cancelOrder(placed.id!, CONTRACT)).toMatchObject({ status: 'canceled' })
    await expect(bob.editOrder(placed.id!, CONTRACT, 'limit', 'buy', 0.05, lower)).rejects.toThrow('-2038')
    expect(await bob.fetchOpenOrders(CONTRACT)).toEqual([])
    expect((await bob.fetchOrders(CONTRACT)).map(({ id, status }) => [id, status])).toEqual([
      [placed.id, 'canceled'],
    ])
    await expect(bob.createOrder(CONTRACT, 'limit', 'buy', 1_000, price)).rejects.toMatchObject({
      name: expect.stringMatching(/InsufficientFunds|InvalidOrder|BadRequest/),
    })
    expect(await bob.fetchPositionMode()).toMatchObject({ hedged: true })
  })
})
