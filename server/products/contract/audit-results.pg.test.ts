import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Database } from '#server/platform/db/database.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import {
  customerWith,
  endAll,
  openOne,
  startTestContracts,
  type TestContracts,
  usdt,
} from '#server/testing/contract.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { availableOf, counterparty } from './accounts.ts'
import { auditPositionResults } from './audit-results.ts'
import { addMargin, closePosition } from './service.ts'

/** What somebody with all rights on the database changes about what ended is found: by receipts, tape and ledger. */

let database: Database
let contracts: TestContracts
let alice: CustomerId
/** Closed by its stop after everything else that can happen, closed in yen, liquidated beyond its margin, cancelled. */
let ids: { stopped: PositionId; converted: PositionId; liquidated: PositionId; cancelled: PositionId }

const audit = () =>
  auditPositionResults(database.db, { publicKey: contracts.proofs.signer.publicKey, newest: 1_000 })

beforeAll(async () => {
  database = await openTestDatabase()
  contracts = await startTestContracts(database.db)
  alice = await customerWith(contracts)
  const cancelled = await openOne(contracts, alice, { limitPrice: '19500' })
  // By her own limits, as the job does it.
  const limited = await openOne(contracts, alice, { limitPrice: '19500' })
  await contracts.engine.cancelByLimits(alice, limited.id)
  const stopped = await openOne(contracts, alice, { limitPrice: '19990', stopLoss: '19700' })
  await contracts.tick('19980', { spread: 40 })
  await addMargin(contracts, { customer: alice }, stopped.id, '7')
  await closePosition(contracts, { customer: alice }, stopped.id, '0.03')
  await contracts.tick('135.58', { symbol: 'USD-JPY', spread: 10 })
  const converted = await openOne(contracts, alice, { symbol: 'USD-JPY', leverage: 5, lots: '0.01' })
  contracts.clock.advance(DAY_MS)
  await contracts.tick('135.80', { symbol: 'USD-JPY' })
  await closePosition(contracts, { customer: alice }, converted.id, undefined)
  await contracts.tick('19980')
  const liquidated = await openOne(contracts, alice, { direction: 'short', lots: '0.05' })
  await contracts.tick('24000')
  await contracts.tick('19700', { spread: 100 })
  await contracts.engine.cancel(alice, cancelled.id)
  await endAll(contracts)
  ids = {
    ...{ stopped: stopped.id, converted: converted.id },
    ...{ liquidated: liquidated.id, cancelled: cancelled.id },
  }
})
afterAll(async () => {
  await contracts?.engine.stop()
  await database?.close()
})

test('finds nothing in what the engine did', async () => {
  const { rows } = await sql`select reason from contract_position order by reason`.execute(database.db)
  expect(rows).toEqual([
    { reason: 'liquidation' },
    { reason: 'own-limits' },
    { reason: 'stop-loss' },
    { reason: 'user' },
    { reason: 'user' },
  ])
  expect(await audit()).toEqual([])
})

type Which = keyof typeof ids

test.each<readonly [string, Which, string, RegExp]>([
  ['a result', 'stopped', 'set realized_pnl = realized_pnl + 1', /its realizedPnl is/],
  ['a price of closing', 'stopped', 'set close_price = close_price - 1', /its closePrice is/],
  ['a price of opening', 'liquidated', 'set entry_price = entry_price + 1', /does not decide it so: outcome/],
  ['a fee', 'converted', 'set fee = fee + 1', /does not decide it so: outcome/],
  ['financing', 'converted', 'set financing = financing - 1', /its financing is/],
  ['a reason', 'liquidated', "set reason = 'stop-loss'", /its reason is/],
  ['how it ended', 'cancelled', "set reason = 'halted'", /its reason is/],
])('finds %s that was altered in a position by a unit', async (_, which, change, said) => {
  const alter = (undo: string) =>
    alterAsOwner(database, sql`update contract_position ${sql.raw(undo)} where id = ${ids[which]}`)
  const { rows } = await sql<Record<string, unknown>>`
    select * from contract_position where id = ${ids[which]}`.execute(database.db)
  await alter(change)
  expect(await audit()).toEqual([expect.stringMatching(said)])
  const column = /set (\w+)/.exec(change)![1]!
  const was = rows[0]![column]
  await alter(`set ${column} = ${typeof was === 'string' ? `'${was}'` : was}`)
  expect(await audit()).toEqual([])
})

test.each(['amount', 'price', 'fee', 'margin', 'sequence', 'shortfall'])(
  'finds the %s of a closing that was altered by a unit',
  async (column) => {
    const alter = (by: number) =>
      alterAsOwner(
        database,
        sql`update contract_change set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
          where position_id = ${ids.stopped} and kind = 'closed'`,
      )
    await alter(1)
    expect(await audit()).toEqual([
      expect.stringMatching(`position ${ids.stopped}: the tape does not decide`),
    ])
    await alter(-1)
    expect(await audit()).toEqual([])
  },
)

test('finds a unit that was posted beside what was decided, and a receipt that is gone or another’s', async () => {
  const transfer = { debit: counterparty(), credit: availableOf(alice), amount: usdt('0.0000001') }
  const paid = { ...transfer, reason: 'contract-profit', reference: ids.stopped } as const
  await database.db.transaction().execute((tx) => post(tx, [paid], contracts.clock.nowMs()))
  expect(await audit()).toEqual([
    `position ${ids.stopped}: 1 was posted as contract-profit ${counterparty()} ${availableOf(alice)}, ` +
      'its receipts and the tape say 0',
  ])
  const receipt = sql`where product = 'contract' and order_id = ${ids.converted}`
  const other = sql`(select note from order_receipt where order_id = ${ids.liquidated})`
  await alterAsOwner(database, sql`update order_receipt set note = ${other} ${receipt}`)
  const missing = `position ${ids.converted}: a receipt is missing, is another one’s, or is not signed by the tape’s key`
  expect(await audit()).toContain(missing)
  await alterAsOwner(database, sql`delete from order_receipt ${receipt}`)
  expect(await audit()).toContain(missing)
})
