import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import sharp from 'sharp'
import type { Endpoint } from '#domain/endpoint.ts'
import type { RefusalCode } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { createServices, type Services } from '#server/app.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isTransient } from '#server/platform/db/errors.ts'
import { buildApp } from '#server/platform/http/app.ts'
import type { Operator } from '#server/platform/http/context.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Job } from '#server/platform/jobs.ts'
import { openPrivateData, type PrivateData } from '#server/platform/private-data.ts'
import { readSettings } from '#server/platform/settings.ts'
import { seed as seedDatabase } from '#server/seed.ts'
import { type FaultyDatabase, faultyDatabase } from '#server/testing/faulty-database.ts'
import { type Funds, fundsFor } from '#server/testing/funds.ts'
import { noRateLimits, requestOf } from '#server/testing/http.ts'
import { startProducts, type TestedProduct } from '#server/testing/product-testing.ts'
import { insertCustomer } from '#server/users/store.ts'

/** What a call answered. */
export type Answer =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: RefusalCode }

/** The whole exchange in one process on a virtual clock, with customers and two operators. */
export interface Exchange {
  /** The database itself, whatever the exchange has lost. */
  readonly real: Db
  readonly clock: VirtualClock
  readonly customers: readonly CustomerId[]
  /** A picture that passes as the proof of a deposit. */
  readonly proof: Buffer
  readonly services: Services
  /** What seals documents and cards there. */
  readonly privateData: PrivateData
  /** Calls as a customer, through the HTTP side, without a network. */
  call(
    customer: CustomerId,
    call: Endpoint,
    input: Readonly<Record<string, unknown>>,
    key?: string,
  ): Promise<Answer>
  /** Calls the console as one of the two operators. */
  operate(who: 'maker' | 'checker', call: Endpoint, input: Readonly<Record<string, unknown>>): Promise<Answer>
  /** Lets time pass; with `jobs` everything falls due, else only prices go on. */
  advance(ms: number, jobs: boolean): Promise<void>
  /** See `FaultyDatabase`: when the exchange is to lose its database. */
  loseDatabaseAt: FaultyDatabase['loseAt']
  /** Comes when it has lost it. */
  databaseLost(): Promise<void>
  /** See `FaultyDatabase`: when its database is to fail once. A job that fails then is tried again by the next step. */
  failOnce: FaultyDatabase['failOnce']
  endFault: FaultyDatabase['endFault']
  /**
   * Has a second exchange take over while this one believes that it still trades, and ends this one after `meanwhile`, which
   * calls it.
   */
  replace(meanwhile: (call: Exchange['call']) => Promise<void>): Promise<void>
  /** Drops everything in memory and begins again from the database, as after a crash. */
  crash(): Promise<void>
  close(): Promise<void>
}

const START_MS = Date.UTC(2026, 0, 5, 9)
const GRANTS: Funds = [
  ['funding', 'USDT', '3000'],
  ['spot', 'USDT', '4000'],
  ['spot', 'BTC', '0.3'],
  ['spot', 'ETH', '3'],
  ['contract', 'USDT', '2000'],
  ['options', 'USDT', '1000'],
]
const CHUNK = 200
/** The prices are the same for every simulation: what differs is what is done with them. */
const MARKET_SEED = 20_221_213
const log = pino({ level: 'silent' })

/** Opens a new exchange with this many customers on an empty database. */
export async function openExchange(
  real: Db,
  customerCount: number,
  tested: readonly TestedProduct[],
): Promise<Exchange> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumb-sim-'))
  const settings = readSettings({ DATA_DIR: dataDir, CLOCK: 'virtual', LOG_LEVEL: 'silent' })
  const clock = virtualClock(START_MS)
  let current: Opened
  current = await open()
  await seedDatabase(current.services, 'demo', settings)
  const customers = await addCustomers(real, customerCount)
  const privateData = await openPrivateData(dataDir, undefined)
  const operators = await operatorsOf(real)
  const proof = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#88aa66' } })
    .png()
    .toBuffer()

  interface Opened {
    readonly services: Services
    readonly faulty: FaultyDatabase
    readonly front: FastifyInstance
    readonly consoleApp: FastifyInstance
  }

  async function open(): Promise<Opened> {
    const lent = faultyDatabase(real)
    const services = await createServices({
      db: lent.db,
      clock,
      log,
      settings,
      kind: 'demo',
      marketSeed: MARKET_SEED,
    })
    const listener = (
      routes: readonly Route[],
      authenticate: Parameters<typeof buildApp>[0]['authenticate'],
    ) =>
      buildApp({
        ...{ title: 'simulation', version: '0', db: lent.db, clock, log, routes, authenticate },
        limiter: noRateLimits(),
        isReady: async () => true,
      })
    return {
      services,
      faulty: lent,
      front: listener(services.routes, async (token) => ({
        customer: { id: customerId(BigInt(token)), sessionId: 1n },
      })),
      consoleApp: listener(services.console.routes, async (token) => ({
        operator: operators.find(({ email }) => email.startsWith(token))!,
      })),
    }
  }

  async function resume() {
    await startProducts(current.services, tested)
    current.services.markets.start()
    await step(true)
  }

  async function step(jobs: boolean) {
    for (const job of jobs ? current.services.jobs : current.services.markets.jobs) await runJob(job)
    for (const { settled } of current.services.opened) await settled?.()
  }

  async function runJob(job: Job) {
    try {
      await job.run()
    } catch (error) {
      if (!isTransient(error) || !current.faulty.endFault()) throw error
    }
  }

  async function stop({ services, front, consoleApp }: Opened) {
    await Promise.allSettled([services.stop()])
    await Promise.allSettled([front.close(), consoleApp.close()])
  }

  await resume()
  return {
    real,
    clock,
    customers,
    proof,
    privateData,
    get services() {
      return current.services
    },
    call: (customer, call, input, key) => request(current.front, String(customer), call, input, key),
    operate: (who, call, input) => request(current.consoleApp, who, call, input),
    async advance(ms, jobs) {
      clock.advance(ms)
      await step(jobs)
    },
    loseDatabaseAt: (transactions, moment) => current.faulty.loseAt(transactions, moment),
    databaseLost: () => current.faulty.lost,
    failOnce: (n, fault) => current.faulty.failOnce(n, fault),
    endFault: () => current.faulty.endFault(),
    async replace(meanwhile) {
      const before = current
      current = await open()
      await resume()
      await meanwhile((customer, call, input, key) =>
        request(before.front, String(customer), call, input, key),
      )
      await stop(before)
    },
    async crash() {
      current.faulty.lose()
      await stop(current)
      current = await open()
      await resume()
    },
    async close() {
      await stop(current)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function request(
  app: FastifyInstance,
  token: string,
  call: Endpoint,
  input: Readonly<Record<string, unknown>>,
  key?: string,
): Promise<Answer> {
  const response = await requestOf(app, call, input, { token, key })
  const body = response.json() as { code: number; data: unknown; error: RefusalCode }
  return body.code === 1 ? { ok: true, data: body.data } : { ok: false, error: body.error }
}

/** Customers with play money and no password: nobody signs in here. */
async function addCustomers(db: Db, count: number): Promise<CustomerId[]> {
  const customers: CustomerId[] = []
  while (customers.length < count) {
    await db.transaction().execute(async (tx) => {
      const added: CustomerId[] = []
      for (let n = customers.length; n < Math.min(count, customers.length + CHUNK); n++) {
        const id = await insertCustomer(
          tx,
          {
            ...{
              email: `c${n}@sim.test`,
              mobile: null,
              passwordHash: '-',
              payPasswordHash: null,
              nickname: null,
            },
            ...{ inviteCode: `SIM${n}`, language: 'en', isDemo: true },
            // Every third was invited by one before.
            invitedBy: n % 3 === 0 ? (customers[0] ?? added[0] ?? null) : null,
          },
          START_MS,
        )
        added.push(id!)
      }
      const gifts = added.flatMap((customer) => fundsFor(customer, GRANTS, 'demo-grant'))
      await post(tx, gifts, START_MS)
      customers.push(...added)
    })
  }
  return customers
}

async function operatorsOf(db: Db): Promise<(Operator & { email: string })[]> {
  const rows = await db.selectFrom('operator').select(['id', 'name', 'email', 'roles']).execute()
  return rows.map((row) => ({ ...row, sessionId: 1n }))
}
