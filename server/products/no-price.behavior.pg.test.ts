import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contracts from '#domain/contract/contract.ts'
import { languages } from '#domain/language.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import * as options from '#domain/option/contract.ts'
import * as spots from '#domain/spot/contract.ts'
import { products } from '#server/contract.ts'
import type { Feed } from '#server/markets/feeds/feed.ts'
import type { SocketHandlers, Transport } from '#server/markets/feeds/live/transport.ts'
import { openFeed } from '#server/markets/feeds/open.ts'
import { createMarkets, type Markets } from '#server/markets/service.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { setBalance } from '#server/testing/contract.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { TUESDAY } from '#server/testing/markets.ts'
import { giveFund } from '#server/testing/option.ts'
import { counterparty, insurance } from './contract/accounts.ts'
import { contract } from './contract/product.ts'
import { option } from './option/product.ts'
import { acceptedRisk } from './option/testing.ts'
import type { OpenProduct, ProductDeps } from './product.ts'

/**
 * A server with live prices and the vendor's key, which the vendor takes for stocks and refuses for futures: what has no live
 * price says so and is not traded, in every product and language, and a tick of the other names its source.
 */

let app: TestApp
let markets: Markets
let feed: Feed
let alice: TestCustomer
const started: OpenProduct[] = []
const vendor = new Map<string, SocketHandlers>()
const sockets: Transport = {
  connect(url, handlers) {
    if (url.startsWith('wss://socket.massive.com')) vendor.set(new URL(url).pathname, handlers)
    return { send() {}, close() {} }
  },
  getJson: () => Promise.reject(new Error('nobody answers')),
}
const say = (path: string, ...events: readonly object[]) =>
  vendor.get(path)?.onMessage(JSON.stringify(events))
const status = (path: string, name: string) => say(path, { ev: 'status', status: name, message: name })

beforeAll(async () => {
  const sources = ['binance', 'kraken', 'okx'] as const
  const followed = [contract, option].map((product) => ({
    ...product,
    open(deps: ProductDeps) {
      const opened = product.open(deps)
      started.push(opened)
      return opened
    },
  }))
  app = await openTestApp({
    startMs: TUESDAY,
    products: [...products.filter(({ name }) => !followed.some((one) => one.name === name)), ...followed],
    async markets({ db, clock, dataDir }) {
      const setting = { kind: 'live', sources, massiveKey: 'key-of-the-test' } as const
      feed = openFeed({
        ...{ setting, instruments: () => instruments, seed: 0, clock, transport: sockets },
        ...{ log() {}, lastPrice: () => undefined },
      })
      markets = await createMarkets({
        ...{ db, clock, settings: { feed: setting, dataDir }, feed },
        log: { info() {}, error: (_, line) => expect.fail(line) },
      })
      return markets
    },
  })
  markets.start()
  await setBalance(app.db, counterparty(), '1000000')
  await setBalance(app.db, insurance(), '100000')
  await giveFund(app.db, '1000000')
  for (const { start } of started) await start?.()
  alice = await app.newCustomer()
  await app.give(alice.id, 'contract', 'USDT', '10000')
  await app.give(alice.id, 'options', 'USDT', '1000')
  await app.call(options.optionAcceptRisk, acceptedRisk, alice.token)
  for (const path of ['/stocks', '/futures', '/forex']) {
    vendor.get(path)?.onOpen()
    status(path, 'connected')
    status(path, path === '/futures' ? 'auth_failed' : 'auth_success')
  }
})
afterAll(async () => {
  for (const { stop } of started) await stop?.()
  await markets.stop()
  await app.close()
})

const quote = (symbol: string) => markets.quote(symbol)
const tell = async () => {
  for (const job of markets.jobs) if (job.everyMs <= 5_000) await job.run()
}

const asked = (symbol: string) =>
  [
    [contracts.contractSubmit, { symbol, direction: 'long', lots: '1', leverage: '2' }],
    [options.optionSubmit, { symbol, currency: 'USDT', direction: 'rise', seconds: '60', stake: '10' }],
  ] as const

test('what the key is refused for has no live price: its quote says so, and no order is taken, in any language', async () => {
  expect(quote('ES')).toMatchObject({ isPriced: false, isStale: true, lastPrice: null, source: 'live' })
  const said = new Set<string>()
  for (const [call, input] of asked('ES')) {
    for (const language of languages) {
      const { error, body } = await app.call(call, input, alice.token, { extra: { lang: language } })
      expect(error).toBe('NO_LIVE_PRICE')
      said.add(JSON.parse(body).message)
    }
  }
  expect(said.size).toBe(7)
  expect([...said].every((text) => text.includes('ES'))).toBe(true)
})

test('T26: what the key is good for waits for its price, has it, and loses it when the vendor falls silent', async () => {
  const { label } = findInstrument('AAPL')!
  const refusals = async () =>
    Promise.all(asked('AAPL').map(async ([call, input]) => (await app.call(call, input, alice.token)).error))
  expect(quote('AAPL')).toMatchObject({ isPriced: true, isStale: true, lastPrice: null })
  expect(await refusals()).toEqual(['PRICE_STALE', 'PRICE_STALE'])

  say('/stocks', { ev: 'Q', sym: 'AAPL', bp: 145.44, ap: 145.48, t: app.clock.nowMs(), q: 1 })
  await tell()
  expect(quote('AAPL')).toMatchObject({ isPriced: true, isStale: false, lastPrice: '145.46', label })
  expect(markets.lastTick('AAPL')).toMatchObject({
    source: 'median',
    sources: { minimum: 1, named: [{ source: 'massive', quote: { ageMs: 0 } }] },
  })
  expect(await refusals()).toEqual([undefined, undefined])
  const { items } = (await app.call(contracts.contractOpen, {}, alice.token)).data
  expect(items).toMatchObject([{ symbol: 'AAPL', status: 'open', entryPrice: '145.48' }])

  app.clock.advance(5_001)
  expect(await refusals()).toEqual(['PRICE_STALE', 'PRICE_STALE'])
})

test('a coin that no source quotes takes no order in the book either, not even at a limit', async () => {
  const order = {
    base: 'BTC',
    quote: 'USDT',
    side: 'buy',
    quantity: '0.01',
    orderType: 'limit',
    limitPrice: '20000',
  }
  expect((await app.call(spots.spotTrade, order, alice.token)).error).toBe('PRICE_STALE')
  feed.canPrice = ({ symbol }) => symbol !== 'BTC-USDT'
  expect((await app.call(spots.spotTrade, order, alice.token)).error).toBe('NO_LIVE_PRICE')
})

test('an instrument that is not listed is said to be that', async () => {
  for (const [call, input] of asked('NO-SUCH'))
    expect((await app.call(call, input, alice.token)).error).toBe('INSTRUMENT_UNKNOWN')
})
