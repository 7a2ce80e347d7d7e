// long-running
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OptionId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { payoutOf } from '#domain/option/rules.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase, testDatabaseKind } from '#server/testing/database.ts'
import {
  optionCustomers,
  optionMoney,
  platformMoney,
  startTestOptions,
  type TestOptions,
} from '#server/testing/option.ts'
import { auditOptions, auditResults } from './audit.ts'
import { optionsById } from './store.ts'

/** Many orders that expire in one second, and an engine that is gone in the middle of it. */

/** Enough for three transactions at least: one before the other engine comes, one beside it, one after. */
const CUSTOMERS = testDatabaseKind === 'postgres' ? 2_000 : 600
const ORDERS_EACH = 5
const TIMEOUT_MS = 120_000

let database: Database
let fixture: TestOptions
beforeAll(async () => {
  database = await openTestDatabase()
  fixture = await startTestOptions(database.db, { funds: '10000000' })
})
afterAll(async () => {
  await fixture.engine.stop()
  await database.close()
})

test(
  'all are settled exactly once by the ticks that decide them, also where another engine has to go on',
  async () => {
    await fixture.tick(2_000_000)
    const customers = await optionCustomers(fixture, CUSTOMERS)
    const before = await platformMoney(database.db)
    fixture.clock.advance(500)
    await fixture.tick(2_000_000)
    const placed = await Promise.all(
      customers.flatMap((customer) =>
        Array.from({ length: ORDERS_EACH }, (_, n) =>
          fixture.place(customer, { stake: '5', direction: n % 2 === 0 ? 'rise' : 'fall' }),
        ),
      ),
    )
    await fixture.pass(60_000, 2_000_000)
    fixture.clock.advance(900)
    await fixture.record(2_000_010)
    fixture.clock.advance(200)
    await fixture.record(1_900_000)

    const gone = fixture.engine
    const due = await fixture.tell()
    expect(due).toBe(placed.length)
    await gone.settle()
    // The first has not ended: its next transaction finds that it is not the writer any more.
    const [, left] = await Promise.all([gone.settle().catch(() => {}), fixture.restart().then(settleAll)])
    expect(left).toBe(0)
    await expect(gone.settle()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })

    const stored = await optionsById(
      database.db,
      placed.map(({ order }) => order.id),
    )
    let won = 0n
    for (const { order } of placed) {
      const { result } = stored.get(order.id as OptionId)!
      expect(result).toMatchObject({ outcome: order.direction === 'rise' ? 'won' : 'lost' })
      won += payoutOf(order, result!.outcome) - order.stake
    }
    const { rows } = await sql<{ paid: number }>`
      select count(*)::integer as paid from transfer where reason in ('option-return', 'option-loss')`.execute(
      database.db,
    )
    expect(rows[0]!.paid).toBe(placed.length)
    expect(await platformMoney(database.db)).toEqual({ fund: before.fund - won, escrow: 0n })
    const each = readAmount('1000', 'USDT') + won / BigInt(CUSTOMERS)
    for (const customer of [customers[0]!, customers.at(-1)!]) {
      expect(await optionMoney(database.db, customer)).toEqual({ wallet: each, staked: 0n })
    }
    expect(await auditOptions(database.db)).toEqual([])
    expect(await auditResults(database.db)).toEqual([])
  },
  TIMEOUT_MS,
)

/** Has everything written that is decided. Returns: how many are left. */
async function settleAll(): Promise<number> {
  let due = await fixture.engine.settle()
  while (due > 0) due = await fixture.engine.settle()
  return due
}
