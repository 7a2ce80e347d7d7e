import { randomBytes } from 'node:crypto'
import { connect as connectTcp } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectTo, openStreamApp, type StreamApp, signed } from '#server/testing/streams.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { streamLimits } from './limits.ts'

/** What somebody may try who wants to hear of others, or to cost the server more than they pay for. */

/** So few that a test reaches them; the others are as on a server. */
const CONNECTIONS = 12

let app: StreamApp
beforeAll(async () => {
  app = await openStreamApp({ connections: CONNECTIONS })
})
afterAll(() => app?.close())
beforeEach(() => expect.poll(() => app.streams.connections(), TIMEOUT).toBe(0))

const refused = (path: string, options?: Parameters<typeof connectTo>[1]) =>
  connectTo(`${app.url}${path}`, options).then(
    ({ socket }) => {
      socket.terminate()
      return 'let in'
    },
    (error: Error) => error.message,
  )

test('T34: names of somebody’s own streams, and words for them, open nothing without their key', async () => {
  const { app: inside } = app.quoted
  const alice = await inside.newCustomer()
  await inside.give(alice.id, 'spot', 'USDT', '1000')
  const key = await app.newKey(alice.id)
  const listenKey = app.listenKeys.open({ customer: alice.id, keyId: key.id }, 'spot')
  const guesses = [
    ...[String(alice.id), `customer:${alice.id}`, `${alice.id}@orders`, 'orders', 'executionReport'],
    ...[key.accessKey, String(key.id), '!orders@arr', '*', '', '__proto__', listenKey],
  ]
  const client = await app.connect('/exchange/ws')
  for (const name of guesses)
    expect(await client.ask('SUBSCRIBE', [name]), name).toMatchObject({ error: { code: 2 } })
  expect((await client.ask('LIST_SUBSCRIPTIONS')).result).toEqual([])
  client.socket.terminate()
  for (const name of [randomBytes(32).toString('base64url'), key.accessKey, `${listenKey.slice(0, -1)}-`])
    expect(await refused(`/exchange/contract/private/ws?listenKey=${name}`)).toBe('401')
  // It is of the other market.
  expect(await refused(`/exchange/contract/private/ws?listenKey=${listenKey}`)).toBe('401')
  expect(await refused('/exchange/contract/private/ws?listenKey=')).toBe('401')
})

test('T34: a listen key opens nothing from an address that its key is not for', async () => {
  const { app: inside } = app.quoted
  const alice = await inside.newCustomer()
  for (const [addresses, became] of [
    ['203.0.113.0/24', '401'],
    ['127.0.0.1', 'let in'],
  ] as const) {
    const { id } = await app.newKey(alice.id, ['read'], addresses)
    const listenKey = app.listenKeys.open({ customer: alice.id, keyId: id }, 'contract')
    expect(await refused(`/exchange/contract/private/ws?listenKey=${listenKey}`)).toBe(became)
  }
})

test('T34: a request that is not signed by its key, in its time, once and with the right scope, opens no stream', async () => {
  const { app: inside } = app.quoted
  const alice = await inside.newCustomer()
  const [key, trading] = [await app.newKey(alice.id), await app.newKey(alice.id, ['spot'])]
  inside.clock.advance(60_000)
  const client = await app.connect('/exchange/ws-api/v3')
  const subscribe = (params: unknown) => client.ask('userDataStream.subscribe.signature', params)
  const now = inside.clock.nowMs()
  const right = signed(key, now)
  for (const [params, code] of [
    [undefined, -2014],
    [{ ...right, signature: undefined }, -1022],
    [{ ...right, signature: '0'.repeat(64) }, -1022],
    [{ ...right, recvWindow: '6000' }, -1022],
    [signed({ ...key, secret: trading.secret }, now), -1022],
    [signed(trading, now), -2015],
    [signed({ ...key, accessKey: 'a'.repeat(64) }, now), -2015],
    [signed(key, now - 5_001), -1021],
    [signed(key, now + 5_000), -1021],
    [signed(key, now, { recvWindow: '60001' }), -1131],
    [{ ...right, apiKey: { $ne: '' } }, -1100],
    [[right], -1100],
  ] as const)
    expect(await subscribe(params), JSON.stringify(params)).toMatchObject({ error: { code } })
  expect(await subscribe(right)).toMatchObject({ status: 200 })
  expect(await subscribe(right)).toMatchObject({ status: 400, error: { code: -1022 } })
  expect((await client.ask('session.subscriptions')).result).toEqual([{ subscriptionId: 0 }])
  for (const method of ['order.place', 'account.status', 'userDataStream.start', '__proto__'])
    expect(await client.ask(method, {})).toMatchObject({ status: 400, error: { code: -1136 } })
  client.socket.terminate()
})

test('T35: garbage, frames of another kind and of a megabyte end the connection that sent them, and no other', async () => {
  const witness = await app.connect('/exchange/ws')
  for (const [sent, code] of [
    [Buffer.alloc(100), 1003],
    ['x'.repeat(streamLimits.messageBytes + 1), 1009],
    [Buffer.alloc(1024 * 1024), 1009],
  ] as const) {
    const client = await app.connect('/exchange/ws')
    client.socket.send(sent)
    expect(await client.closed).toBe(code)
  }
  const client = await app.connect('/exchange/ws')
  for (const text of ['', '{', '[]', 'null', '"SUBSCRIBE"', '{"method":"SUBSCRIBE","params":[null],"id":{}}'])
    client.socket.send(text)
  await expect.poll(() => client.heard.length, TIMEOUT).toBe(6)
  for (const text of client.heard)
    expect(JSON.parse(text)).toMatchObject({ error: { code: expect.any(Number) } })
  client.socket.terminate()

  // Bytes that are no frame, after a handshake that was one.
  const { port } = new URL(app.url)
  const raw = connectTcp({ port: Number(port), host: '127.0.0.1' })
  raw.on('error', () => {})
  const over = new Promise((resolve) => raw.once('close', resolve))
  const key = randomBytes(16).toString('base64')
  raw.write(
    `GET /exchange/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  raw.once('data', () => raw.write(Buffer.alloc(4_096, 0xff)))
  raw.resume()
  await over
  expect(await witness.ask('LIST_SUBSCRIPTIONS')).toMatchObject({ result: [] })
  witness.socket.terminate()
})

test('T35: a thousand subscriptions are refused whole, and a flood of messages ends the connection', async () => {
  const client = await app.connect('/exchange/ws')
  const thousand = Array.from({ length: 1_000 }, (_, n) => `s${n}@trade`)
  expect(await client.ask('SUBSCRIBE', thousand)).toMatchObject({ error: { code: 2 } })
  const many = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'].map((period) => `btcusdt@kline_${period}`)
  expect(await client.ask('SUBSCRIBE', [...many, ...many])).toMatchObject({ result: null })
  expect((await client.ask('LIST_SUBSCRIPTIONS')).result).toHaveLength(many.length)
  expect(await refused(`/exchange/stream?streams=${thousand.join('/')}`)).toBe('400')
  for (let n = 0; n <= streamLimits.burst; n++) client.socket.send('{}')
  expect(await client.closed).toBe(1008)
  const pinging = await app.connect('/exchange/ws')
  for (let n = 0; n <= streamLimits.burst; n++) pinging.socket.ping()
  expect(await pinging.closed).toBe(1008)
})

test('T35: an address has so many connections at most, also where they come together, and one that ends makes room', async () => {
  const asked = await Promise.all(
    Array.from({ length: CONNECTIONS + 5 }, () => connectTo(`${app.url}/exchange/ws`).catch(() => undefined)),
  )
  const open = asked.filter((one) => one !== undefined)
  expect(open).toHaveLength(CONNECTIONS)
  expect(await refused('/exchange/ws')).toBe('429')
  for (const { socket } of open) socket.terminate()
  await expect.poll(() => refused('/exchange/ws'), TIMEOUT).toBe('let in')
})

test('T35: a client that does not answer pings is closed', async () => {
  // An app of its own: where the machine is slow, a client that answers may be later than so short a time too.
  const impatient = await openStreamApp({ pingEveryMs: 50 })
  const silent = await impatient.connect('/exchange/ws', { autoPong: false })
  expect(await silent.closed).toBe(1006)
  await impatient.close()
})

test('pages of other origins open no connection; the app’s own and programs without one do', async () => {
  for (const origin of ['https://evil.test', 'null', 'http://plumb.test.evil.test', 'x'])
    expect(await refused('/exchange/ws', { headers: { origin } }), origin).toBe('403')
  for (const origin of ['http://plumb.test', app.url.replace('ws', 'http')])
    expect(await refused('/exchange/ws', { headers: { origin } }), origin).toBe('let in')
})

test('addresses that are none are refused, and those of others are left to them', async () => {
  for (const path of [
    '/exchange/other',
    '/exchange/ws/btcusdt@nothing',
    '/exchange/ws/%ff',
    '/exchange/ws-api/v9',
  ])
    expect(await refused(path), path).toBe('400')
  expect(await refused('/socket.io/?EIO=4&transport=websocket')).toBe('let in')
})
