import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import pino from 'pino'
import sharp from 'sharp'
import * as desk from '#domain/console/contract.ts'
import { roles } from '#domain/console/roles.ts'
import * as depositCalls from '#domain/deposit/contract.ts'
import * as earn from '#domain/earn/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { RefusalCode } from '#domain/errors.ts'
import * as spot from '#domain/spot/contract.ts'
import { login } from '#domain/user/contract.ts'
import * as wallet from '#domain/wallet/contract.ts'
import { createServices } from '#server/app.ts'
import { virtualClock } from '#server/core/clock.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { readSettings } from '#server/platform/settings.ts'
import { spot as spotProduct } from '#server/products/spot/product.ts'
import { seed } from '#server/seed.ts'
import { addTestCustomer, PASSWORD } from './customers.ts'
import { openTestDatabase } from './database.ts'
import { type Funds, giveFunds } from './funds.ts'
import { requestOf } from './http.ts'

/** The whole exchange with both listeners, for tests generated from the contract. */

export interface Reply {
  readonly status: number
  readonly ok: boolean
  readonly type: number
  readonly error: RefusalCode | undefined
  readonly data: unknown
  readonly text: string
}

export interface Person {
  readonly id: bigint
  readonly email: string
  readonly token: string
}

export type Side = 'customers' | 'operators'

export interface Exchange {
  readonly alice: Person
  readonly bob: Person
  /** Operators' tokens. */
  readonly maker: string
  readonly checker: string
  readonly routes: Readonly<Record<Side, readonly Endpoint[]>>
  send(
    side: Side,
    call: Endpoint,
    token: string | undefined,
    input: Record<string, unknown>,
    key?: string,
  ): Promise<Reply>
  /** A request as it stands, for what no client would send. */
  raw(
    side: Side,
    method: 'GET' | 'POST',
    url: string,
    body?: string,
    type?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>
  /** Ends a customer's session and returns its token, which is now worth nothing. */
  revokedToken(): Promise<string>
  /** Rows of every table: what is equal before and after was not written. */
  counts(): Promise<Record<string, number>>
  /** A new image of a customer's, to prove a deposit with. */
  image(owner: bigint): Promise<string>
  advance(ms: number): Promise<void>
  /** Stops the prices, as a feed that died. Time can pass without them; `advance` needs them back. */
  stopFeed(): Promise<void>
  startFeed(): void
  passTime(ms: number): void
  close(): Promise<void>
}

/** The prices are the same each time: what is refused and found does not hang on them. */
const MARKET_SEED = 20_260_302
const FUNDS: Funds = [
  ['funding', 'USDT', '50000'],
  ['spot', 'USDT', '50000'],
  ['spot', 'BTC', '5'],
]

/** Opens the exchange on an empty database. */
export async function openExchange(): Promise<Exchange> {
  const database = await openTestDatabase()
  const { db } = database
  const dataDir = mkdtempSync(join(tmpdir(), 'plumb-matrix-'))
  const settings = readSettings({ DATA_DIR: dataDir, CLOCK: 'virtual', LOG_LEVEL: 'silent' })
  const clock = virtualClock(Date.UTC(2026, 2, 2, 12))
  const log = pino({ level: 'silent' })
  const world = await createServices({ db, clock, log, settings, kind: 'demo', marketSeed: MARKET_SEED })
  await seed(world, 'demo', settings)
  await world.of(spotProduct).engine.start()
  world.markets.start()
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#335577' } })
    .png()
    .toBuffer()
  const routes = { customers: world.routes, operators: world.console.routes }
  const common = { title: 'matrix', version: '0', db, clock, log, isReady: async () => true }
  const limiter = { take: async () => {} }
  const apps: Record<Side, FastifyInstance> = {
    customers: buildApp({
      ...common,
      limiter,
      routes: routes.customers,
      authenticate: world.users.authenticate,
    }),
    operators: buildApp({
      ...common,
      limiter,
      routes: routes.operators,
      authenticate: world.console.authenticate,
    }),
  }

  async function raw(
    side: Side,
    method: 'GET' | 'POST',
    url: string,
    body?: string,
    type?: string,
    headers = {},
  ) {
    const response = await apps[side].inject({
      method,
      url,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': type ?? 'application/x-www-form-urlencoded' }),
      },
      ...(body !== undefined && { payload: body }),
    })
    return replyOf(response)
  }

  const send: Exchange['send'] = async (side, call, token, input, key) =>
    replyOf(await requestOf(apps[side], call, input, { token, key }))

  async function signIn(email: string): Promise<string> {
    const reply = await send('customers', login, undefined, { contact: email, password: PASSWORD })
    if (!reply.ok) throw new Error(`${email} cannot sign in: ${reply.text}`)
    return reply.data as string
  }

  async function person(name: string): Promise<Person> {
    const customer = await addTestCustomer(db, clock, { email: `${name}@matrix.test`, nickname: name })
    await giveFunds(db, customer.id, FUNDS, clock.nowMs())
    return customer
  }

  async function advance(ms: number) {
    clock.advance(ms)
    for (const job of world.markets.jobs) await job.run()
  }

  const [alice, bob] = [await person('alice'), await person('bob')]
  const [maker, checker] = [await operatorToken('maker'), await operatorToken('checker')]

  /** A session as signing in makes one; the second factor has its own tests. */
  async function operatorToken(name: string): Promise<string> {
    const operator = await db
      .transaction()
      .execute((tx) =>
        world.console.createOperator(tx, { email: `${name}@matrix.test`, name, roles: [...roles] }),
      )
    const code = generateSync({ secret: operator.totpSecret })
    const reply = await send('operators', desk.consoleLogin, undefined, {
      email: `${name}@matrix.test`,
      password: operator.password,
      code,
    })
    if (!reply.ok) throw new Error(`${name} cannot sign in: ${reply.text}`)
    return (reply.data as { token: string }).token
  }

  await advance(3_000)
  return {
    alice,
    bob,
    maker,
    checker,
    routes: {
      customers: routes.customers.map(({ endpoint }) => endpoint),
      operators: routes.operators.map(({ endpoint }) => endpoint),
    },
    send,
    raw,
    async revokedToken() {
      const token = await signIn(alice.email)
      await raw('customers', 'POST', '/api/user/logout', '', undefined, { authorization: token })
      return token
    },
    async counts() {
      const { rows: tables } = await sql<{ name: string }>`
        select relname::text as name from pg_class
        where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`.execute(
        db,
      )
      const counts: Record<string, number> = {}
      for (const { name } of tables) {
        if (UNCOUNTED.test(name)) continue
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(
          db,
        )
        counts[name] = rows[0]!.n
      }
      return counts
    },
    image: (owner) => world.uploads.keep(owner, picture),
    advance,
    stopFeed: () => world.markets.stop(),
    startFeed: () => world.markets.start(),
    passTime: (ms) => clock.advance(ms),
    async close() {
      for (const app of Object.values(apps)) await app.close()
      await world.stop()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An answer as the matrix compares it: also one that is no envelope, as a file or a page. */
function replyOf(response: LightMyRequestResponse): Reply {
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const answer = isJson
    ? (response.json() as { type: number; code: number; error: RefusalCode; data: unknown })
    : undefined
  return {
    status: response.statusCode,
    ok: answer ? answer.code === 1 : response.statusCode === 200,
    type: answer?.type ?? 0,
    error: answer?.error,
    data: answer?.data,
    text: response.body,
  }
}

/** Tables that fill by themselves, or that the application may not read. */
const UNCOUNTED = /^(kysely_|tape_|candle|customer_session|operator_session)/

/** The ids of one resource of a customer in every product. */
export interface Things {
  readonly openOrder: string
  readonly earnSubscription: string
  readonly quote: string
  readonly deposit: string
  readonly image: string
  readonly transfer: string
  readonly product: string
}

/** Has a customer do one of everything. */
export async function doOneOfEach(exchange: Exchange, { token, id }: Person): Promise<Things> {
  const ask = async (call: Endpoint, input: Record<string, unknown>) => {
    const reply = await exchange.send('customers', call, token, input)
    if (!reply.ok) throw new Error(`${call.path} answered ${reply.text}`)
    return reply.data as Record<string, string>
  }
  const price = await priceOf(exchange)
  const product = await productOf(exchange)
  const order = await ask(spot.spotTrade, goodOrder(price))
  const locked = await ask(earn.subscribe, { productId: product, amount: '20' })
  const quote = await ask(earn.quoteRedemption, { id: locked.id })
  const transfer = await ask(wallet.walletTransfer, goodTransfer)
  const image = await exchange.image(id)
  const deposit = await ask(depositCalls.requestDeposit, await goodDeposit(exchange, token, image))
  return {
    openOrder: order.id!,
    earnSubscription: locked.id!,
    quote: quote.quoteId!,
    deposit: deposit.id!,
    image,
    transfer: transfer.id!,
    product,
  }
}

export const goodTransfer = { currency: 'USDT', amount: '12.5', from: 'funding', to: 'options' }

/** A buy some way below the market: it rests. */
export const goodOrder = (price: number) => ({
  base: 'BTC',
  quote: 'USDT',
  side: 'buy',
  quantity: '0.01',
  limitPrice: (Math.floor(price * 97) / 100).toFixed(2),
})

export async function goodDeposit(exchange: Exchange, token: string, image: string) {
  const reply = await exchange.send('customers', depositCalls.depositAddress, token, { currency: 'USDT' })
  const { address, network } = reply.data as { address: string; network: string }
  return { sender: 'A. Sender', amount: '25', currency: 'USDT', network, address, image, hashTail: 'a1b2c3' }
}

export async function priceOf(exchange: Exchange): Promise<number> {
  const reply = await exchange.raw('customers', 'GET', '/api/currency/quotation?symbol=BTC-USDT')
  return Number((reply.data as { lastPrice: string }).lastPrice)
}

export async function productOf(exchange: Exchange): Promise<string> {
  const reply = await exchange.raw('customers', 'GET', '/api/lh/deposit/config')
  const { products } = reply.data as { products: { id: string; currency: string; availability: string }[] }
  return products.find(({ currency, availability }) => currency === 'USDT' && availability === 'open')!.id
}
