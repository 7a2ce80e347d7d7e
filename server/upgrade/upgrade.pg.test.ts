import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { hexToBytes } from '@noble/hashes/utils.js'
import { sql } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractAcceptRisk, contractSubmit } from '#domain/contract/contract.ts'
import { BANK } from '#domain/deposit/rules.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { CustomerId } from '#domain/ids.ts'
import { tapeCheckpoint, tapeSegment } from '#domain/proof/contract.ts'
import { extendLog, openCheckpoint } from '#domain/proof/log.ts'
import { emptyEdge } from '#domain/proof/merkle.ts'
import { verifySegment } from '#domain/proof/tape.ts'
import { SECOND_MS } from '#domain/time.ts'
import { ledgerErrors } from '#server/crash/compare.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPrivateData } from '#server/platform/private-data.ts'
import { acceptedRisk } from '#server/products/contract/testing.ts'
import { seedOptions } from '#server/products/option/seed.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { addUsableCard, verifyAs } from '#server/testing/cards.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { createBareDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { makeReadyToWithdraw } from '#server/testing/payees.ts'
import { type Input, loadTesting, startProducts } from '#server/testing/product-testing.ts'
import { newPayment } from '#server/testing/treasury.ts'
import { type Fixture, layDataFolder, readFixture, versions } from './fixture.ts'
import { openQuietApp, type QuietApp, shownTo } from './quiet-app.ts'

/** A database that an earlier version filled is read by this one: nothing is lost, and it goes on. */

const released = versions()
if (released.length === 0)
  test('no version is released yet whose data this one has to read', () => expect(released).toEqual([]))

describe.each(released)('what version %s left behind', (version) => {
  let fixture: Fixture
  let database: Database
  let app: QuietApp
  let dataDir: string

  beforeAll(async () => {
    fixture = readFixture(version)
    dataDir = layDataFolder(fixture)
    database = await openLoaded(fixture, dataDir)
    app = await openQuietApp(database, dataDir, fixture.nowMs)
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
  })

  test('is consistent: the ledger, its history, and every product with it', async () => {
    expect(await ledgerErrors(database.db)).toEqual([])
  })

  test('shows its customers what they had: their balances, and everything in their lists', async () => {
    expect(fixture.customers.length).toBeGreaterThan(1)
    for (const { holdings, lists, ...credentials } of fixture.customers)
      expect(await shownTo(app, credentials, Object.keys(lists))).toEqual({ holdings, lists })
  })

  test('goes on: prices come, a customer does one of everything, and it is consistent still', async () => {
    const { services, clock, ask } = app
    const tested = await loadTesting()
    await startProducts(services, tested)
    const [first] = fixture.customers
    const token = await app.signIn(first!)
    const { id } = await database.db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', first!.email)
      .executeTakeFirstOrThrow()
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#557733' } })
      .png()
      .toBuffer()
    await allowTrading(database, id)
    await ask(contractAcceptRisk, acceptedRisk, token)
    const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.01', leverage: '10' }
    await expect(ask(contractSubmit, order, token)).rejects.toThrow('CONTRACTS_NOT_OFFERED')
    await fundProducts(database, app)
    services.markets.start()
    clock.advance(3 * SECOND_MS)
    for (const job of services.jobs) await job.run()
    expect(services.isReady()).toBe(true)
    const customer = {
      ask: (call: Endpoint, input: Input = {}) => ask(call, input, token),
      newImage: () => services.uploads.keep(id, picture),
    }
    const privateData = await openPrivateData(dataDir, undefined)
    await verifyAs(database.db, privateData, id)
    await addUsableCard(database.db, privateData, id)
    await makeReadyToWithdraw(database.db, id)
    for (const { testing } of tested) {
      await testing.matrix?.doOneOfEach?.(customer)
      expect((await testing.simulation?.audit?.(services)) ?? []).toEqual([])
    }
    expect(await ledgerErrors(database.db)).toEqual([])
  })

  test('its price tape is verified as it was signed, and the log after it names where it ended', async () => {
    const { publicKey, sequence, note } = await app.ask(tapeCheckpoint, {})
    const checkpoint = openCheckpoint(note, publicKey)!
    expect(checkpoint.start.sequence + checkpoint.size).toBe(sequence)
    const last = await app.ask(tapeSegment, { sequence: checkpoint.start.sequence })
    expect(last.log).toBeNull()
    const { before, checkpoint: signed } = last.chain
    expect(verifySegment(before, hexToBytes(last.bytes), signed, publicKey)).toMatchObject({ ok: true })
    expect({ sequence: signed.sequence, head: signed.head }).toEqual(checkpoint.start)
    const first = await app.ask(tapeSegment, { sequence: checkpoint.start.sequence + 1 })
    expect(first).toMatchObject({ chain: null, firstSequence: signed.sequence + 1 })
    const extended = extendLog(emptyEdge(), signed.atMs, hexToBytes(first.bytes), {
      ...openCheckpoint(first.log.note, publicKey)!,
    })
    expect(extended).toMatchObject({ ok: true })
  })
})

/**
 * Gives a customer of before there were contracts and seconds options what they take: a verified identity, money, and for
 * the options a platform that can pay.
 */
async function allowTrading({ db }: Database, customer: CustomerId): Promise<void> {
  await alterAsOwner({ db }, sql`update customer set tier = 'advanced' where id = ${customer}`)
  const nowMs = Date.now()
  await giveFunds(
    db,
    customer,
    [
      ['contract', 'USDT', '500'],
      ['options', 'USDT', '500'],
    ],
    nowMs,
  )
  await db.transaction().execute((tx) => seedOptions(tx, { nowMs }))
}

/** Two operators see that the contracts have no money, and fill both of their funds from the treasury, and that of conversions. */
async function fundProducts({ db }: Database, { clock }: QuietApp): Promise<void> {
  const operators = openTestConsole({ db, clock })
  const [maker, checker] = [
    await operators.tokenOf(await operators.addOperator('finance')),
    await operators.tokenOf(await operators.addOperator('finance')),
  ]
  const missing = async (): Promise<string[]> => {
    const { funds } = (await operators.get('/console/treasury', maker)).data
    return funds.find(({ currency }: { currency: string }) => currency === 'USDT').missing
  }
  async function agree(path: string, fields: Record<string, string>) {
    const { data } = await operators.post(path, maker, {
      currency: 'USDT',
      reason: 'for products',
      ...fields,
    })
    const approval = { id: data.id, reason: 'seen on the statement' }
    expect((await operators.post('/console/proposal/approve', checker, approval)).code).toBe(1)
  }
  expect(await missing()).toEqual(['contract-counterparty', 'contract-insurance'])
  await agree('/console/treasury/fund', {
    amount: '200000',
    chain: 'BNB Smart Chain',
    tx_reference: newPayment(),
  })
  for (const to of await missing()) {
    await agree('/console/treasury/move', { amount: '100000', from: 'treasury', to })
  }
  expect(await missing()).toEqual([])
  await agree('/console/treasury/fund', {
    ...{ currency: 'BTC', amount: '1', chain: 'Bitcoin', tx_reference: newPayment(), output_index: '0' },
  })
  await agree('/console/treasury/move', { currency: 'BTC', amount: '1', from: 'treasury', to: 'convert' })
  await agree('/console/treasury/fund', {
    ...{ currency: 'USD', amount: '1000', chain: BANK, tx_reference: 'FT26001TREASURY01' },
  })
  await agree('/console/treasury/move', { currency: 'USD', amount: '1000', from: 'treasury', to: 'sale' })
  await operators.close()
}

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
