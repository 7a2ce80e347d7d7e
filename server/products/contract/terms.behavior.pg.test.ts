import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contractTermsOf, type OfferedTerms } from '#domain/contract/terms.ts'
import type { Refusal } from '#domain/errors.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  BTC,
  customerWith,
  endAll,
  openOne,
  startTestContracts,
  type TestContracts,
  usdt,
} from '#server/testing/contract.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { auditContracts } from './audit.ts'
import { amendOrder, closePosition } from './service.ts'
import { findPosition } from './store.ts'
import { insertTerms, termsNow } from './terms.ts'

/** Terms that two operators have changed, and the caps among them (safety.md, T22): on every database, also at once. */

let database: Database
let contracts: TestContracts

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  contracts = await startTestContracts(database.db)
  return async () => {
    await endAll(contracts)
    expect(await auditContracts(database.db)).toEqual([])
    await contracts.engine.stop()
    expect(contracts.errors).toEqual([])
  }
})

/** What rulings say of BTC, with some of it changed. Returns: the version. */
async function change(changes: Partial<OfferedTerms>): Promise<number> {
  const { version } = (await termsNow(database.db, BTC.symbol)).terms
  const terms = { ...contractTermsOf(BTC)!, ...changes }
  await database.db
    .transaction()
    .execute((tx) => insertTerms(tx, BTC.symbol, version + 1, terms, 1n, contracts.clock.nowMs()))
  return version + 1
}

/** What became of orders at once: how many opened, and what each of the others was refused with. */
async function atOnce(orders: readonly Promise<unknown>[]) {
  const done = await Promise.allSettled(orders)
  const refusals = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []))
  return { opened: done.length - refusals.length, refusals }
}

describe('changed terms', () => {
  test('count for orders to come; positions and waiting orders keep theirs, also after a restart', async () => {
    const alice = await customerWith(contracts)
    const seen = (await termsNow(database.db, BTC.symbol)).terms.version
    const before = await openOne(contracts, alice, { termsVersion: seen })
    const waiting = await openOne(contracts, alice, { limitPrice: '19900', termsVersion: seen })
    const version = await change({
      ...{ leverages: [2, 5], feeBps: 10, financingBps: 4, maintenanceBps: 6_000, marginCallBps: 8_000 },
    })

    await expect(openOne(contracts, alice, { leverage: 5, termsVersion: seen })).rejects.toMatchObject({
      code: 'TERMS_CHANGED',
    })
    await expect(openOne(contracts, alice, { leverage: 10 })).rejects.toMatchObject({
      ...{ code: 'LEVERAGE_NOT_OFFERED', params: { symbol: 'BTC/USDT', allowed: '2, 5' } },
    })
    // 2,000 USDT at five times leverage: 400 of margin, 60 % of it to be kept, and 0.1 % of fee.
    const after = await openOne(contracts, alice, { leverage: 5, termsVersion: version })
    expect(after).toMatchObject({
      ...{ termsVersion: version, feeBps: 10, financingBps: 4, margin: usdt('400') },
      ...{ maintenance: usdt('240'), fee: usdt('2') },
    })

    await contracts.restart()
    await contracts.tick('19900')
    // Opened by its price at the terms it was accepted with: half of 199 USDT, and 0.05 % of 1,990.
    expect(await findPosition(database.db, alice, waiting.id)).toMatchObject({
      ...{ status: 'open', termsVersion: seen, maintenance: usdt('99.5'), fee: usdt('0.995') },
    })
    expect(await findPosition(database.db, alice, before.id)).toMatchObject({
      ...{ termsVersion: seen, maintenance: before.maintenance, liquidationPrice: before.liquidationPrice },
    })
    const closed = await closePosition(contracts, { customer: alice }, before.id, undefined)
    expect(closed.fee - before.fee).toBe(usdt('0.995'))
    const closedAfter = await closePosition(contracts, { customer: alice }, after.id, undefined)
    expect(closedAfter.fee - after.fee).toBe(usdt('1.99'))
  })

  test('are added once for each version, and changed or removed by nobody', async () => {
    const version = await change({})
    const terms = contractTermsOf(BTC)!
    const again = database.db
      .transaction()
      .execute((tx) => insertTerms(tx, BTC.symbol, version, terms, 2n, contracts.clock.nowMs()))
    await expect(again).rejects.toThrow(/contract_terms_pkey|duplicate/)
    const { db } = database
    await expect(sql`update contract_terms set fee_bps = 0`.execute(db)).rejects.toThrow(/permission denied/)
    await expect(sql`delete from contract_terms`.execute(db)).rejects.toThrow(/permission denied/)
  })
})

describe('the cap for one customer', () => {
  test('holds for 64 orders at once, and counts what waits', async () => {
    // At 20,000 USDT a coin, half a coin: what waits takes a tenth of it.
    await change({ maxPosition: usdt('10000') })
    const bob = await customerWith(contracts, '100000')
    await openOne(contracts, bob, { limitPrice: '19900', lots: '0.05' })
    const orders = Array.from({ length: 64 }, (_, n) =>
      openOne(contracts, bob, { direction: n % 2 === 0 ? 'long' : 'short' }),
    )
    const { opened, refusals } = await atOnce(orders)
    expect(opened).toBe(4)
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['POSITION_LIMIT']))
    expect(refusals[0]!.params).toEqual({
      ...{ symbol: 'BTC/USDT', lots: '0.05', maximum: '10000.0000000', currency: 'USDT' },
    })
    // The largest that it says is taken, and nothing after it.
    await openOne(contracts, bob, { lots: '0.05' })
    await expect(openOne(contracts, bob, { lots: '0.01' })).rejects.toMatchObject({ code: 'POSITION_LIMIT' })
    // Nobody else's.
    await openOne(contracts, await customerWith(contracts), { lots: '0.50' })
  })
})

describe('the cap on the open interest', () => {
  test('holds for 64 customers at once, on both sides together', async () => {
    await change({ maxPosition: usdt('10000'), maxOpenInterest: usdt('50000') })
    const customers = await Promise.all(Array.from({ length: 64 }, () => customerWith(contracts, '1000')))
    const { opened, refusals } = await atOnce(
      customers.map((customer, n) =>
        openOne(contracts, customer, { direction: n % 2 === 0 ? 'long' : 'short' }),
      ),
    )
    expect([opened, contracts.engine.marketNow(BTC.symbol).openLots]).toEqual([25, 250n])
    expect(refusals.map(({ code, params }) => [code, params.lots])).toEqual(
      refusals.map(() => ['OPEN_INTEREST_LIMIT', '0.00']),
    )
    // What is closed makes room.
    const open = await openOf(customers)
    const { id, customer } = open[0]!
    await closePosition(contracts, { customer }, id, undefined)
    const without = customers.find((one) => open.every((each) => each.customer !== one))!
    await openOne(contracts, without)
  })

  test('cancels an order that reaches its price when others have taken the room, and gives back what it set aside', async () => {
    await change({ maxPosition: usdt('10000'), maxOpenInterest: usdt('10000') })
    const [carol, dave] = [await customerWith(contracts, '5000'), await customerWith(contracts, '5000')]
    const waiting = await openOne(contracts, carol, { limitPrice: '19900', lots: '0.30' })
    await openOne(contracts, dave, { lots: '0.40' })
    await contracts.tick('19900')
    expect(await findPosition(database.db, carol, waiting.id)).toMatchObject({
      ...{ status: 'cancelled', reason: 'exposure', margin: 0n },
    })
  })
})

const openOf = async (customers: readonly CustomerId[]) =>
  (
    await sql<{ id: PositionId; customer: CustomerId }>`
      select id, customer_id as customer from contract_position where status = 'open' order by id`.execute(
      database.db,
    )
  ).rows.filter(({ customer }) => customers.includes(customer))

test('an order that waits asks for more only by terms that still hold', async () => {
  await change({ feeBps: 6 })
  const alice = await customerWith(contracts)
  const { id, lots } = await openOne(contracts, alice, { limitPrice: '19900' })
  await change({ feeBps: 7 })
  const amend = (draft: { lots: string }) => amendOrder(contracts, { customer: alice }, id, draft)
  await expect(amend({ lots: String((lots + 1) / 100) })).rejects.toMatchObject({ code: 'TERMS_CHANGED' })
  expect(await amend({ lots: String((lots - 1) / 100) })).toMatchObject({ lots: lots - 1, feeBps: 6 })
})
