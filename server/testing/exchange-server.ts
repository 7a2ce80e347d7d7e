import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { type KeyScope, keyScopes } from '#domain/apikey/rules.ts'
import { refusal } from '#domain/errors.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { createServices, type Services } from '#server/app.ts'
import { customerChannels } from '#server/contract.ts'
import { errorOf } from '#server/exchange/errors.ts'
import { exchangeOf, serveExchange } from '#server/exchange/serve.ts'
import { signatureOf } from '#server/exchange/signing.ts'
import { createListenKeys } from '#server/exchange/stream/listen-keys.ts'
import { openStreams, type Streams } from '#server/exchange/stream/open.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { createRealtime } from '#server/platform/realtime.ts'
import { readSettings } from '#server/platform/settings.ts'
import { addKey } from '#server/products/apikey/service.ts'
import { seed } from '#server/seed.ts'
import { addTestCustomer, type TestCustomer } from './customers.ts'
import { openTestDatabase } from './database.ts'
import { type Funds, giveFunds } from './funds.ts'
import { noRateLimits, requestOf } from './http.ts'
import { loadTesting, startProducts } from './product-testing.ts'
import { giveAuthenticator } from './second-factor.ts'
import { pause } from './server-process.ts'
import { TIMEOUT } from './timeouts.ts'

/** The customers' listener on a port of its own, with the traders' interface, for clients that speak HTTP. */
export interface ExchangeServer {
  readonly services: Services
  /** Without a slash at its end. */
  readonly url: string
  readonly streams: Streams
  /** A clock that runs, and can be put forward. */
  readonly clock: { nowMs(): number; advance(ms: number): void }
  /** When it began to listen. */
  readonly beganAtMs: number
  newTrader(): Promise<TestCustomer>
  /** Freezes a customer's account, as they would. */
  freeze(customer: TestCustomer): Promise<void>
  /** A key of a customer's, with its secret. */
  newKey(
    customer: TestCustomer,
    options?: { scopes?: readonly KeyScope[]; addresses?: string },
  ): Promise<{ id: bigint; apiKey: string; secret: string }>
  close(): Promise<void>
}

const MARKET_SEED = 20_261_128
/** In so long every simulated market has ticked. */
const MARKETS_BEGIN_MS = 3_000
const FUNDS: Funds = [
  ['spot', 'USDT', '50000'],
  ['spot', 'BTC', '5'],
  ['contract', 'USDT', '50000'],
]

/** Opens it on an empty database, with prices that move by themselves and nobody else who trades. */
export async function openExchangeServer(): Promise<ExchangeServer> {
  const database = await openTestDatabase()
  const { db } = database
  const dataDir = mkdtempSync(join(tmpdir(), 'plumb-exchange-'))
  const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  // Behind at first, so that prices can be asked for at once and clients need not be told of another time.
  let besideMs = -MARKETS_BEGIN_MS
  const clock = {
    nowMs: () => Date.now() + besideMs,
    advance(ms: number) {
      besideMs += ms
    },
  }
  const log = pino({ level: 'silent' })
  const services = await createServices({ db, clock, log, settings, kind: 'demo', marketSeed: MARKET_SEED })
  await seed(services, 'demo', settings)
  await startProducts(services, await loadTesting())
  services.markets.start()
  clock.advance(MARKETS_BEGIN_MS)
  for (const job of services.markets.jobs) await job.run()
  for (const { settled } of services.opened) await settled?.()
  const limiter = noRateLimits()
  const app = buildApp({
    ...{ title: 'test', version: '0', db, clock, log, limiter },
    routes: services.routes,
    authenticate: services.users.authenticate,
    isReady: async () => true,
  })
  const beganAtMs = clock.nowMs()
  const listenKeys = createListenKeys(clock)
  serveExchange(app, { ...exchangeOf(services), log, limiter, listenKeys })
  const realtime = createRealtime({
    ...{ server: app.server, channels: customerChannels },
    ...{ authenticate: services.users.authenticate, onEnded: services.users.onEnded },
  })
  const streams = openStreams({
    ...{ ...exchangeOf(services), server: app.server, isProxy: () => false, limiter, log, listenKeys },
    publicUrl: settings.publicUrl,
  })
  const stopPublisher = services.publish(streams.beside(realtime))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { privateData } = services
  return {
    services,
    streams,
    url,
    clock,
    beganAtMs,
    async freeze({ token }) {
      await requestOf(app, freezeAccount, {}, { token })
    },
    async newTrader() {
      const customer = await addTestCustomer(db, clock)
      await giveFunds(db, customer.id, FUNDS, clock.nowMs())
      await giveAuthenticator({ db, clock, privateData }, customer.id)
      return customer
    },
    async newKey(customer, { scopes = keyScopes, addresses } = {}) {
      const wanted = { label: 'Bot', scopes, ...(addresses !== undefined && { addresses }) }
      const { key, secret } = await db
        .transaction()
        .execute((tx) => addKey({ db, clock, privateData }, tx, customer.id, wanted))
      return { id: BigInt(key.id), apiKey: key.key, secret }
    },
    async close() {
      stopPublisher()
      await Promise.all([app.close(), realtime.close(), streams.close()])
      await services.stop()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** What a call was answered. */
export interface ExchangeAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly body: any
}

/** Calls signed by a key; each with a timestamp of its own, so that equal calls are two. */
export function signedCalls({ url, clock }: ExchangeServer, key: { apiKey: string; secret: string }) {
  let lastMs = 0
  return async (method: string, path: string, fields: Readonly<Record<string, string>> = {}) => {
    lastMs = Math.max(lastMs + 1, clock.nowMs())
    const query = new URLSearchParams({ ...fields, timestamp: String(lastMs) }).toString()
    const signed = `${query}&signature=${signatureOf(key.secret, query)}`
    const response = await fetch(`${url}/exchange${path}?${signed}`, {
      method,
      headers: { 'X-MBX-APIKEY': key.apiKey },
    })
    const { status, headers } = response
    // Ids have more digits than a number keeps.
    const body = JSON.parse((await response.text()).replace(/:(\d{16,})/g, ':"$1"'))
    return { status, headers, body } as ExchangeAnswer
  }
}

interface Requesting {
  request(...args: never[]): Promise<unknown>
}

/** Whether a client's error has what the interface answers to PRICE_STALE: a number that stands for several, and a sentence. */
function isWithoutPrice(error: unknown): boolean {
  const any = 'ANY-SYMBOL'
  const { code, message } = errorOf(refusal('PRICE_STALE', { symbol: any }), 'spot', '')
  return [String(code), ...message.split(any)].every((part) => String(error).includes(part))
}

const ASK_AGAIN_MS = 50

/**
 * A client that asks again, for a while, where there was no current price: its clock runs, and on a slow machine the simulated
 * market may be late. Such a refusal has done nothing.
 */
export function askingForPrices<Client extends Requesting>(client: Client): Client {
  const request = client.request.bind(client)
  client.request = async (...args) => {
    const untilMs = performance.now() + TIMEOUT.timeout
    for (;;) {
      try {
        return await request(...args)
      } catch (error) {
        if (!isWithoutPrice(error) || performance.now() > untilMs) throw error
      }
      await pause(ASK_AGAIN_MS)
    }
  }
  return client
}
