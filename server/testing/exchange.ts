import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import pino from 'pino'
import sharp from 'sharp'
import { consoleLogin } from '#domain/console/contract.ts'
import { roles } from '#domain/console/roles.ts'
import { type Endpoint, type OutputOf, outputFromWire } from '#domain/endpoint.ts'
import type { RefusalCode } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { login, sessions } from '#domain/user/contract.ts'
import type { Tier } from '#domain/user/tiers.ts'
import { createServices } from '#server/app.ts'
import { type Clock, virtualClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { openPrivateData, type PrivateData } from '#server/platform/private-data.ts'
import { readSettings } from '#server/platform/settings.ts'
import { seed } from '#server/seed.ts'
import { addUsableCard, verifyAs } from './cards.ts'
import { addTestCustomer, PASSWORD } from './customers.ts'
import { openTestDatabase } from './database.ts'
import { type Funds, giveFunds } from './funds.ts'
import { noRateLimits, requestOf } from './http.ts'
import { makeReadyToWithdraw } from './payees.ts'
import {
  type Asker,
  type Customer,
  loadTesting,
  startProducts,
  type TestedProduct,
  type Things,
} from './product-testing.ts'

/** The whole exchange with both listeners, for tests generated from the contract. */

export interface Reply {
  readonly status: number
  readonly ok: boolean
  readonly type: number
  readonly error: RefusalCode | undefined
  readonly data: unknown
  readonly text: string
  readonly contentType: string
}

/** A signed-in customer. */
export interface Person extends Customer {
  readonly id: CustomerId
  readonly email: string
  readonly token: string
}

/** A signed-in operator. */
export interface Operator extends Asker {
  readonly token: string
}

export type Side = 'customers' | 'operators'

export interface Exchange {
  readonly db: Db
  readonly clock: Clock
  /** What customers say of their cards is sealed with it. */
  readonly privateData: PrivateData
  readonly alice: Person
  readonly bob: Person
  readonly maker: Operator
  readonly checker: Operator
  /** The products, with what they bring to tests. */
  readonly tested: readonly TestedProduct[]
  readonly routes: Readonly<Record<Side, readonly Endpoint[]>>
  send(
    side: Side,
    call: Endpoint,
    token: string | undefined,
    input: Readonly<Record<string, unknown>>,
    key?: string,
    ip?: string,
  ): Promise<Reply>
  /** Has a listener answer on the machine's own address; returns where. It ends with the exchange. */
  listen(side: Side): Promise<string>
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
  /** Another customer with the same funds, verified so far. */
  newPerson(name: string, tier: Tier): Promise<Person>
  /** Rows of every table: what is equal before and after was not written. */
  counts(): Promise<Record<string, number>>
  advance(ms: number): Promise<void>
  /** Has every product do what is due, as its timers would. */
  runJobs(): Promise<void>
  /** Passes time, and runs the server's jobs of these names once, as long as it takes. Returns: how many ran. */
  live(ms: number, runs: (job: string) => boolean): Promise<number>
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
  ['contract', 'USDT', '50000'],
  ['options', 'USDT', '5000'],
]

/** Opens the exchange on an empty database. */
export async function openExchange(): Promise<Exchange> {
  const database = await openTestDatabase()
  const { db } = database
  const dataDir = mkdtempSync(join(tmpdir(), 'plumb-matrix-'))
  const settings = readSettings({ DATA_DIR: dataDir, CLOCK: 'virtual', LOG_LEVEL: 'silent' })
  const clock = virtualClock(Date.UTC(2026, 2, 2, 12))
  const log = pino({ level: 'silent' })
  const services = await createServices({ db, clock, log, settings, kind: 'demo', marketSeed: MARKET_SEED })
  await seed(services, 'demo', settings)
  const privateData = await openPrivateData(dataDir, settings.documentKey)
  const tested = await loadTesting()
  await startProducts(services, tested)
  services.markets.start()
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#335577' } })
    .png()
    .toBuffer()
  const routes = { customers: services.routes, operators: services.console.routes }
  const common = {
    title: 'matrix',
    version: '0',
    db,
    clock,
    log,
    isReady: async () => true,
    limiter: noRateLimits(),
  }
  const apps: Record<Side, FastifyInstance> = {
    customers: buildApp({
      ...common,
      routes: routes.customers,
      authenticate: services.users.authenticate,
    }),
    operators: buildApp({
      ...common,
      routes: routes.operators,
      authenticate: services.console.authenticate,
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

  const send: Exchange['send'] = async (side, call, token, input, key, ip) =>
    replyOf(await requestOf(apps[side], call, input, { token, key, ip }))

  async function signIn(email: string): Promise<string> {
    const reply = await send('customers', login, undefined, { contact: email, password: PASSWORD })
    if (!reply.ok) throw new Error(`${email} cannot sign in: ${reply.text}`)
    return reply.data as string
  }

  const askAs =
    (side: Side, token: string): Asker['ask'] =>
    async <E extends Endpoint>(call: E, input = {}) => {
      const reply = await send(side, call, token, input)
      if (!reply.ok) throw new Error(`${call.path} answered ${reply.text}`)
      return outputFromWire(call, reply.data) as OutputOf<E>
    }

  async function newPerson(name: string, tier: Tier): Promise<Person> {
    const customer = await addTestCustomer(db, clock, { email: `${name}@matrix.test`, nickname: name, tier })
    await giveFunds(db, customer.id, FUNDS, clock.nowMs())
    return {
      ...customer,
      ask: askAs('customers', customer.token),
      newImage: () => services.uploads.keep(customer.id, picture),
    }
  }

  /** Somebody verified, with all that a withdrawal and a sale need. */
  async function person(name: string): Promise<Person> {
    const one = await newPerson(name, 'advanced')
    await makeReadyToWithdraw(db, one.id)
    await verifyAs(db, privateData, one.id)
    await addUsableCard(db, privateData, one.id)
    return one
  }

  async function advance(ms: number) {
    clock.advance(ms)
    for (const job of services.markets.jobs) await job.run()
    for (const { settled } of services.opened) await settled?.()
  }

  const [alice, bob] = [await person('alice'), await person('bob')]
  const [maker, checker] = [await signedIn('maker'), await signedIn('checker')]

  /** A session as signing in makes one; the second factor has its own tests. */
  async function signedIn(name: string): Promise<Operator> {
    const operator = await db
      .transaction()
      .execute((tx) =>
        services.console.createOperator(tx, { email: `${name}@matrix.test`, name, roles: [...roles] }),
      )
    const code = generateSync({ secret: operator.totpSecret })
    const reply = await send('operators', consoleLogin, undefined, {
      email: `${name}@matrix.test`,
      password: operator.password,
      code,
    })
    if (!reply.ok) throw new Error(`${name} cannot sign in: ${reply.text}`)
    const { token } = reply.data as { token: string }
    return { token, ask: askAs('operators', token) }
  }

  await advance(3_000)
  return {
    db,
    clock,
    privateData,
    alice,
    bob,
    maker,
    checker,
    tested,
    routes: {
      customers: routes.customers.map(({ endpoint }) => endpoint),
      operators: routes.operators.map(({ endpoint }) => endpoint),
    },
    send,
    raw,
    listen: (side) => apps[side].listen({ host: '127.0.0.1', port: 0 }),
    async revokedToken() {
      const token = await signIn(alice.email)
      await raw('customers', 'GET', '/api/user/logout', undefined, undefined, { authorization: token })
      return token
    },
    async counts() {
      const { rows: tables } = await sql<{ name: string }>`
        select relname::text as name from pg_class
        where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`.execute(
        db,
      )
      const each = tables
        .filter(({ name }) => !UNCOUNTED.test(name))
        .map(({ name }) => sql`select ${name} as name, count(*)::int as n from ${sql.table(name)}`)
      const { rows } = await sql<{
        name: string
        n: number
      }>`${sql.join(each, sql` union all `)} order by name`.execute(db)
      return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
    },
    newPerson,
    advance,
    async runJobs() {
      for (const { jobs = [] } of services.opened) for (const job of jobs) await job.run()
    },
    async live(ms, runs) {
      clock.advance(ms)
      const jobs = services.jobs.filter(({ name }) => runs(name))
      for (const job of jobs) await job.run()
      for (const { settled } of services.opened) await settled?.()
      return jobs.length
    },
    stopFeed: () => services.markets.stop(),
    startFeed: () => services.markets.start(),
    passTime: (ms) => clock.advance(ms),
    async close() {
      for (const app of Object.values(apps)) await app.close()
      await services.stop()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An answer as the matrix compares it: also one that is no envelope, as a file or a page. */
function replyOf(response: LightMyRequestResponse): Reply {
  const contentType = String(response.headers['content-type'])
  const isJson = contentType.startsWith('application/json')
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
    contentType,
  }
}

/** Tables that fill by themselves, or that the application may not read. */
const UNCOUNTED = /^(kysely_|tape_|candle|customer_session|operator_session)/

/** The ids of one of everything that a customer can have, by the names of whoever made it. */
export async function doOneOfEach({ tested }: Exchange, person: Person): Promise<Things> {
  const [session] = (await person.ask(sessions)).items
  const things: Record<string, string> = { image: await person.newImage(), session: session!.id }
  for (const { testing } of tested) Object.assign(things, await testing.matrix?.doOneOfEach?.(person))
  return things
}
