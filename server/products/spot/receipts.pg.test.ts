import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import type { ProofFile } from '#domain/proof/contract.ts'
import { openReceipt } from '#domain/proof/receipt.ts'
import { checkStopProof } from '#domain/proof/stop-proof.ts'
import type { Database } from '#server/platform/db/database.ts'
import { alteredHeads } from '#server/sim/alter.ts'
import { createRandom } from '#server/sim/random.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { countRows } from '#server/testing/rows.ts'
import { customerWith, ETH, order, pair, startTestSpot, type TestSpot } from '#server/testing/spot.ts'
import { isDetected, verdictsOn, verified } from '#server/testing/verifiers.ts'
import { orderDetail, orderProof } from './service.ts'

const stopProof = (...of: Parameters<typeof orderProof>) => orderProof(...of) as Promise<ProofFile>

/** Each stop has a signed receipt, and the tick that triggered it is computed again from it and the tape. */

let database: Database
let fixture: TestSpot
let alice: CustomerId
beforeAll(async () => {
  database = await openTestDatabase()
  fixture = await startTestSpot(database.db)
})
afterAll(async () => {
  await fixture.engine.stop()
  await database.close()
})
beforeEach(async () => {
  await fixture.tick(2_000_000)
  alice = await customerWith(database.db, { USDT: '10000', BTC: '1' })
})

const publicKey = () => fixture.proofs.signer.publicKey
const stopSale = {
  side: 'sell',
  orderType: 'stop-limit',
  triggerPrice: '19900',
  limitPrice: '19800',
} as const

/** Prices that reach nothing, of BTC and of another in between. */
async function quietly(count: number) {
  for (let n = 0; n < count; n++) {
    await fixture.tick(2_000_000 + ((n * 37) % 900), n % 3 === 0 ? ETH.symbol : undefined)
  }
}

test('a stop is accepted with a receipt that says its terms and where the tape was', async () => {
  const placed = await order(fixture, alice, stopSale)
  const { receipt } = await orderDetail(fixture, alice, placed.id)
  expect(openReceipt(receipt!, publicKey())).toEqual({
    ...{ product: 'spot', order: String(placed.id), symbol: 'BTC-USDT' },
    ...{ acceptedAtMs: placed.createdAtMs, tapeSize: placed.tapeSequence, rulesVersion: placed.termsVersion },
    terms: {
      ...{ side: 'sell', type: 'stop-limit', quantity: '0.01000', 'limit-price': '19800.00' },
      ...{ 'trigger-price': '19900.00', 'trigger-direction': 'falls', 'tick-size': '0.01' },
      ...{ 'time-in-force': 'gtc', 'post-only': 'false' },
      'maker-fee-bps': String(placed.makerFeeBps),
      'taker-fee-bps': String(placed.takerFeeBps),
    },
  })
})

test('what the customer sees computed is the tick that the engine wrote, for stop-limit, stop-market and pair', async () => {
  const limit = await order(fixture, alice, stopSale)
  const market = await order(fixture, alice, {
    side: 'sell',
    orderType: 'stop-market',
    triggerPrice: '19850',
  })
  const [beside, leg] = await pair(fixture, alice, {
    side: 'sell',
    limitPrice: '20500',
    triggerPrice: '19800',
  })
  await quietly(60)
  await fixture.tick(1_990_001)
  await fixture.tick(1_985_000)
  await fixture.tick(1_980_000)
  await quietly(5)
  for (const [placed, price] of [
    [limit, '19850.00'],
    [market, '19850.00'],
    [leg!, '19800.00'],
  ] as const) {
    const proof = await stopProof(fixture, alice, placed.id)
    const { order: written } = await orderDetail(fixture, alice, placed.id)
    expect(proof.outcome).toEqual({ order: String(placed.id), sequence: written.triggerSequence, price })
    const { ok, steps, facts } = checkStopProof(proof, () => 0)
    expect(steps.filter(({ state }) => state !== 'passed')).toEqual([])
    expect(ok).toBe(true)
    expect(facts.ticks![0]).toMatchObject({ sequence: written.triggerSequence, symbol: 'BTC-USDT' })
    // Sixty prices, but for those of ETH, by spans of sixteen.
    expect(proof.ticks.length).toBeLessThan(40)
  }
  expect((await orderDetail(fixture, alice, beside!.id)).receipt).toBeNull()
})

test('a proof of an order that was altered in the database does not pass', async () => {
  const placed = await order(fixture, alice, stopSale)
  await quietly(5)
  await fixture.tick(1_980_000)
  await fixture.tick(1_970_000)
  const proof = await stopProof(fixture, alice, placed.id)
  expect(verdictsOn(proof)).toEqual(verified)
  for (const altered of alteredHeads(createRandom(3), proof))
    expect({ altered, found: isDetected(verdictsOn(altered)) }).toEqual({ altered, found: true })
  const later = await fixture.proofs.wayBack(proof.outcome.sequence + 1, placed.tapeSequence!)
  const outcome = { ...proof.outcome, sequence: proof.outcome.sequence + 1, price: '19700.00' }
  expect(checkStopProof({ ...proof, ...later!, outcome }, () => 0).steps).toContainEqual({
    ...{ step: 'earlier', state: 'failed', ms: 0 },
  })
})

test('there is no proof while a stop waits, nor of an order that is none, nor for anybody else', async () => {
  const placed = await order(fixture, alice, stopSale)
  await expect(stopProof(fixture, alice, placed.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const plain = await order(fixture, alice, { side: 'sell', limitPrice: '20500' })
  await expect(stopProof(fixture, alice, plain.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await fixture.tick(1_980_000)
  const mallory = await customerWith(database.db, {})
  await expect(stopProof(fixture, mallory, placed.id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
})

test('an order that is refused leaves no receipt, and a receipt cannot be changed or removed', async () => {
  const [before] = await countRows(database.db, ['order_receipt'])
  const poor = await customerWith(database.db, { BTC: '0.001' })
  await expect(order(fixture, poor, stopSale)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  expect(await countRows(database.db, ['order_receipt'])).toEqual([before])
  for (const statement of [sql`update order_receipt set note = 'x'`, sql`delete from order_receipt`])
    await expect(statement.execute(database.db)).rejects.toThrow(/permission denied/)
})
