import { expect } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { KeyScope } from '#domain/apikey/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { customerChannels } from '#server/contract.ts'
import { signatureOf } from '#server/exchange/signing.ts'
import { signedText } from '#server/exchange/stream/authenticate.ts'
import { type StreamLimits, streamLimits } from '#server/exchange/stream/limits.ts'
import { createListenKeys, type ListenKeys } from '#server/exchange/stream/listen-keys.ts'
import { openStreams, type Streams } from '#server/exchange/stream/open.ts'
import { createRealtime } from '#server/platform/realtime.ts'
import { addKey } from '#server/products/apikey/service.ts'
import { contractsIn } from '#server/products/contract/service.ts'
import type { Engine } from '#server/products/spot/engine.ts'
import { hasSecondFactor } from '#server/users/second-factor.ts'
import { noRateLimits } from './http.ts'
import { testPrivateData } from './products.ts'
import { openQuotedApp, type QuotedApp } from './quoted-app.ts'
import { giveAuthenticator } from './second-factor.ts'
import { TIMEOUT } from './timeouts.ts'

/** What the tests of streams start from: an app with spot and contracts, whose listener also serves streams. */

export interface StreamApp {
  readonly quoted: QuotedApp
  readonly streams: Streams
  readonly listenKeys: ListenKeys
  /** With `ws:`, without a path. */
  readonly url: string
  /** A new key of a customer, with its secret. */
  newKey(customer: CustomerId, scopes?: readonly KeyScope[], addresses?: string): Promise<TestKey>
  connect(path: string, options?: ClientOptions): Promise<Client>
  /** Prices in USDT of BTC, one after the other, without a spread. */
  at(...prices: number[]): Promise<void>
  close(): Promise<void>
}

/** Whatever a message says: tests look at it by its names. */
export type Json = ReturnType<JSON['parse']>

export interface TestKey {
  readonly id: bigint
  readonly accessKey: string
  readonly secret: string
}

export interface Client {
  readonly socket: WebSocket
  /** Everything it was sent, as it came. */
  readonly heard: readonly string[]
  /** What came of one kind of event, in either form. */
  of(event: string): Json[]
  /** Sends a command under an id of its own. Returns: the answer. */
  ask(method: string, params?: unknown): Promise<Json>
  /** Comes when it is closed, with the number of the reason. */
  readonly closed: Promise<number>
}

export async function openStreamApp(limits: Partial<StreamLimits> = {}): Promise<StreamApp> {
  const quoted = await openQuotedApp()
  const { app, markets, opened } = quoted
  const { engine, startEngine } = opened.spot as unknown as { engine: Engine; startEngine(): Promise<void> }
  await startEngine()
  const server = app.app.server
  const realtime = createRealtime({
    ...{ server, channels: customerChannels },
    ...{ authenticate: app.users.authenticate, onEnded: app.users.onEnded },
  })
  const keys = { db: app.db, clock: app.clock, privateData: testPrivateData }
  const listenKeys = createListenKeys(app.clock)
  const streams = openStreams({
    ...{ server, isProxy: () => false, limiter: noRateLimits(), publicUrl: 'http://plumb.test' },
    ...{ clock: app.clock, log: app.app.log as never, markets, spot: { engine } },
    ...{
      contracts: contractsIn([opened.contract]),
      keys,
      listenKeys,
      limits: { ...streamLimits, ...limits },
    },
  })
  const both = streams.beside(realtime)
  const stops = [opened.spot, opened.contract].map(({ publish }) => publish!(both))
  const url = (await app.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')
  const clients: Client[] = []

  async function at(...prices: number[]) {
    for (const price of prices) await quoted.quote(price, { bid: price * 100, ask: price * 100 })
  }
  await at(20_000)

  return {
    ...{ quoted, streams, listenKeys, url, at },
    async newKey(customer, scopes = ['read', 'spot', 'contract'], addresses) {
      if (!(await hasSecondFactor(app.db, customer))) await giveAuthenticator(keys, customer)
      const made = await app.db
        .transaction()
        .execute((tx) => addKey(keys, tx, customer, { label: 'Bot', scopes, addresses }))
      return { id: BigInt(made.key.id), accessKey: made.key.key, secret: made.secret }
    },
    async connect(path, options) {
      const client = await connectTo(`${url}${path}`, options)
      clients.push(client)
      return client
    },
    async close() {
      for (const { socket } of clients) socket.terminate()
      for (const stop of stops) stop()
      await Promise.all([realtime.close(), streams.close()])
      await engine.stop()
      await quoted.close()
    },
  }
}

/** Connects as any outsider would. Refuses: (by throwing) with the status that the handshake was answered with. */
export async function connectTo(url: string, options?: ClientOptions): Promise<Client> {
  const socket = new WebSocket(url, options)
  const heard: string[] = []
  socket.on('message', (data) => heard.push(String(data)))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_, response) => reject(new Error(String(response.statusCode))))
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  let id = 0
  const read = () => heard.map((text) => JSON.parse(text) as Json)
  const eventOf = (message: Json) => message.data ?? message.event ?? message
  return {
    socket,
    heard,
    closed,
    of: (event) =>
      read()
        .map(eventOf)
        .filter((message) => (Array.isArray(message) ? message[0] : message).e === event),
    async ask(method, params) {
      const own = ++id
      socket.send(JSON.stringify({ method, ...(params !== undefined && { params }), id: own }))
      const answer = () => read().find((message) => message.id === own)
      await expect.poll(answer, TIMEOUT).toBeDefined()
      return answer()!
    },
  }
}

/** The parameters of a signed request. */
export function signed({ accessKey, secret }: TestKey, nowMs: number, more: Record<string, string> = {}) {
  const params = { apiKey: accessKey, timestamp: String(nowMs), ...more }
  return { ...params, signature: signatureOf(secret, signedText(params)) }
}
