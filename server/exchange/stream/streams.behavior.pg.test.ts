import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeApiKey } from '#domain/apikey/contract.ts'
import { KEY_MS } from '#domain/apikey/rules.ts'
import { contractClose, contractSubmit } from '#domain/contract/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import { spotCancel, spotDepth, spotTrade } from '#domain/spot/contract.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { walletList, walletTransfer } from '#domain/wallet/contract.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { post, type Transfer } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { usdt } from '#server/testing/contract.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { fundsFor } from '#server/testing/funds.ts'
import {
  type Client,
  type Json,
  openStreamApp,
  type StreamApp,
  signed,
  type TestKey,
} from '#server/testing/streams.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { LISTEN_KEY_MS } from './listen-keys.ts'

/** Streams as an outsider's client gets them: what they say is what the calls say, and nobody hears what is another's. */

let app: StreamApp
beforeAll(async () => {
  app = await openStreamApp()
})
afterAll(() => app?.close())

async function trader(): Promise<TestCustomer> {
  const { app: inside } = app.quoted
  const one = await inside.newCustomer()
  for (const [wallet, currency, amount] of [
    ['spot', 'USDT', '100000'],
    ['spot', 'BTC', '10'],
    ['contract', 'USDT', '10000'],
  ] as const)
    await inside.give(one.id, wallet, currency, amount)
  return one
}

async function call(
  who: TestCustomer | undefined,
  endpoint: Parameters<StreamApp['quoted']['app']['call']>[0],
  input: Record<string, unknown>,
) {
  const { data, error } = await app.quoted.app.call(endpoint, input, who?.token)
  expect(error).toBeUndefined()
  return data as Json
}

const order = (who: TestCustomer, side: 'buy' | 'sell', limitPrice: string, quantity: string) =>
  call(who, spotTrade, { base: 'BTC', quote: 'USDT', side, quantity, limitPrice })

/** What a client that follows an exchange's rules makes of a snapshot and the updates after it. */
function followed(snapshot: Json, updates: readonly Json[]) {
  const sides = { bids: new Map<string, string>(), asks: new Map<string, string>() }
  for (const side of ['bids', 'asks'] as const)
    for (const { price, quantity } of snapshot[side]) sides[side].set(price, quantity)
  let sequence: number = snapshot.sequence
  for (const { U, u, b, a } of updates) {
    if (u <= sequence) continue
    expect(U, 'an update begins where the one before ended').toBeLessThanOrEqual(sequence + 1)
    for (const [levels, side] of [
      [b, sides.bids],
      [a, sides.asks],
    ])
      for (const [price, quantity] of levels)
        if (Number(quantity) === 0) side.delete(price)
        else side.set(price, quantity)
    sequence = u
  }
  return { bids: [...sides.bids].toSorted(), asks: [...sides.asks].toSorted() }
}
const shownBook = ({ bids, asks }: Json) => {
  const levels = (side: Json[]) => side.map(({ price, quantity }) => [price, quantity]).toSorted()
  return { bids: levels(bids), asks: levels(asks) }
}
const book = () => call(undefined, spotDepth, { symbol: 'BTC-USDT', limit: '100' })

test('who takes the book once and follows its updates has the book that the calls show, without a gap', async () => {
  const maker = await trader()
  const client = await app.connect('/exchange/ws')
  expect(await client.ask('SUBSCRIBE', ['btcusdt@depth@100ms'])).toMatchObject({ result: null })
  const placed = [await order(maker, 'buy', '19900.00', '0.5')]
  const snapshot = await book()
  for (const price of ['19900.00', '19901.00', '19902.00'])
    placed.push(await order(maker, 'buy', price, '0.1'))
  placed.push(await order(maker, 'sell', '20100.00', '0.2'))
  await expect.poll(() => client.of('depthUpdate').length, TIMEOUT).toBeGreaterThan(0)
  await call(maker, spotCancel, { id: placed[1].id })
  await order(maker, 'sell', '20101.00', '0.3')
  const now = await book()
  const last = () => client.of('depthUpdate').at(-1)?.u
  await expect.poll(last, TIMEOUT).toBe(now.sequence)
  const updates = client.of('depthUpdate')
  for (const [n, { U }] of updates.entries()) if (n > 0) expect(U).toBe(updates[n - 1]!.u + 1)
  expect(followed(snapshot, updates)).toEqual(shownBook(now))
})

test('streams of a state begin with it; a name may be listened to in either form', async () => {
  const maker = await trader()
  await order(maker, 'buy', '19950.00', '0.4')
  const names = ['btcusdt@depth5', 'btcusdt@bookTicker', 'btcusdt@ticker', 'btcusdt@miniTicker']
  const raw = await app.connect(`/exchange/ws/${names.join('/')}`)
  const combined = await app.connect(`/exchange/stream?streams=${names.join('/')}`)
  await expect.poll(() => combined.heard.length, TIMEOUT).toBeGreaterThanOrEqual(4)
  const [levels, best, ticker, mini] = names.map((name) => {
    const found = combined.heard.map((text) => JSON.parse(text)).find(({ stream }) => stream === name)
    return found.data
  })
  expect(levels.bids[0]).toEqual(['19950.00', '0.40000'])
  expect(best).toMatchObject({ s: 'BTCUSDT', b: '19950.00', B: '0.40000', u: levels.lastUpdateId })
  expect(ticker).toMatchObject({ e: '24hrTicker', c: '20000.00', b: '19950.00' })
  expect(mini).toMatchObject({ e: '24hrMiniTicker', c: '20000.00' })
  await expect.poll(() => raw.heard.length, TIMEOUT).toBeGreaterThanOrEqual(4)
  expect(raw.heard.map((text) => JSON.parse(text)).find(({ bids }) => bids)).toEqual(levels)
  expect((await raw.ask('LIST_SUBSCRIPTIONS')).result.toSorted()).toEqual(names.toSorted())
})

test('trades are told as they happen, until nobody asks for them any more', async () => {
  const [maker, taker] = [await trader(), await trader()]
  const [one, other] = [await app.connect('/exchange/ws'), await app.connect('/exchange/stream')]
  for (const client of [one, other]) await client.ask('SUBSCRIBE', ['ethusdt@trade', 'btcusdt@trade'])
  await order(maker, 'sell', '19960.00', '0.3')
  await order(taker, 'buy', '19960.00', '0.1')
  for (const client of [one, other]) await expect.poll(() => client.of('trade'), TIMEOUT).toHaveLength(1)
  expect(one.of('trade')[0]).toMatchObject({ s: 'BTCUSDT', p: '19960.00', q: '0.10000', m: false })
  expect(await one.ask('UNSUBSCRIBE', ['btcusdt@trade'])).toMatchObject({ result: null })
  await order(taker, 'buy', '19960.00', '0.1')
  await expect.poll(() => other.of('trade'), TIMEOUT).toHaveLength(2)
  // What a connection is sent comes in order: it would be there before this answer.
  expect((await one.ask('LIST_SUBSCRIPTIONS')).result).toEqual(['ethusdt@trade'])
  expect(one.of('trade')).toHaveLength(1)
})

test('a candle is told while it runs, and once more when it is over, as it ended', async () => {
  const client = await app.connect('/exchange/ws/btcusdt@kline_1m')
  await client.ask('LIST_SUBSCRIPTIONS')
  const candles = () => client.of('kline').map(({ k }) => k)
  await app.at(20_010)
  await expect.poll(candles, TIMEOUT).toMatchObject([{ c: '20010.00', x: false }])
  const { t } = candles()[0]
  app.quoted.app.clock.advance(MINUTE_MS)
  await app.at(20_020)
  await expect.poll(() => candles().find(({ x }) => x), TIMEOUT).toMatchObject({ t, c: '20010.00', x: true })
  await expect.poll(() => candles().at(-1), TIMEOUT).toMatchObject({ c: '20020.00', x: false })
  expect(candles().at(-1).t).toBeGreaterThan(t)
  await app.at(20_000)
})

test('contracts have their bid and ask, and the mark price between them', async () => {
  const client = await app.connect('/exchange/contract/public/ws/0')
  await client.ask('SUBSCRIBE', ['btcusdt@bookTicker', 'btcusdt@markPrice@1s'])
  // As it stands, and once more where the quote that it is of was a new one.
  await expect.poll(() => client.of('markPriceUpdate')[0], TIMEOUT).toMatchObject({ p: '20000.00' })
  expect(client.of('bookTicker')).toMatchObject([{ s: 'BTCUSDT', b: '20000.00', a: '20000.00' }])
})

/** The stream of a customer's own on spot, opened by a signed request. */
async function ownSpot(key: TestKey): Promise<Client> {
  const client = await app.connect('/exchange/ws-api/v3')
  const answer = await client.ask(
    'userDataStream.subscribe.signature',
    signed(key, app.quoted.app.clock.nowMs()),
  )
  expect(answer).toMatchObject({ status: 200, result: { subscriptionId: 0 } })
  app.quoted.app.clock.advance(1)
  return client
}
const spotWallet = async (who: TestCustomer, currency: string) => {
  const { holdings } = await call(who, walletList, {})
  const holding = holdings.find((one: Json) => one.currency === currency)
  const { available, held } = holding.wallets.find((one: Json) => one.walletType === 'spot')
  return { a: currency, f: available, l: held }
}

test('T34: a customer’s spot orders and balances reach the streams of their own keys, and no other', async () => {
  const [alice, bob] = [await trader(), await trader()]
  const [own, foreign] = [
    await ownSpot(await app.newKey(alice.id, ['read'])),
    await ownSpot(await app.newKey(bob.id)),
  ]
  const listenKey = app.listenKeys.open(
    { customer: alice.id, keyId: (await app.newKey(alice.id)).id },
    'spot',
  )
  const byName = await app.connect(`/exchange/ws/${listenKey}`)
  const visitor = await app.connect('/exchange/ws/btcusdt@trade')
  const { id } = await order(alice, 'buy', '19500.00', '0.2')
  await expect
    .poll(() => own.of('executionReport'), TIMEOUT)
    .toMatchObject([
      { s: 'BTCUSDT', x: 'NEW', X: 'NEW', S: 'BUY', q: '0.20000', p: '19500.00', z: '0.00000' },
    ])
  expect(own.heard.join()).toContain(`"i":${id},`)
  await call(alice, spotCancel, { id })
  await expect
    .poll(() => own.of('executionReport').at(-1), TIMEOUT)
    .toMatchObject({ x: 'CANCELED', X: 'CANCELED' })
  await expect.poll(() => byName.of('executionReport').length, TIMEOUT).toBe(2)
  const { B } = own.of('outboundAccountPosition').at(-1)!
  const usdt = await spotWallet(alice, 'USDT')
  await expect
    .poll(
      () =>
        own
          .of('outboundAccountPosition')
          .at(-1)!
          .B.find(({ a }: Json) => a === 'USDT'),
      TIMEOUT,
    )
    .toEqual(usdt)
  expect(B.length).toBeGreaterThan(0)
  // Both sides of a trade hear of it: the maker as maker, with the same trade.
  await order(bob, 'sell', '19955.00', '0.1')
  await order(alice, 'buy', '19955.00', '0.1')
  await expect
    .poll(() => own.of('executionReport').at(-1), TIMEOUT)
    .toMatchObject({ x: 'TRADE', X: 'FILLED', m: false })
  await expect
    .poll(() => foreign.of('executionReport').at(-1), TIMEOUT)
    .toMatchObject({ x: 'TRADE', S: 'SELL', m: true })
  expect(own.of('executionReport').at(-1)!.t).toBe(foreign.of('executionReport').at(-1)!.t)
  expect(foreign.of('executionReport').map(({ S }) => S)).toEqual(['SELL', 'SELL'])
  await visitor.ask('LIST_SUBSCRIPTIONS')
  expect(visitor.of('executionReport')).toEqual([])
})

test('T34: a customer’s contracts reach the stream that their key named, with each opening and closing', async () => {
  const [alice, bob] = [await trader(), await trader()]
  const open = async (customer: CustomerId) => {
    const { id: keyId } = await app.newKey(customer)
    const listenKey = app.listenKeys.open({ customer, keyId }, 'contract')
    return app.connect(`/exchange/contract/private/ws?listenKey=${listenKey}`)
  }
  const [own, foreign] = [await open(alice.id), await open(bob.id)]
  const { id } = await call(alice, contractSubmit, {
    ...{ symbol: 'BTC-USDT', marginCurrency: 'USDT', direction: 'long', lots: '0.10', leverage: '10' },
  })
  // It opens by the first tick after it was accepted.
  await app.at(20_000)
  const orders = () => own.of('ORDER_TRADE_UPDATE').map(({ o }) => o)
  await expect.poll(orders, TIMEOUT).toMatchObject([
    { x: 'NEW', S: 'BUY', ps: 'LONG', q: '0.1' },
    { x: 'TRADE', X: 'FILLED', l: '0.1', L: '20000.00', R: false },
  ])
  await expect
    .poll(() => own.of('ACCOUNT_UPDATE').at(-1)?.a, TIMEOUT)
    .toMatchObject({
      ...{ m: 'ORDER', B: [{ a: 'USDT' }], P: [{ s: 'BTCUSDT', pa: '0.1', ep: '20000.0000', ps: 'LONG' }] },
    })
  const margin = own.of('ACCOUNT_UPDATE').at(-1)!.a.B[0]
  expect(Number(margin.wb)).toBeLessThan(10_000)
  expect(Number(margin.cw)).toBeLessThan(Number(margin.wb))
  await app.at(20_100)
  await call(alice, contractClose, { id })
  await expect
    .poll(() => orders().at(-1), TIMEOUT)
    .toMatchObject({
      ...{ x: 'TRADE', X: 'FILLED', S: 'SELL', R: true, L: '20100.00', rp: '10.0000000' },
    })
  await expect
    .poll(() => own.of('ACCOUNT_UPDATE').at(-1)?.a.P, TIMEOUT)
    .toMatchObject([{ pa: '0', ps: 'LONG' }])
  await foreign.ask('LIST_SUBSCRIPTIONS')
  expect(foreign.of('ORDER_TRADE_UPDATE')).toEqual([])
  await app.at(20_000)
})

test('T34: each deposit, withdrawal and transfer is told once to its customer, by the wallet that it moved', async () => {
  const { app: inside } = app.quoted
  const [alice, bob] = [await trader(), await trader()]
  const [key, foreignKey] = [await app.newKey(alice.id), await app.newKey(bob.id)]
  const byName = (keyId: bigint) => {
    const listenKey = app.listenKeys.open({ customer: alice.id, keyId }, 'contract')
    return app.connect(`/exchange/contract/private/ws?listenKey=${listenKey}`)
  }
  // What they were given before is told to nobody.
  const [own, foreign, contracts] = [await ownSpot(key), await ownSpot(foreignKey), await byName(key.id)]
  const move = (of: Transfer[]) => inside.db.transaction().execute((tx) => post(tx, of, inside.clock.nowMs()))
  const funding = (state: 'available' | 'held') => accountId(alice.id, wallets.funding, state, 'USDT')
  const transfer = (from: string, to: string, amount: string) =>
    call(alice, walletTransfer, { currency: 'USDT', amount, from, to })

  await move(fundsFor(alice.id, [['funding', 'USDT', '500']], 'deposit'))
  await transfer('funding', 'spot', '120')
  await transfer('spot', 'funding', '20')
  await transfer('funding', 'contract', '7')
  const asked = { debit: funding('available'), credit: funding('held'), amount: usdt('30') }
  await move([{ ...asked, reason: 'withdrawal-hold', reference: 2n }])
  // An order is told by its own messages alone.
  await order(alice, 'buy', '19000.00', '0.1')

  const figures = (client: Client, event: string) => client.of(event).map(({ a, d }) => [a, d])
  await expect
    .poll(() => figures(own, 'fundingBalanceUpdate'), TIMEOUT)
    .toEqual([
      ['USDT', '500.0000000'],
      ['USDT', '-120.0000000'],
      ['USDT', '20.0000000'],
      ['USDT', '-7.0000000'],
      ['USDT', '-30.0000000'],
    ])
  const told = [
    ['USDT', '120.0000000'],
    ['USDT', '-20.0000000'],
  ]
  await expect.poll(() => figures(own, 'balanceUpdate'), TIMEOUT).toEqual(told)
  await expect
    .poll(() => contracts.of('ACCOUNT_UPDATE').map(({ a }) => a), TIMEOUT)
    .toEqual([
      { m: 'DEPOSIT', B: [{ a: 'USDT', wb: '10007.0000000', cw: '10007.0000000', bc: '7.0000000' }], P: [] },
    ])
  await expect
    .poll(() => own.of('outboundAccountPosition').at(-1)?.B, TIMEOUT)
    .toContainEqual(await spotWallet(alice, 'USDT'))

  // Another connection begins with nothing; whoever listened hears each once, also what came while it connected.
  const later = await ownSpot(key)
  await transfer('funding', 'spot', '5')
  for (const client of [own, later])
    await expect.poll(() => figures(client, 'balanceUpdate').at(-1), TIMEOUT).toEqual(['USDT', '5.0000000'])
  expect(figures(later, 'balanceUpdate')).toHaveLength(1)
  expect(figures(own, 'balanceUpdate')).toEqual([...told, ['USDT', '5.0000000']])
  const numbers = [...own.of('balanceUpdate'), ...own.of('fundingBalanceUpdate')].map(({ i }) => i)
  expect(numbers).toHaveLength(9)
  await foreign.ask('session.subscriptions')
  for (const event of ['balanceUpdate', 'fundingBalanceUpdate']) expect(foreign.of(event)).toEqual([])
})

test('T35: the streams of a key end when it is removed, its account is frozen, or its time is over', async () => {
  const { app: inside } = app.quoted
  const [removed, frozen, expired] = [await trader(), await trader(), await trader()]
  const keys = new Map<TestCustomer, TestKey>()
  const clients = new Map<TestCustomer, Client[]>()
  for (const one of [removed, frozen, expired]) {
    const key = await app.newKey(one.id)
    const listenKey = app.listenKeys.open({ customer: one.id, keyId: key.id }, 'contract')
    keys.set(one, key)
    const byName = await app.connect(`/exchange/contract/private/ws?listenKey=${listenKey}`)
    clients.set(one, [await ownSpot(key), byName])
  }
  const isOpen = (one: TestCustomer) =>
    clients.get(one)!.map(({ socket }) => socket.readyState === socket.OPEN)

  await call(removed, removeApiKey, { id: String(keys.get(removed)!.id) })
  await expect.poll(() => isOpen(removed), TIMEOUT).toEqual([false, false])
  expect(clients.get(removed)![0]!.of('eventStreamTerminated')).toHaveLength(1)
  expect(isOpen(frozen)).toEqual([true, true])
  await call(frozen, freezeAccount, {})
  await expect.poll(() => isOpen(frozen), TIMEOUT).toEqual([false, false])
  expect(isOpen(expired)).toEqual([true, true])
  inside.clock.advance(LISTEN_KEY_MS)
  await expect.poll(() => isOpen(expired), TIMEOUT).toEqual([true, false])
  inside.clock.advance(KEY_MS)
  await expect.poll(() => isOpen(expired), TIMEOUT).toEqual([false, false])
})
