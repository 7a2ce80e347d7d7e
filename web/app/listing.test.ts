import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { channelName } from '#domain/channel.ts'
import { listingChannel } from '#domain/listing/contract.ts'
import { adoptedListing, type Listing } from '#domain/listing/listing.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { seedListing } from '#domain/seed/listing.ts'
import { openListing, refreshListing } from './listing.ts'
import { connect } from './socket.ts'

/** However slow the machine is just now. */
const POLL_OPTIONS = { timeout: 60_000 }

/** A list in which a smallest bitcoin order tells which list it is. */
const listOf = (installation: string, version: number, minNotional: string): Listing => ({
  installation,
  version,
  currencies: seedListing.currencies,
  instruments: seedListing.instruments.map((instrument) => ({ ...instrument, minNotional })),
})
const smallest = () => findInstrument('BTC-USDT')?.minNotional

/** What the server has; undefined while it does not answer. */
let listed: Listing | undefined
const kept = new Map<string, string>()
const closing: (() => unknown)[] = []

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  vi.stubGlobal('fetch', async () => {
    if (!listed) throw new TypeError('fetch failed')
    return Response.json({ type: 1, code: 1, message: listed, data: listed })
  })
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  vi.unstubAllGlobals()
})

/** A server that tells which list it has to whoever connects, as ours does. */
async function serveSockets() {
  const http = createServer()
  const io = new Server(http)
  io.on('connection', (socket) =>
    socket.on('subscribe', (names: string[]) => {
      if (!names.includes(channelName(listingChannel, {}))) return
      socket.emit(listingChannel.event, { installation: listed?.installation, version: listed?.version })
    }),
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  closing.push(() => io.close())
  const { port } = http.address() as AddressInfo
  vi.stubGlobal('location', {
    protocol: 'http:',
    hostname: '127.0.0.1',
    port: String(port),
    host: `127.0.0.1:${port}`,
  })
}

test('a first visit without an answer asks again at the first connection', async () => {
  await openListing()
  expect(adoptedListing().installation).toBe('seed')
  listed = listOf('here', 7, '7')
  await serveSockets()
  await connect()
  await expect.poll(smallest, POLL_OPTIONS).toBe('7')
  expect(adoptedListing()).toEqual({ installation: 'here', version: 7 })
})

test('a kept list is not believed when it has the same number but is another database’s', async () => {
  listed = listOf('elsewhere', 7, '8')
  await refreshListing()
  expect(smallest()).toBe('8')
  listed = listOf('here', 7, '9')
  await openListing()
  await expect.poll(smallest, POLL_OPTIONS).toBe('9')
  expect(JSON.parse(kept.get('plumb-listing')!)).toMatchObject({ installation: 'here', version: 7 })
})
