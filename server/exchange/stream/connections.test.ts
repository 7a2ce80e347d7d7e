import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { virtualClock } from '#server/platform/clock.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { type Connections, serveConnections } from './connections.ts'
import { createStreamHub, type Hub } from './hub.ts'
import { streamLimits } from './limits.ts'
import { createListenKeys } from './listen-keys.ts'
import { type Stream, streamOf } from './names.ts'

/** How messages reach many clients, of which some do not read. */

const trades = streamOf('spot', 'btcusdt@trade')!

let hub: Hub
let server: Server
let connections: Connections
let url: string
let left: Stream[]
beforeEach(async () => {
  hub = createStreamHub()
  left = []
  server = createServer()
  const clock = virtualClock(1)
  connections = serveConnections({
    ...{ server, hub, clock, listenKeys: createListenKeys(clock) },
    limits: { ...streamLimits, connections: 4, allConnections: 20 },
    isProxy: (ip) => ip === '127.0.0.1',
    mayOpen: async () => true,
    beforeHandshake: async () => {},
    isOwnOrigin: () => false,
    authenticate: async () => ({ refused: { status: 401, code: 0, msg: '' } }),
    market: { joined: () => undefined, left: (stream) => void left.push(stream), stop() {} },
    users: {
      ...{ join: () => () => {}, has: () => false, told() {}, stop() {} },
      ...{ prepare: async () => {}, check: async () => {}, tellMoves: async () => {} },
    },
    onError(error) {
      throw error
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/exchange`
})
afterEach(async () => {
  await connections.close()
  server.close()
})

async function listen(path: string) {
  const socket = new WebSocket(`${url}${path}`)
  const heard: string[] = []
  socket.on('message', (data) => heard.push(String(data)))
  await new Promise((resolve) => socket.once('open', resolve))
  return { socket, heard }
}
const isListenedTo = () => hub.of('spot', 'BTC-USDT', 'trades').length > 0

test('a message is written once, however many listen in whichever form', async () => {
  const raw = [await listen('/ws/btcusdt@trade'), await listen('/ws/btcusdt@trade')]
  const combined = [
    await listen('/stream?streams=btcusdt@trade'),
    await listen('/stream?streams=btcusdt@trade'),
  ]
  let written = 0
  hub.publish(trades, {
    toJSON() {
      written++
      return { e: 'trade' }
    },
  })
  for (const { heard } of raw) await expect.poll(() => heard, TIMEOUT).toEqual(['{"e":"trade"}'])
  for (const { heard } of combined)
    await expect.poll(() => heard, TIMEOUT).toEqual(['{"stream":"btcusdt@trade","data":{"e":"trade"}}'])
  expect(written).toBe(1)
})

test('T35: a client that does not read is cut off, and those that read miss nothing', async () => {
  const [slow, quick] = [await listen('/ws/btcusdt@trade'), await listen('/ws/btcusdt@trade')]
  slow.socket.pause()
  const text = 'x'.repeat(100_000)
  let sent = 0
  while (connections.count() === 2) {
    hub.publish(trades, { text, n: ++sent })
    await expect.poll(() => quick.heard.length, TIMEOUT).toBe(sent)
    expect(sent, 'what waits for one client has a bound').toBeLessThan(1_000)
  }
  expect(quick.heard.map((message) => JSON.parse(message).n)).toEqual(
    Array.from({ length: sent }, (_, n) => n + 1),
  )
  slow.socket.terminate()
})

test('what a client listened to is given back when it leaves, is cut off, or unsubscribes', async () => {
  const one = await listen('/ws/btcusdt@trade')
  one.socket.terminate()
  await expect.poll(isListenedTo, TIMEOUT).toBe(false)
  expect(left).toEqual([trades])
  const other = await listen('/ws/btcusdt@trade')
  other.socket.send('{"method":"UNSUBSCRIBE","params":["btcusdt@trade","ethusdt@trade"],"id":1}')
  await expect.poll(() => other.heard, TIMEOUT).toEqual(['{"result":null,"id":1}'])
  expect(isListenedTo()).toBe(false)
  other.socket.terminate()
})

const comesIn = (ip: string) =>
  new Promise<string>((resolve) => {
    const socket = new WebSocket(`${url}/ws`, { headers: { 'x-forwarded-for': ip } })
    socket.once('open', () => resolve('let in'))
    socket.once('unexpected-response', (_, { statusCode }) => resolve(String(statusCode)))
    socket.on('error', () => {})
  })

test('T35: an address is counted in all the networks that its caller may own', async () => {
  const allLetIn = async (...fourths: readonly string[]) => {
    for (const fourth of fourths)
      for (let n = 1; n <= 4; n++) expect(await comesIn(`2001:db8:0:${fourth}::${n}`)).toBe('let in')
  }
  // So many of one /64, twice as many of a /56, four times as many of a /48.
  await allLetIn('1')
  expect(await comesIn('2001:db8:0:1::5')).toBe('429')
  await allLetIn('2')
  expect(await comesIn('2001:db8:0:3::1')).toBe('429')
  await allLetIn('100', '200')
  expect(await comesIn('2001:db8:0:300::1')).toBe('429')
  expect(await comesIn('2001:db8:1:300::1')).toBe('let in')
})

test('T35: all addresses together have so many connections at most', async () => {
  for (let n = 1; n <= 20; n++) expect(await comesIn(`203.0.113.${n}`)).toBe('let in')
  expect(await comesIn('203.0.113.21')).toBe('429')
})

test('T35: names are paid for each for itself, also where they are the same', async () => {
  const { socket } = await listen('/ws')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const names = Array(streamLimits.subscriptions).fill('btcusdt@trade')
  for (let sent = 0; sent <= streamLimits.nameBurst; sent += names.length)
    socket.send(JSON.stringify({ method: 'SUBSCRIBE', params: names, id: sent }))
  expect(await closed).toBe(1008)
})

test('a server that stops closes its connections, and lets nobody in', async () => {
  const { socket } = await listen('/ws')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await connections.close()
  expect(await closed).toBe(1001)
})
