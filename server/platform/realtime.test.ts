import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { channelName } from '#domain/channel.ts'
import { assert } from '#domain/errors.ts'
import { customerId } from '#domain/ids.ts'
import { quotesChannel } from '#domain/market/contract.ts'
import { tradesChannel } from '#domain/spot/contract.ts'
import { customerChannels } from '#server/contract.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { comeAgain, liveOptions } from '#web/app/live-options.ts'
import { proxiesIn } from './http/client-ip.ts'
import { createRateLimiter, rateLimits } from './http/rate-limits.ts'
import { createRealtime, MAX_MESSAGE_BYTES, type Realtime, type RealtimeOptions } from './realtime.ts'

/** What a client that joins 'quotes' is sent: about as much as every instrument's quote. */
const SNAPSHOT = 'x'.repeat(30_000)

let http: Server
let realtime: Realtime
let joinedChannels: string[]
beforeEach(async () => {
  await listen()
  return () => realtime.close()
})

async function listen(more: Partial<RealtimeOptions> = {}) {
  joinedChannels = []
  http = createServer()
  realtime = createRealtime({
    server: http,
    authenticate: async () => undefined,
    onEnded() {},
    channels: customerChannels,
    snapshotFor(channel, params) {
      joinedChannels.push(channelName(channel, params))
      return SNAPSHOT
    },
    ...more,
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
}

const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})

/** An anonymous client that speaks the protocol by hand, so that nothing of it is kept back or merged. */
async function join(headers: Record<string, string> = {}, token = '') {
  const { socket, heard } = await connect(headers)
  await expect.poll(() => heard[0], TIMEOUT).toMatch(/^0/)
  socket.send(`40${JSON.stringify({ token })}`)
  await expect.poll(() => heard[1], TIMEOUT).toBeDefined()
  if (!heard[1]?.startsWith('40')) throw new Error(heard[1])
  return {
    socket,
    events: () => heard.filter((text) => text.startsWith('42')).length,
    ask: (event: 'subscribe' | 'unsubscribe', channels: unknown) =>
      socket.send(`42${JSON.stringify([event, channels])}`),
  }
}

it('greets a client once for each channel, however often it asks', async () => {
  const client = await join()
  client.ask('subscribe', Array(64).fill('quotes'))
  client.ask('subscribe', ['quotes', 'quotes:crypto', 'quotes'])
  client.ask('subscribe', ['book:BTC-USDT'])
  await expect.poll(() => joinedChannels, TIMEOUT).toContain('book:BTC-USDT')
  expect(joinedChannels).toEqual(['quotes', 'quotes:crypto', 'book:BTC-USDT'])
  await expect.poll(client.events, TIMEOUT).toBe(3)
})

it('lets nobody in whose session ends while they connect, whenever that is', async () => {
  const customer = { id: customerId(10_001n), sessionId: 7n }
  for (const endsAt of [1, 2]) {
    await realtime.close()
    let [calls, isEnded] = [0, false]
    let revoke: (sessionId: bigint) => void = () => {}
    await listen({
      onEnded(listener) {
        revoke = listener
      },
      authenticate: async () => {
        // It was read as living, and ends before its reader goes on.
        const who = isEnded ? undefined : { customer }
        if (++calls === endsAt) {
          isEnded = true
          revoke(customer.sessionId)
        }
        return who
      },
    })
    expect([endsAt, await fateOf('token')]).not.toEqual([endsAt, 'connected'])
  }
})

/** What becomes of a client with a token: it is connected, refused, or cut off before either. */
async function fateOf(token: string): Promise<'connected' | 'refused' | 'cut off'> {
  const { port } = http.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`)
  open.push(socket)
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => resolve('cut off'))
    socket.on('message', (data) => {
      const text = String(data)
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`)
      else if (text.startsWith('44')) resolve('refused')
      else if (text.startsWith('40')) resolve('connected')
    })
  })
}

it('lets a reader go from page to page for a minute, and joins what is asked for again', async () => {
  const client = await join()
  for (let page = 0; page < 20; page++) {
    client.ask('subscribe', ['quotes'])
    client.ask('unsubscribe', ['quotes'])
  }
  client.ask('subscribe', ['quotes'])
  await expect.poll(() => joinedChannels, TIMEOUT).toHaveLength(21)
  expect(realtime.hasListeners(quotesChannel, {})).toBe(true)
  expect(client.socket.readyState).toBe(WebSocket.OPEN)
})

it('lets go of a client that asks without end, whatever it asks', async () => {
  for (const event of ['subscribe', 'unsubscribe', 'nothing'] as const) {
    const client = await join()
    for (let time = 0; time < 1_000; time++) client.ask(event as 'subscribe', ['quotes'])
    await expect.poll(() => client.socket.readyState, TIMEOUT).toBe(WebSocket.CLOSED)
  }
  expect(realtime.connections()).toBe(0)
})

it('does no more for a client that alternates than its budget allows', async () => {
  const client = await join()
  for (let time = 0; time < 1_000; time++) {
    client.ask('subscribe', ['quotes'])
    client.ask('unsubscribe', ['quotes'])
  }
  await expect.poll(() => client.socket.readyState, TIMEOUT).toBe(WebSocket.CLOSED)
  expect(joinedChannels.length).toBeLessThanOrEqual(210)
})

it('lets go of a client that joined and reads no more, while others are served', async () => {
  const [slowClient, other] = [await join(), await join()]
  for (const client of [slowClient, other]) client.ask('subscribe', ['trades:BTC-USDT'])
  await expect.poll(() => joinedChannels, TIMEOUT).toHaveLength(2)
  slowClient.socket.pause()
  // More than the system's own buffers hold; the other reads along.
  for (let time = 1; time <= 400; time++) {
    realtime.publish(tradesChannel, { symbol: 'BTC-USDT' }, { symbol: SNAPSHOT, trades: [] })
    await expect.poll(other.events, { ...TIMEOUT, interval: 1 }).toBe(time + 1)
  }
  await expect.poll(realtime.connections, TIMEOUT).toBe(1)
})

it('counts sockets by the address that a trusted proxy names, and by the proxy’s where it is not', async () => {
  const from = (ip: string) => join({ 'x-forwarded-for': ip })
  for (const [ranges, isTaken] of [
    [['127.0.0.1'], true],
    [[], false],
  ] as const) {
    await realtime.close()
    await listen({ isProxy: proxiesIn(ranges), socketsPerIp: 1 })
    await from('198.51.100.1')
    if (isTaken) await from('198.51.100.2')
    await expect(from(isTaken ? '198.51.100.1' : '198.51.100.2')).rejects.toThrow('400')
  }
})

/** A client that does what the protocol allows, and says nothing unless told to. */
async function connect(headers: Record<string, string> = {}) {
  const { port } = http.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, { headers })
  open.push(socket)
  const heard: string[] = []
  socket.on('message', (data) => heard.push(String(data)))
  await once(socket, 'open')
  socket.on('error', () => {})
  return { socket, heard }
}

it('joins a connection to one namespace once, whatever joins it sends together', async () => {
  for (const packet of ['40', '40/elsewhere,', '40{"token":"unknown"}']) {
    const { socket, heard } = await connect()
    for (let time = 0; time < 3_000; time++) socket.send(packet)
    await expect.poll(() => socket.readyState, TIMEOUT).toBe(WebSocket.CLOSED)
    expect(heard.filter((text) => text.startsWith('4')).length, packet).toBeLessThanOrEqual(1)
  }
  await expect.poll(realtime.connections, TIMEOUT).toBe(0)
})

it('charges a connection for packets before it has joined, too', async () => {
  for (const packet of ['3', '6', '42["subscribe",["quotes"]]', '451-["x",{"_placeholder":true,"num":0}]']) {
    const { socket } = await connect()
    for (let time = 0; time < 1_000; time++) socket.send(packet)
    await expect.poll(() => socket.readyState, TIMEOUT).toBe(WebSocket.CLOSED)
  }
})

it('counts a connection for its address that has not joined, and closes one that has left', async () => {
  await realtime.close()
  await listen({ socketsPerIp: 2 })
  const silent = await connect()
  const client = await join()
  await expect(connect()).rejects.toThrow('400')
  client.socket.send('41')
  await expect.poll(() => client.socket.readyState, TIMEOUT).toBe(WebSocket.CLOSED)
  await expect.poll(realtime.connections, TIMEOUT).toBe(1)
  await connect()
  expect(silent.socket.readyState).toBe(WebSocket.OPEN)
})

it('lets no more in of one address when many handshakes are under way together', async () => {
  await realtime.close()
  let handshakes = 0
  let letIn: () => void = () => {}
  const isOpen = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await listen({
    socketsPerIp: 3,
    async beforeHandshake() {
      if (++handshakes === 10) letIn()
      await isOpen
    },
  })
  const sockets = await Promise.all(Array.from({ length: 10 }, () => connect()))
  const living = () => sockets.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length
  await expect.poll(living, TIMEOUT).toBe(3)
  expect(realtime.connections()).toBe(3)
})

it('closes a poller that sends more packets in a request than it may, or changes its transport', async () => {
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/socket.io/?EIO=4&transport=`
  const begin = async () => JSON.parse((await (await fetch(`${url}polling`)).text()).slice(1)).sid as string
  for (const packet of ['40', '40/elsewhere,', '3']) {
    const sid = await begin()
    expect(realtime.connections()).toBe(1)
    // As many as a request holds: a larger one is refused whole.
    const body = Array(Math.floor(MAX_MESSAGE_BYTES / (packet.length + 1)))
      .fill(packet)
      .join('\x1e')
    const { status } = await fetch(`${url}polling&sid=${sid}`, { method: 'POST', body })
    expect(status).toBe(200)
    await expect.poll(realtime.connections, TIMEOUT).toBe(0)
  }
  const probe = new WebSocket(`${url.replace('http', 'ws')}websocket&sid=${await begin()}`)
  open.push(probe)
  await once(probe, 'open')
  probe.send('2probe')
  await expect.poll(realtime.connections, TIMEOUT).toBe(0)
})

it('serves a client whose network cuts WebSockets', async () => {
  http.removeAllListeners('upgrade')
  http.on('upgrade', (_, socket) => socket.destroy())
  const { port } = http.address() as AddressInfo
  const client = io(`http://127.0.0.1:${port}`, {
    ...{ transports: ['websocket', 'polling'], tryAllTransports: true, forceNew: true },
  })
  const heard: unknown[] = []
  client.on('quotes', (payload) => heard.push(payload))
  client.on('connect', () => client.emit('subscribe', ['quotes']))
  await expect.poll(() => heard, TIMEOUT).toEqual([SNAPSHOT])
  client.disconnect()
  await expect.poll(realtime.connections, TIMEOUT).toBe(0)
})

it('has no more tokens of one address looked up than it may', async () => {
  let [left, lookedUp] = [2, 0]
  await realtime.close()
  await listen({
    async authenticate(_, beforeLookUp) {
      await beforeLookUp?.()
      lookedUp++
      return undefined
    },
    beforeLookUp: async () => assert(left-- > 0, 'some are left'),
  })
  for (let guess = 0; guess < 4; guess++)
    await expect(join({}, `guess-${guess}`)).rejects.toThrow(
      guess < 2 ? 'SESSION_EXPIRED' : 'SERVICE_UNAVAILABLE',
    )
  expect(lookedUp).toBe(2)
})

it('does not call a session over that it could not look up, and its client comes again by itself', async () => {
  await realtime.close()
  const customer = { id: customerId(10_001n), sessionId: 7n }
  let asked = 0
  await listen({
    async authenticate() {
      // The database is away once before it is known who asks, and once while it is looked at again.
      asked++
      if (asked === 1 || asked === 3) throw new Error('no database')
      return { customer }
    },
  })
  const { port } = http.address() as AddressInfo
  const client = io(`http://127.0.0.1:${port}`, {
    ...liveOptions,
    auth: { token: 'a-token' },
    forceNew: true,
  })
  const refused: string[] = []
  client.on('connect_error', ({ message }) => refused.push(message))
  comeAgain(client)
  await expect.poll(() => client.connected, TIMEOUT).toBe(true)
  expect(refused).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
  expect(realtime.hasSockets(customer.id)).toBe(true)
  client.disconnect()
})

it('T35: opens no more sockets for one address than it may open, by either transport', async () => {
  await realtime.close()
  const limiter = createRateLimiter({ ...rateLimits, handshake: { calls: 3, seconds: 60 } })
  await listen({ isProxy: proxiesIn(['127.0.0.1']), beforeHandshake: (ip) => limiter.take('handshake', ip) })
  const from = (ip: string) => connect({ 'x-forwarded-for': ip })
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => from('203.0.113.5')))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  await expect(from('203.0.113.5')).rejects.toThrow('400')
  const { port } = http.address() as AddressInfo
  const poll = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`, {
    headers: { 'x-forwarded-for': '203.0.113.5' },
  })
  expect(poll.status).toBe(403)
  // A customer's own requests on an open socket are not counted.
  expect((await join({ 'x-forwarded-for': '203.0.113.7' })).socket.readyState).toBe(WebSocket.OPEN)
})
