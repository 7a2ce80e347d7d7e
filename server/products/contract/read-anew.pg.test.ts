import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { positionId } from '#domain/ids.ts'
import { adoptInstruments, findInstrument, instruments } from '#domain/market/instruments.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  customerWith,
  endAll,
  openOne,
  send,
  startTestContracts,
  type TestContracts,
  usdt,
} from '#server/testing/contract.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { CUT, type FaultyDatabase, faultyDatabase } from '#server/testing/faulty-database.ts'
import { availableOf, counterparty, insurance } from './accounts.ts'
import { decide } from './actions.ts'
import { createBatch, MAX_DECIDED } from './batch.ts'
import { addMargin, cancelOrder, closeAll, closePosition, setStops } from './service.ts'
import { loadState } from './state.ts'
import { findPosition } from './store.ts'

/** The state was read anew, and the tape has ticks that nobody has sent yet: they come before what customers ask for. */

let database: Database
let contracts: TestContracts
let alice: CustomerId
let line: FaultyDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  line = faultyDatabase(database.db)
  contracts = await startTestContracts(line.db)
  alice = await customerWith(contracts, '100000')
  return async () => {
    await endAll(contracts)
    await contracts.engine.stop()
  }
})

test('an order opens at the newest tick of the tape, not at the one before', async () => {
  await openOne(contracts, alice, { lots: '0.01' })
  const missed = await contracts.record('20400')
  await contracts.restart()
  expect(await openOne(contracts, alice)).toMatchObject({
    ...{ entryPrice: 2_040_000, entrySequence: missed.sequence },
  })
})

test('so it does where nobody has a position', async () => {
  const missed = await contracts.record('20400')
  await contracts.restart()
  expect(await openOne(contracts, alice)).toMatchObject({ entrySequence: missed.sequence })
})

test('a position that the tape has liquidated is not closed by its customer at the price before', async () => {
  const { id } = await openOne(contracts, alice)
  const missed = await contracts.record('18000')
  await contracts.restart()
  await expect(closePosition(contracts, { customer: alice }, id, undefined)).rejects.toMatchObject({
    code: 'POSITION_NOT_OPEN',
  })
  expect(await findPosition(database.db, alice, id)).toMatchObject({
    ...{ reason: 'liquidation', closePrice: 1_800_000, closeSequence: missed.sequence },
  })
  expect(await closeAll(contracts, { customer: alice }, 'all')).toEqual([])
})

test('one that is still open is closed at the newest tick', async () => {
  const { id } = await openOne(contracts, alice)
  const missed = await contracts.record('19500')
  await contracts.restart()
  expect(await closePosition(contracts, { customer: alice }, id, undefined)).toMatchObject({
    ...{ reason: 'user', closePrice: 1_950_000, closeSequence: missed.sequence },
  })
})

test('margin added afterwards saves nothing from a liquidation that the tape has', async () => {
  const { id } = await openOne(contracts, alice)
  await contracts.record('18500')
  await contracts.restart()
  await expect(addMargin(contracts, { customer: alice }, id, '5000')).rejects.toMatchObject({
    code: 'POSITION_NOT_OPEN',
  })
  expect(await findPosition(database.db, alice, id)).toMatchObject({ reason: 'liquidation' })
})

test('a position keeps what converts its quote when the opposite pair is listed, and has no price yet', async () => {
  const before = instruments
  const yen = { symbol: 'USD-JPY' }
  await contracts.tick('150', yen)
  const { id } = await openOne(contracts, alice, { ...yen, lots: '0.01', stopLoss: '149' })
  const other = await openOne(contracts, alice, { ...yen, lots: '0.01' })
  const opposite = {
    symbol: 'JPY-USD',
    label: 'JPY/USD',
    base: 'JPY',
    quote: 'USD',
    status: 'halted',
  } as const
  adoptInstruments([...before, { ...findInstrument('USD-JPY')!, ...opposite }])
  try {
    await contracts.restart()
    expect(await closePosition(contracts, { customer: alice }, other.id, undefined)).toMatchObject({
      status: 'closed',
    })
    await contracts.tick('148.9', yen)
    expect(await findPosition(database.db, alice, id)).toMatchObject({ reason: 'stop-loss' })
  } finally {
    adoptInstruments(before)
  }
})

test('a stop that the tape has passed is refused', async () => {
  const { id } = await openOne(contracts, alice)
  await contracts.record('19900')
  await contracts.restart()
  await expect(setStops(contracts, { customer: alice }, id, { stopLoss: '19950' })).rejects.toMatchObject({
    code: 'STOP_LOSS_LONG',
  })
})

test('an order that the tape has reached is open, and is not cancelled', async () => {
  const { id } = await openOne(contracts, alice, { limitPrice: '19900' })
  const missed = await contracts.record('19900')
  await contracts.restart()
  await expect(cancelOrder(contracts, { customer: alice }, id)).rejects.toMatchObject({
    code: 'ORDER_NOT_CANCELABLE',
  })
  expect(await findPosition(database.db, alice, id)).toMatchObject({ entrySequence: missed.sequence })
})

test('a midnight that the tape has passed is charged before the position is closed', async () => {
  const { id } = await openOne(contracts, alice)
  contracts.clock.advance(86_400_000)
  await contracts.record('20000')
  await contracts.restart()
  expect(await closePosition(contracts, { customer: alice }, id, undefined)).toMatchObject({
    financing: usdt('0.4'),
  })
})

test.each([true, false])(
  'an order whose batch failed is decided at the tick that the engine knew; somebody has a position: %s',
  async (isSomebodyIn) => {
    if (isSomebodyIn) await openOne(contracts, alice, { lots: '0.01' })
    await contracts.tick('20400')
    const told = await contracts.tick('20800')
    line.failOnce(1, CUT)
    expect(await openOne(contracts, alice)).toMatchObject({ entrySequence: told.sequence })
    expect(contracts.errors).toHaveLength(1)
  },
)

test('margin is added at a fresh price, or while the market is shut', async () => {
  const { id } = await openOne(contracts, alice)
  contracts.clock.advance(6_000)
  await expect(addMargin(contracts, { customer: alice }, id, '5')).rejects.toMatchObject({
    code: 'PRICE_STALE',
  })
  await contracts.tick('145.00', { symbol: 'AAPL' })
  const share = await openOne(contracts, alice, { symbol: 'AAPL', lots: '1', leverage: 5 })
  // Ten in the evening in London, five in New York.
  contracts.clock.advance(7 * 3_600_000)
  expect(await addMargin(contracts, { customer: alice }, share.id, '5')).toMatchObject({
    margin: share.margin + usdt('5'),
  })
  contracts.clock.advance(17 * 3_600_000)
  await contracts.tick('145.00', { symbol: 'AAPL' })
})

test('an order waits until all is decided that more positions than one batch decides come to', async () => {
  const one = await openOne(contracts, alice)
  const reached = await contracts.record('18000')
  const positions = Array.from({ length: MAX_DECIDED + 1 }, (_, n) => ({
    ...one,
    id: positionId(one.id + BigInt(n)),
  }))
  const progress = { through: one.entrySequence!, ticks: [contracts.lastTick('BTC-USDT')!] }
  const state = loadState(instruments, {
    positions,
    ...progress,
    terms: new Map(),
    moved: [],
    missed: [reached],
  })
  const draft = { direction: 'long', lots: '0.01', leverage: 10 } as const
  const order = { customer: alice, symbol: 'BTC-USDT', draft, seenPrice: undefined }
  const decideOrder = () => {
    const available = [availableOf(alice), counterparty(), insurance()].map(
      (account) => [account, usdt('1000000')] as const,
    )
    const batch = createBatch(contracts.clock.nowMs(), new Map(available))
    return {
      batch,
      first: decide(state, batch, { kind: 'open', order }),
      again: decide(state, batch, { kind: 'open', order }),
    }
  }
  const before = decideOrder()
  expect([before.first.kind, before.again.kind]).toEqual(['postponed', 'postponed'])
  expect(before.batch.changed.size).toBe(MAX_DECIDED)
  const after = decideOrder()
  expect(after.batch.changed.size).toBe(1)
  expect(after.first).toMatchObject({
    kind: 'done',
    reply: { positions: [{ entrySequence: reached.sequence }], changes: [] },
  })
  await send(contracts, [reached])
})
