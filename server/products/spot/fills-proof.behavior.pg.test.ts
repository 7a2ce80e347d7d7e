import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CustomerId, OrderId } from '#domain/ids.ts'
import type { FillsProofFile } from '#domain/proof/contract.ts'
import { openReceipt, receiptNote } from '#domain/proof/receipt.ts'
import type { Database } from '#server/platform/db/database.ts'
import { alterAnything, alteredHeads } from '#server/sim/alter.ts'
import { createRandom } from '#server/sim/random.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { customerWith, order, startTestSpot, type TestSpot } from '#server/testing/spot.ts'
import { isDetected, verdictsOn, verified } from '#server/testing/verifiers.ts'
import { SIGNED_A_TURN } from './receipts.ts'
import { amendOrder, orderDetail, orderProof } from './service.ts'

/** What is signed of an order in the book adds up to its end, and whatever is altered in it is seen. */

let database: Database
let spot: TestSpot
let alice: CustomerId
let bob: CustomerId
beforeAll(async () => {
  database = await openTestDatabase()
  spot = await startTestSpot(database.db)
})
afterAll(async () => {
  await spot.engine.stop()
  await database.close()
})
beforeEach(async () => {
  await spot.tick(2_000_000)
  alice = await customerWith(database.db, { USDT: '10000', BTC: '1' })
  bob = await customerWith(database.db, { USDT: '10000', BTC: '1' })
})

const proof = (customer: CustomerId, id: OrderId) => orderProof(spot, customer, id)

test('a limit order with fills on both sides, an amendment and a cancellation verifies; alterations do not', async () => {
  const resting = await order(spot, alice, { side: 'sell', limitPrice: '20010', quantity: '0.03' })
  await order(spot, bob, { side: 'buy', limitPrice: '20010', quantity: '0.01' })
  await amendOrder(spot, { customer: alice }, resting.id, { limitPrice: '20005' })
  await spot.tick(2_000_500)
  const market = await order(spot, bob, {
    side: 'buy',
    orderType: 'market',
    limitPrice: undefined,
    quantity: '0.01',
  })
  await expect(proof(alice, resting.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await spot.engine.cancel(alice, resting.id)
  const random = createRandom(5)
  for (const [customer, id] of [
    [alice, resting.id],
    [bob, market.id],
  ] as const) {
    const file = await proof(customer, id)
    expect({ file, ...verdictsOn(file) }).toEqual({ file, ...verified })
    const anywhere = Array.from({ length: 200 }, () => alterAnything(random, file))
    for (const altered of [...anywhere, ...alteredHeads(random, file)]) {
      expect({ altered, found: isDetected(verdictsOn(altered)) }).toEqual({ altered, found: true })
    }
    await expect(proof(customer === alice ? bob : alice, id)).rejects.toMatchObject({
      code: 'ORDER_NOT_FOUND',
    })
  }
})

test('an order that was cancelled without a fill is signed as that', async () => {
  const { id } = await order(spot, alice, { side: 'buy', limitPrice: '19000' })
  await spot.engine.cancel(alice, id)
  const file = await proof(alice, id)
  expect(verdictsOn(file)).toEqual(verified)
})

test('a take profit that a buy placed verifies, also when another instrument has ticked since', async () => {
  const buy = await order(spot, alice, { limitPrice: '20000', takeProfit: '21000', stopLoss: '19000' })
  await order(spot, bob, { side: 'sell', limitPrice: '20000', quantity: '0.004' })
  await spot.tick(100_000, 'ETH-USDT')
  await spot.engine.cancel(alice, buy.id)
  const { attached } = await orderDetail(spot, alice, buy.id)
  const limit = attached.find(({ orderType }) => orderType === 'limit')!
  await spot.engine.cancel(alice, limit.id)
  expect(verdictsOn(await proof(alice, limit.id))).toEqual(verified)
})

test('a fill that is signed twice is seen, also where the end counts it twice', async () => {
  const { signer } = spot.proofs
  const resting = await order(spot, alice, { side: 'sell', limitPrice: '20010', quantity: '0.04' })
  await order(spot, bob, { side: 'buy', limitPrice: '20010', quantity: '0.01' })
  await spot.engine.cancel(alice, resting.id)
  const file = (await proof(alice, resting.id)) as FillsProofFile
  const [accepted, fill, end] = file.receipts.map((note) => openReceipt(note, signer.publicKey)!)
  const twice = (decimal: string) => String(Number(decimal) * 2)
  const { filled, notional, fee } = end!.terms
  const doubled = { fills: '2', filled: twice(filled!), notional: twice(notional!), fee: twice(fee!) }
  const ended = { ...end!, terms: { ...end!.terms, ...doubled } }
  const saying = (trade: string) => ({
    ...file,
    receipts: [accepted!, fill!, { ...fill!, terms: { ...fill!.terms, trade } }, ended].map((receipt) =>
      receiptNote(signer, receipt),
    ),
  })
  // Another fill of the same size would be as good as the first.
  expect(verdictsOn(saying('9'))).toEqual(verified)
  expect(isDetected(verdictsOn(saying(fill!.terms.trade!)))).toBe(true)
})

test('an order with many fills is signed in turns, between which others have theirs', async () => {
  const FILLS = 2 * SIGNED_A_TURN + 20
  await Promise.all(
    Array.from({ length: FILLS }, () =>
      order(spot, alice, { side: 'sell', limitPrice: '20000', quantity: '0.001' }),
    ),
  )
  const { id } = await order(spot, bob, { limitPrice: '20000', quantity: String(FILLS / 1_000) })
  const { proofs } = spot
  let [inTurn, most, isOver] = [0, 0, false]
  const count = () => {
    inTurn = 0
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const signer = {
    ...proofs.signer,
    sign(text: string) {
      most = Math.max(most, ++inTurn)
      return proofs.signer.sign(text)
    },
  }
  const file = (await orderProof({ ...spot, proofs: { ...proofs, signer } }, bob, id)) as FillsProofFile
  isOver = true
  expect(file.receipts).toHaveLength(FILLS + 2)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(SIGNED_A_TURN)
  expect(verdictsOn(file)).toEqual(verified)
})
