import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { adoptInstruments, instruments } from '#domain/market/instruments.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import type { Database } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import {
  BTC,
  customerWith,
  openOne,
  send,
  startTestContracts,
  type TestContracts,
  usdt,
} from '#server/testing/contract.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { isDetected, verdictsOn, verified } from '#server/testing/verifiers.ts'
import { availableOf, marginOf } from './accounts.ts'
import { auditContracts } from './audit.ts'
import { auditPositionResults } from './audit-results.ts'
import { amendOrder, cancelOrder, positionDetail, positionProof } from './service.ts'
import { changesCounted } from './store.ts'

/** Orders for positions that wait get another price and quantity. */

let database: Database
let contracts: TestContracts
let customer: CustomerId

beforeAll(async () => {
  database = await openTestDatabase()
  contracts = await startTestContracts(database.db)
})
afterAll(async () => {
  expect(await auditContracts(database.db)).toEqual([])
  const { publicKey } = contracts.proofs.signer
  expect(await auditPositionResults(database.db, { publicKey, newest: 1_000 })).toEqual([])
  await contracts.engine.stop()
  await database.close()
})

const order = async (limitPrice = '19900', lots = '0.10', of = customer) =>
  (await openOne(contracts, of, { direction: 'long', limitPrice, lots, leverage: 10 })).id
const amend = (id: Awaited<ReturnType<typeof order>>, draft: { lots?: string; limitPrice?: string }) =>
  amendOrder(contracts, { customer }, id, draft)
const walletOf = async (of: CustomerId) => ({
  available: await balanceOf(database.db, availableOf(of)),
  held: await balanceOf(database.db, marginOf(of)),
})

describe('an order that waits', () => {
  test('is given another price and quantity, twice, and holds what that needs', async () => {
    await contracts.tick('20000')
    customer = await customerWith(contracts, '1000')
    const id = await order()
    // A tenth of 0.10 x 19,900, and 5 bps of it.
    expect(await walletOf(customer)).toEqual({ available: usdt('800.005'), held: usdt('199.995') })
    for (const _ of ['once', 'and again']) {
      const amended = await amend(id, { lots: '0.20', limitPrice: '19800' })
      expect(amended).toMatchObject({ id, status: 'pending', lots: 20, limitPrice: 1_980_000 })
      expect(await walletOf(customer)).toEqual({ available: usdt('602.02'), held: usdt('397.98') })
    }
    await amend(id, { lots: '0.05' })
    expect(await walletOf(customer)).toEqual({ available: usdt('900.505'), held: usdt('99.495') })
    const { changes } = await positionDetail(contracts, customer, id)
    expect(changes).toMatchObject([
      { kind: 'amended', lots: 20, price: 1_980_000, margin: usdt('397.98') },
      { kind: 'amended', lots: 5, price: 1_980_000, margin: usdt('99.495') },
    ])
    // They take nothing of how often margin and stops may be changed.
    expect(await changesCounted(database.db, id, 500, 'amendments')).toBe(2)
    expect(await changesCounted(database.db, id, 500, 'others')).toBe(0)
    await cancelOrder(contracts, { customer }, id)
    expect(await walletOf(customer)).toEqual({ available: usdt('1000'), held: 0n })
  })

  test('opens at its new price, not at the one before, and proves it', async () => {
    await contracts.tick('20000')
    customer = await customerWith(contracts)
    const id = await order('19900')
    await amend(id, { limitPrice: '19700', lots: '0.30' })
    await contracts.tick('19800')
    expect((await positionDetail(contracts, customer, id)).position.status).toBe('pending')
    await contracts.tick('19700')
    const { position } = await positionDetail(contracts, customer, id)
    expect(position).toMatchObject({ status: 'open', openLots: 30, entryPrice: 1_970_000 })
    await contracts.engine.close(customer, id)
    const file = await positionProof(contracts, customer, id)
    expect(file.changes.map(({ kind }) => kind)).toEqual(['amended', 'opened', 'closed'])
    expect(verdictsOn(file)).toEqual(verified)
    // Without its receipt, or at another price than that says, nothing of it is proven.
    const [amended, ...others] = file.changes
    const { receipts } = file
    for (const altered of [
      { ...file, changes: others },
      { ...file, changes: [{ ...amended!, price: 1_980_000 }, ...others] },
      { ...file, changes: [{ ...amended!, lots: 29 }, ...others] },
      { ...file, changes: others, receipts: receipts.filter((_, at) => at !== 1) },
    ])
      expect(isDetected(verdictsOn(altered))).toBe(true)
  })

  test('is refused what an order that came now would be refused for, and keeps what it was', async () => {
    await contracts.tick('20000')
    customer = await customerWith(contracts, '250')
    const id = await order()
    const before = await positionDetail(contracts, customer, id)
    for (const [draft, code] of [
      [{ limitPrice: '20000' }, 'ORDER_WOULD_OPEN'],
      [{ limitPrice: '10000' }, 'PRICE_OUT_OF_RANGE'],
      [{ limitPrice: '19900.001' }, 'PRICE_OFF_TICK'],
      [{ lots: '0' }, 'AMOUNT_INVALID'],
      [{ lots: '0.001' }, 'LOTS_OFF_STEP'],
      [{ lots: '0.20' }, 'INSUFFICIENT_BALANCE'],
      [{ lots: '900' }, 'LOTS_TOO_MANY'],
    ] as const)
      await expect(amend(id, draft), JSON.stringify(draft)).rejects.toMatchObject({ code })
    expect(await positionDetail(contracts, customer, id)).toEqual(before)
    const other = await customerWith(contracts)
    await expect(amendOrder(contracts, { customer: other }, id, { lots: '0.05' })).rejects.toMatchObject({
      code: 'POSITION_NOT_FOUND',
    })
    await cancelOrder(contracts, { customer }, id)
  })

  test('is not amended once it is open or cancelled, by the database either', async () => {
    await contracts.tick('20000')
    customer = await customerWith(contracts)
    const [filled, cancelled] = [await order('19950'), await order('19000')]
    await contracts.tick('19950')
    await cancelOrder(contracts, { customer }, cancelled)
    for (const id of [filled, cancelled])
      await expect(amend(id, { lots: '0.05' })).rejects.toMatchObject({ code: 'ORDER_NOT_AMENDABLE' })
    const forced = database.db.transaction().execute(async (tx) => {
      await sql`select set_config('plumb.writer', 'contract', true)`.execute(tx)
      await sql`update contract_position set limit_price = limit_price + 1 where id = ${filled}`.execute(tx)
    })
    await expect(forced).rejects.toThrow('was not amended')
    await contracts.engine.close(customer, filled)
  })

  test('gets smaller in a halted market and beyond own limits, where nothing else is allowed', async () => {
    await contracts.tick('20000')
    customer = await customerWith(contracts)
    const id = await order()
    const listed = instruments
    adoptInstruments(listed.map((one) => (one === BTC ? { ...one, status: 'halted' } : one)))
    await expect(amend(id, { lots: '0.20' })).rejects.toMatchObject({ code: 'MARKET_CLOSED' })
    expect(await amend(id, { lots: '0.09' })).toMatchObject({ lots: 9 })
    adoptInstruments(listed)
    await sql`insert into guard_rail (id, customer_id, kind, value, chosen_at, from_at)
      values (${nextId()}, ${customer}, 'leverage', 2, to_timestamp(0), to_timestamp(0))`.execute(database.db)
    await expect(amend(id, { lots: '0.20' })).rejects.toMatchObject({ code: 'LEVERAGE_OVER_OWN' })
    expect(await amend(id, { lots: '0.08', limitPrice: '19900.00' })).toMatchObject({ lots: 8 })
    await cancelOrder(contracts, { customer }, id)
  })
})

test('orders at one price open in the order in which they came there: smaller ones keep their place, over a restart too', async () => {
  await contracts.tick('20000')
  customer = await customerWith(contracts)
  const first = await order('19900')
  const larger = await order('19900')
  const smaller = await order('19900')
  const moved = await order('19850')
  await contracts.tick('20000.01')
  await amend(smaller, { lots: '0.05' })
  await amend(larger, { lots: '0.11' })
  await contracts.tick('20000.02')
  await amend(moved, { limitPrice: '19900' })
  const expected = [first, smaller, larger, moved]
  const place = new Map(expected.map((id, at) => [id, at]))
  await contracts.restart()
  const opened: number[] = []
  contracts.engine.subscribe(({ changes }) => {
    for (const { kind, position } of changes) if (kind === 'opened') opened.push(place.get(position)!)
  })
  await send(contracts, [await contracts.record('19900')])
  expect(opened).toEqual([0, 1, 2, 3])
  for (const id of expected) await contracts.engine.close(customer, id)
})
