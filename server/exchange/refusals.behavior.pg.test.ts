import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY_MS } from '#domain/apikey/rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { removeKey } from '#server/products/apikey/service.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { type ExchangeServer, openExchangeServer } from '#server/testing/exchange-server.ts'
import { signatureOf } from './signing.ts'

/** What is signed wrongly, late, twice, by a key that has ended or for what it may not do: each refused by name. */

let server: ExchangeServer
let trader: TestCustomer
let key: { id: bigint; apiKey: string; secret: string }

beforeAll(async () => {
  server = await openExchangeServer()
  trader = await server.newTrader()
  key = await server.newKey(trader)
}, 120_000)
afterAll(() => server.close())

type Fields = Readonly<Record<string, string>>
interface Answer {
  readonly status: number
  readonly code: number | undefined
  readonly msg: string | undefined
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly body: any
}

async function send(method: string, path: string, query: string, apiKey?: string): Promise<Answer> {
  const isForm = method === 'POST' || method === 'PUT'
  const response = await fetch(`${server.url}/exchange${path}${isForm ? '' : `?${query}`}`, {
    method,
    headers: {
      ...(apiKey !== undefined && { 'X-MBX-APIKEY': apiKey }),
      ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(isForm && { body: query }),
  })
  const body = (await response.json()) as { code?: number; msg?: string }
  return { status: response.status, code: body.code, msg: body.msg, headers: response.headers, body }
}

let serial = 0
/** Each is another request, also of the same millisecond. */
const fieldsOf = (fields: Fields = {}): string =>
  new URLSearchParams({
    ...fields,
    n: String(++serial),
    timestamp: String(server.clock.nowMs()),
    ...fields,
  }).toString()

const signed = (query: string, secret = key.secret) => `${query}&signature=${signatureOf(secret, query)}`
const account = (query = signed(fieldsOf()), apiKey = key.apiKey) =>
  send('GET', '/api/v3/account', query, apiKey)

test('a request that is signed rightly is served', async () => {
  const answer = await account()
  expect(answer.status).toBe(200)
  expect(answer.body.balances).toContainEqual({ asset: 'BTC', free: '5.00000000', locked: '0.00000000' })
  expect(answer.body).toMatchObject({ canTrade: true, canWithdraw: false })
})

describe('a signature', () => {
  test('of another secret, of another text, or none, is refused', async () => {
    const refused = { status: 400, code: -1022 }
    expect(await account(signed(fieldsOf(), 'x'.repeat(64)))).toMatchObject(refused)
    expect(await account(`${signed(fieldsOf())}&omitZeroBalances=true`)).toMatchObject(refused)
    expect(await account(fieldsOf())).toMatchObject(refused)
    expect(await account(`${signed(fieldsOf())}&signature=00`)).toMatchObject({
      ...{ status: 400, code: -1102 },
      msg: expect.stringContaining("'signature'"),
    })
  })

  test('T07: of two questions of one moment is not served again by another way to write the call', async () => {
    const query = signed(fieldsOf({ symbol: 'BTCUSDT' }))
    const ask = (path: string) => send('GET', path, query, key.apiKey)
    expect(await ask('/api/v3/openOrders')).toMatchObject({ status: 200 })
    for (const path of ['/api/v3/openOrders', '/api/v3/open%4frders', '/api/v3/%6fpenOrders'])
      expect(await ask(path), path).toMatchObject({
        code: -1022,
        msg: expect.stringContaining('used before'),
      })
  })

  test('T07: of a request on a connection asks no call', async () => {
    const query = new URLSearchParams({
      apiKey: key.apiKey,
      timestamp: String(server.clock.nowMs()),
    }).toString()
    const signature = signatureOf(key.secret, query)
    expect(await account(`${query}&signature=${signature}`)).toMatchObject({ status: 400, code: -1022 })
    // Nor where the text is the same, but cut between query and body.
    const response = await fetch(`${server.url}/exchange/api/v3/openOrders?${query.slice(0, 3)}`, {
      method: 'DELETE',
      headers: { 'X-MBX-APIKEY': key.apiKey },
      body: `${query.slice(3)}&signature=${signature}`,
    })
    expect(await response.json()).toMatchObject({ code: -1022 })
  })

  test('T07: is served once, wherever what is signed is cut between query and body', async () => {
    const query = fieldsOf({ symbol: 'BTCUSDT', recvWindow: '60000' })
    const cancelAll = async (length: number) => {
      const body = `${query.slice(length)}&signature=${signatureOf(key.secret, query)}`
      const response = await fetch(`${server.url}/exchange/api/v3/openOrders?${query.slice(0, length)}`, {
        ...{ method: 'DELETE', headers: { 'X-MBX-APIKEY': key.apiKey }, body },
      })
      return (await response.json()) as { code: number; msg: string }
    }
    // There is no order to cancel.
    expect(await cancelAll(0)).toMatchObject({ code: -2011 })
    // It says no window any more, so that it would be forgotten at another time.
    expect(await cancelAll(query.indexOf('Window'))).toMatchObject({
      code: -1022,
      msg: expect.stringContaining('used before'),
    })
  })

  test('T07: of two questions of one moment is served by both calls, and never by one that changes something', async () => {
    const query = signed(fieldsOf({ symbol: 'BTCUSDT' }))
    const ask = (method: string, path: string) => send(method, path, query, key.apiKey)
    expect(await ask('GET', '/api/v3/openOrders')).toMatchObject({ status: 200 })
    expect(await ask('GET', '/api/v3/allOrders')).toMatchObject({ status: 200 })
    for (const [method, path] of [
      ['GET', '/api/v3/openOrders'],
      ['DELETE', '/api/v3/openOrders'],
    ] as const)
      expect(await ask(method, path)).toMatchObject({
        code: -1022,
        msg: expect.stringContaining('used before'),
      })
  })

  test('T07: is served once: the same request again is refused', async () => {
    const query = signed(fieldsOf())
    expect((await account(query)).status).toBe(200)
    expect(await account(query)).toMatchObject({
      status: 400,
      code: -1022,
      msg: expect.stringContaining('used before'),
    })
    expect(
      await account(
        query.toUpperCase().replace(/.*&SIGNATURE=/, `${query.split('&signature=')[0]}&signature=`),
      ),
    ).toMatchObject({ code: -1022 })
  })

  test('T07: of many sent at once is served once', async () => {
    const { body: ticker } = await send('GET', '/api/v3/ticker/price', 'symbol=BTCUSDT')
    const price = (Number(ticker.price) * 1.1).toFixed(2)
    const order = fieldsOf({ symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT_MAKER', quantity: '0.01', price })
    const query = signed(order.replace(/n=\d+&|&n=\d+/, ''))
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => send('POST', '/api/v3/order', query, key.apiKey)),
    )
    expect(answers.filter(({ code }) => code === -1022)).toHaveLength(15)
    const placed = answers.filter(({ status }) => status === 200)
    expect(placed).toMatchObject([{ body: { status: 'NEW', price, executedQty: '0.00000' } }])
    const { body: open } = await send('GET', '/api/v3/openOrders', signed(fieldsOf()), key.apiKey)
    expect(open).toMatchObject([{ price }])
  })
})

describe('the time', () => {
  test.each([
    ['late by the window and more', -5_500, undefined],
    ['late by a window of its own', -2_500, '2000'],
    ['ahead by more than a second', 10_000, undefined],
  ])('a request that is %s is refused', async (_, beside, recvWindow) => {
    const timestamp = String(server.clock.nowMs() + beside)
    const query = signed(fieldsOf({ timestamp, ...(recvWindow && { recvWindow }) }))
    expect(await account(query)).toMatchObject({ status: 400, code: -1021 })
  })

  test('has to be said, and a window has its bound', async () => {
    expect(await account(signed('n=1'))).toMatchObject({
      code: -1102,
      msg: expect.stringContaining('timestamp'),
    })
    expect(await account(signed(fieldsOf({ recvWindow: '60001' })))).toMatchObject({ code: -1131 })
  })

  test('a request of before this server began is not served, though its window is long', async () => {
    const timestamp = String(server.clock.nowMs() - 59_000)
    const query = signed(fieldsOf({ timestamp, recvWindow: '60000' }))
    // In a test that has run for a minute it would be of after the beginning.
    const { code, status } = await account(query)
    expect([code, status]).toEqual(
      server.clock.nowMs() - 59_000 < server.beganAtMs ? [-1021, 400] : [undefined, 200],
    )
  })
})

describe('a key', () => {
  test('that is none, or unknown, is refused', async () => {
    expect(await account(signed(fieldsOf()), 'short')).toMatchObject({ status: 401, code: -2014 })
    expect(await send('GET', '/api/v3/account', signed(fieldsOf()))).toMatchObject({ code: -2014 })
    expect(await account(signed(fieldsOf()), 'x'.repeat(64))).toMatchObject({
      ...{ status: 401, code: -2015 },
      msg: expect.stringContaining('no such key'),
    })
  })

  test('opens what its scopes say, and nothing else', async () => {
    const reader = await server.newKey(trader, { scopes: ['read'] })
    const by = (method: string, path: string, fields: Fields) =>
      send(method, path, signed(fieldsOf(fields).replace(/n=\d+&|&n=\d+/, ''), reader.secret), reader.apiKey)
    expect((await by('GET', '/api/v3/openOrders', {})).status).toBe(200)
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' }
    const refused = { status: 401, code: -2015 }
    expect(await by('POST', '/api/v3/order', order)).toMatchObject({
      ...refused,
      msg: expect.stringContaining('trading spot'),
    })
    expect(await by('POST', '/fapi/v1/order', order)).toMatchObject({
      ...refused,
      msg: expect.stringContaining('trading contract'),
    })
    expect(await by('DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })).toMatchObject(refused)
    const spotOnly = await server.newKey(trader, { scopes: ['spot'] })
    const query = signed(fieldsOf(), spotOnly.secret)
    expect(await account(query, spotOnly.apiKey)).toMatchObject(refused)
  })

  test('for other addresses is refused', async () => {
    const bound = await server.newKey(trader, { addresses: '203.0.113.0/24' })
    expect(await account(signed(fieldsOf(), bound.secret), bound.apiKey)).toMatchObject({
      ...{ status: 401, code: -2015 },
      msg: expect.stringContaining('not for this address'),
    })
    const here = await server.newKey(trader, { addresses: '127.0.0.0/8' })
    expect((await account(signed(fieldsOf(), here.secret), here.apiKey)).status).toBe(200)
  })

  test('T59: that was removed opens nothing from then on', async () => {
    const removed = await server.newKey(trader)
    const by = () => account(signed(fieldsOf(), removed.secret), removed.apiKey)
    expect((await by()).status).toBe(200)
    const { db, privateData } = server.services
    await removeKey({ db, privateData, clock: server.clock }, trader.id, removed.id)
    expect(await by()).toMatchObject({
      status: 401,
      code: -2015,
      msg: expect.stringContaining('no such key'),
    })
  })

  test('T59: of an account that was frozen has ended', async () => {
    const other = await server.newTrader()
    const frozen = await server.newKey(other)
    const by = () => account(signed(fieldsOf(), frozen.secret), frozen.apiKey)
    expect((await by()).status).toBe(200)
    await server.freeze(other)
    expect(await by()).toMatchObject({ status: 401, code: -2015, msg: expect.stringContaining('has ended') })
  })
})

test('the weight of each request is said, and too much of it is refused for a while', async () => {
  const before = Number((await account()).headers.get('x-mbx-used-weight-1m'))
  const after = Number((await account()).headers.get('x-mbx-used-weight-1m'))
  // The window of a minute may begin anew in between.
  expect([before + 20, 20]).toContain(after)
  const all = () => send('GET', '/api/v3/openOrders', signed(fieldsOf()), key.apiKey)
  let [answer, served] = [await all(), 0]
  // At 80 each, so often in two minutes at most.
  for (; answer.status === 200; answer = await all()) expect(++served).toBeLessThanOrEqual(150)
  expect(answer).toMatchObject({
    ...{ status: 429, code: -1003 },
    msg: 'Too much request weight used; current limit is 6000 request weight per 1 MINUTE.',
  })
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  server.clock.advance(MINUTE_MS)
  expect(await all()).toMatchObject({ status: 200 })
})

test('names that come twice are answered and weighed once, and more than may be named are refused', async () => {
  const names = (all: readonly string[]) => `symbols=${encodeURIComponent(JSON.stringify(all))}`
  const used = ({ headers }: Answer) => Number(headers.get('x-mbx-used-weight-1m'))
  const before = used(await send('GET', '/fapi/v1/ping', ''))
  const two = await send(
    'GET',
    '/fapi/v1/ticker/24hr',
    names([...Array(50).fill('BTCUSDT'), 'ETHUSDT', 'BTCUSDT']),
  )
  expect(two.body.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT'])
  // The window of a minute may begin anew in between.
  expect([before + 4, 4]).toContain(used(two))
  const many = Array.from({ length: 101 }, (_, n) => `S${n}`)
  expect(await send('GET', '/fapi/v1/ticker/24hr', names(many))).toMatchObject({ status: 400, code: -1102 })
})

test('bid and ask of contracts are those of the quote, of which no quantity is known', async () => {
  const { body } = await send('GET', '/fapi/v1/ticker/bookTicker', '')
  const btc = body.find(({ symbol }: { symbol: string }) => symbol === 'BTCUSDT')
  expect(Number(btc.bidPrice)).toBeLessThan(Number(btc.askPrice))
  expect([btc.bidQty, btc.askQty]).toEqual(['0', '0'])
})

test('what is not served is refused by name', async () => {
  expect(await send('GET', '/api/v3/nothing', '', key.apiKey)).toMatchObject({ status: 404, code: -1020 })
  expect(await send('GET', '/api/v3/depth', 'symbol=NONE')).toMatchObject({ status: 400, code: -1121 })
  expect(await send('GET', '/api/v3/depth', '')).toMatchObject({ status: 400, code: -1102 })
})

test('a key that has expired opens nothing', async () => {
  server.clock.advance(KEY_MS + MINUTE_MS)
  expect(await account()).toMatchObject({ status: 401, code: -2015, msg: expect.stringContaining('expired') })
})
