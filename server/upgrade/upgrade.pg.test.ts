import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#domain/endpoint.ts'
import { SECOND_MS } from '#domain/time.ts'
import { login } from '#domain/user/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { createServices, type Services } from '#server/app.ts'
import { allEndpoints } from '#server/contract.ts'
import { ledgerErrors } from '#server/crash/compare.ts'
import { environmentOf } from '#server/environment.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { readSettings } from '#server/platform/settings.ts'
import { createBareDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { callOn, noRateLimits } from '#server/testing/http.ts'
import { type Input, loadTesting, startProducts } from '#server/testing/product-testing.ts'
import { type FilledCustomer, holdingsOf } from './fill.ts'
import { type Fixture, layDataFolder, readFixture, versions } from './fixture.ts'

/** A database that an earlier version filled is read by this one: nothing is lost, and it goes on. */

const released = versions()
if (released.length === 0)
  test('no version is released yet whose data this one has to read', () => expect(released).toEqual([]))

describe.each(released)('what version %s left behind', (version) => {
  let fixture: Fixture
  let database: Database
  let services: Services
  let app: FastifyInstance
  let clock: VirtualClock

  beforeAll(async () => {
    fixture = readFixture(version)
    const dataDir = layDataFolder(fixture)
    database = await openLoaded(fixture, dataDir)
    const { db } = database
    const log = pino({ level: 'silent' })
    clock = virtualClock(fixture.filled.nowMs)
    const settings = readSettings({ DATA_DIR: dataDir, CLOCK: 'virtual', LOG_LEVEL: 'silent' })
    const environment = await environmentOf(db, settings)
    expect(environment).toEqual({ kind: 'demo', isNew: false })
    services = await createServices({ db, clock, log, settings, kind: environment.kind })
    app = buildApp({
      ...{ title: 'upgrade', version: '0', db, clock, log, routes: services.routes },
      ...{ limiter: noRateLimits(), isReady: async () => true, authenticate: services.users.authenticate },
    })
  })
  afterAll(async () => {
    await app?.close()
    await services?.stop()
    await database?.close()
  })

  /** What a call answers that must not be refused. */
  async function ask(call: Endpoint, input: Input, token?: string) {
    const { data, error } = await callOn(app, call, input, { token })
    expect(error, `${call.path} was refused`).toBeUndefined()
    return data
  }

  const signIn = ({ email, password }: FilledCustomer): Promise<string> =>
    ask(login, { contact: email, password })

  test('is consistent: the ledger, its history, and every product with it', async () => {
    expect(await ledgerErrors(database.db)).toEqual([])
  })

  test('shows its customers what they had: their balances, and everything in their lists', async () => {
    expect(fixture.filled.customers.length).toBeGreaterThan(1)
    for (const customer of fixture.filled.customers) {
      const token = await signIn(customer)
      const { holdings } = await ask(walletList, {}, token)
      expect(holdingsOf(holdings)).toEqual(customer.holdings)
      for (const [path, ids] of Object.entries(customer.lists))
        expect([path, await idsOf(path, token)]).toEqual([path, ids])
    }
  })

  /** The ids of a whole list, page after page. */
  async function idsOf(path: string, token: string): Promise<string[]> {
    const call = allEndpoints.find((one) => one.path === path)
    if (!call) throw new Error(`${path} is gone: where is what it listed?`)
    const ids: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { items, next } = await ask(call, { limit: 100, ...(cursor && { cursor }) }, token)
      ids.push(...items.map(({ id }: { id: string }) => id))
      if (!next) return ids
      cursor = next
    }
  }

  test('goes on: prices come, a customer does one of everything, and it is consistent still', async () => {
    const tested = await loadTesting()
    await startProducts(services, tested)
    services.markets.start()
    clock.advance(3 * SECOND_MS)
    for (const job of services.jobs) await job.run()
    expect(services.isReady()).toBe(true)
    const [first] = fixture.filled.customers
    const token = await signIn(first!)
    const { id } = await database.db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', first!.email)
      .executeTakeFirstOrThrow()
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#557733' } })
      .png()
      .toBuffer()
    const customer = {
      ask: (call: Endpoint, input: Input = {}) => ask(call, input, token),
      newImage: () => services.uploads.keep(id, picture),
    }
    for (const { testing } of tested) {
      await testing.matrix?.doOneOfEach?.(customer)
      expect((await testing.simulation?.audit?.(services)) ?? []).toEqual([])
    }
    expect(await ledgerErrors(database.db)).toEqual([])
  })
})

/** Loads a fixture as it was, and opens it as this version does: migrated. */
async function openLoaded({ sql }: Fixture, dataDir: string): Promise<Database> {
  if (testDatabaseKind === 'pglite') {
    const embedded = new PGlite(join(dataDir, 'pg'))
    await embedded.exec(sql)
    await embedded.close()
    return openDatabase({ dataDir })
  }
  const databaseUrl = await createBareDatabaseUrl()
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query(sql)
  await owner.end()
  return openDatabase({ databaseUrl, dataDir })
}
