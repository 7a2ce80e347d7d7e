// long-running
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { optionAcceptRisk, optionSubmit } from '#domain/option/contract.ts'
import { customerChannels, products } from '#server/contract.ts'
import type { TickSink } from '#server/markets/feeds/feed.ts'
import { createMarkets, type Markets } from '#server/markets/service.ts'
import { realClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { createRealtime, type Realtime } from '#server/platform/realtime.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { callOn, noRateLimits } from '#server/testing/http.ts'
import { openTestProducts, testPrivateData } from '#server/testing/products.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { createUsers } from '#server/users/users.ts'
import type { OpenProduct } from '../product.ts'
import { seedOptions } from './seed.ts'
import { acceptedRisk } from './testing.ts'

/** How long after its expiry a result is at the customer's socket: on the machine's clock, with prices and without. */

/** As a live market ticks. */
const TICK_EVERY_MS = 200
/** Orders of each kind, and how far apart they are placed: over more than three flushes of the tape. */
const ORDERS = 10
const APART_MS = 150
/** Between the two kinds: the first is over before prices end. */
const BETWEEN_MS = 2_500
/** The shortest period of a demonstration. */
const SECONDS = 30

let database: Database
let dataDir: string
let markets: Markets
let option: OpenProduct
let app: FastifyInstance
let realtime: Realtime
let url: string
let emit: TickSink
let ticking: NodeJS.Timeout
const stops: (() => void)[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  dataDir = mkdtempSync(join(tmpdir(), 'plumb-in-time-'))
  const [clock, log] = [realClock, pino({ level: 'silent' })]
  markets = await createMarkets({
    ...{ db, clock, settings: { feed: { kind: 'live', sources: [] }, dataDir } },
    feed: {
      start(sink) {
        emit = sink
      },
      stop() {},
    },
    log: {
      info() {},
      error(details, line) {
        throw new Error(`${line}: ${JSON.stringify(details)}`)
      },
    },
  })
  const users = createUsers({ db, clock, log, publicUrl: 'http://plumb.test', privateData: testPrivateData })
  const opened = openTestProducts({ db, clock, products, markets })
  option = opened.find(({ name }) => name === 'option')!
  await db.transaction().execute((tx) => seedOptions(tx, { nowMs: clock.nowMs() }))
  app = buildApp({
    ...{ title: 'test', version: '0', db, clock, log, isReady: async () => true, limiter: noRateLimits() },
    ...{ authenticate: users.authenticate, routes: option.routes },
  })
  realtime = createRealtime({
    ...{ server: app.server, channels: customerChannels },
    ...{ authenticate: users.authenticate, onEnded: users.onEnded },
  })
  stops.push(option.publish!(realtime))
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  markets.start()
  await option.start?.()
})
afterAll(async () => {
  clearInterval(ticking)
  for (const socket of sockets) socket.disconnect()
  for (const stop of stops) stop()
  await realtime?.close()
  await app?.close()
  await option?.stop?.()
  await markets?.stop()
  await database?.close()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

let price = 2_000_000
const tick = () =>
  emit({
    ...{ symbol: 'BTC-USDT', price: ++price, bid: price, ask: price, volume: 1, source: 'venue' },
    sourceAtMs: realClock.nowMs(),
  })

/** An order as the socket tells it. */
interface Told {
  readonly id: string
  readonly expiresAtMs: number | null
  readonly outcome: string | null
}

/** A customer with a socket: places orders, and notes when each one's result came. */
async function customer() {
  const { db } = database
  const { id, token } = await addTestCustomer(db, realClock)
  await giveFunds(db, id, [['options', 'USDT', '100']], realClock.nowMs())
  await callOn(app, optionAcceptRisk, acceptedRisk, { token })
  const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token } })
  sockets.push(socket)
  const orders = new Map<string, Told & { readonly cameAtMs: number }>()
  socket.on('option', (told: readonly Told[]) => {
    for (const each of told) orders.set(each.id, { ...each, cameAtMs: realClock.nowMs() })
  })
  await expect.poll(() => socket.connected, TIMEOUT).toBe(true)
  const order = { symbol: 'BTC-USDT', currency: 'USDT', direction: 'rise', seconds: SECONDS, stake: '5' }
  return {
    orders,
    async place() {
      const { error } = await callOn(app, optionSubmit, order, { token })
      expect(error).toBeUndefined()
    },
  }
}

/** Of each result how long after its expiry it came, the shortest first. */
const delaysOf = (customers: readonly { readonly orders: Map<string, Told & { cameAtMs: number }> }[]) =>
  customers
    .flatMap(({ orders }) => [...orders.values()])
    .map(({ cameAtMs, expiresAtMs }) => cameAtMs - expiresAtMs!)
    .sort((a, b) => a - b)

test(
  'the result of a seconds option is at its customer’s socket within a second of the expiry, also where the feed has ended',
  LONG,
  async () => {
    const customers = await Promise.all(Array.from({ length: 2 * ORDERS }, customer))
    const [withPrices, withNone] = [customers.slice(0, ORDERS), customers.slice(ORDERS)]
    tick()
    ticking = setInterval(tick, TICK_EVERY_MS)
    await expect.poll(() => markets.isFresh('BTC-USDT'), TIMEOUT).toBe(true)
    for (const each of withPrices) await Promise.all([each.place(), pause(APART_MS)])
    await pause(BETWEEN_MS)
    for (const each of withNone) await Promise.all([each.place(), pause(APART_MS)])
    const told = (some: typeof customers) => some.flatMap(({ orders }) => [...orders.values()])
    const expiries = () => told(withNone).flatMap(({ expiresAtMs }) => expiresAtMs ?? [])
    await expect.poll(() => expiries().length, TIMEOUT).toBe(ORDERS)
    // The last price is young enough to be the exit of all of them.
    const endsAtMs = Math.min(...expiries()) - TICK_EVERY_MS
    await pause(endsAtMs - realClock.nowMs())
    clearInterval(ticking)

    const outcomes = (some: typeof customers) => told(some).map(({ outcome }) => outcome)
    await expect.poll(() => outcomes(customers), TIMEOUT).not.toContain(null)
    expect(outcomes(customers)).toEqual(Array(2 * ORDERS).fill('won'))
    // The middle one: what of a busy machine delays one alone says nothing of the others.
    const middle = Object.entries({ withPrices, withNone }).map(([kind, some]) => {
      const delays = delaysOf(some)
      return { kind, delays, middle: delays[ORDERS / 2]! }
    })
    for (const { middle: ms, ...of } of middle) expect(ms, JSON.stringify(of)).toBeLessThan(1_000)
    for (const { delays } of middle) expect(delays[0]).toBeGreaterThan(0)
  },
)
