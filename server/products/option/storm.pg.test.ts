// long-running
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OptionId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { payoutOf } from '#domain/option/rules.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabaseUrl, openTestDatabase, testDatabaseKind } from '#server/testing/database.ts'
import { type HeldCommit, withHeldCommit } from '#server/testing/held-commit.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { optionMoney, platformMoney, startTestOptions, type TestOptions } from '#server/testing/option.ts'
import { ORDERS_EACH, orderTogether, settledOnce, startSettler } from '#server/testing/option-storm.ts'
import { MAX_SETTLED } from './decide.ts'
import { optionsById } from './store.ts'

/** Many orders that expire in one second, and an engine that is gone in the middle of it. */

/** Enough for three transactions at least: one before the other engine comes, one beside it, one after. */
const CUSTOMERS = testDatabaseKind === 'postgres' ? 2_000 : 600
/** Three transactions: the process is killed in the second. */
const KILLED_CUSTOMERS = (3 * MAX_SETTLED) / ORDERS_EACH
const TIMEOUT_MS = 120_000

let database: Database
let held: HeldCommit
let fixture: TestOptions
beforeAll(async () => {
  database = await openTestDatabase()
  held = withHeldCommit(database.db)
  fixture = await startTestOptions(held.db, { funds: '10000000' })
})
afterAll(async () => {
  await fixture.engine.stop()
  await database.close()
})

test(
  'T27: all are settled exactly once by the ticks that decide them, also where another engine has to go on',
  async () => {
    await fixture.tick(2_000_000)
    const before = await platformMoney(database.db)
    const { customers, placed } = await orderTogether(fixture, CUSTOMERS)

    const gone = fixture.engine
    const due = await fixture.tell()
    expect(due).toBe(placed.length)
    await gone.settle()
    // The other engine comes while a transaction of the first has written everything and is not committed.
    held.holdNext()
    const second = gone.settle()
    await held.written
    const next = fixture.restart()
    held.commit()
    expect(await second).toBe(placed.length - 2 * MAX_SETTLED)
    await next
    // The next transaction of the first finds that it is not the writer any more.
    await expect(gone.settle()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await settleAll()).toBe(0)

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
    expect(await platformMoney(database.db)).toEqual({ fund: before.fund - won, escrow: 0n })
    const each = readAmount('1000', 'USDT') + won / BigInt(CUSTOMERS)
    for (const customer of [customers[0]!, customers.at(-1)!]) {
      expect(await optionMoney(database.db, customer)).toEqual({ wallet: each, staked: 0n })
    }
    expect(await settledOnce(database.db, placed.length)).toEqual([])
  },
  TIMEOUT_MS,
)

testOnPostgres(
  'T27: a process that is killed in the middle of it leaves the rest to the next one: all are settled exactly once',
  async () => {
    const url = await createTestDatabaseUrl()
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' })
    const own = await startTestOptions(db, { funds: '10000000' })
    const { placed } = await orderTogether(own, KILLED_CUSTOMERS)
    const first = startSettler(url, { stops: true })
    expect(await first.reaches('ready')).toBe(placed.length)
    expect(await first.reaches('middle')).toBe(placed.length - MAX_SETTLED)
    await first.kill()
    const next = startSettler(url)
    // What the second had written is gone with it.
    expect(await next.reaches('ready')).toBe(placed.length - MAX_SETTLED)
    expect(await next.reaches('done')).toBe(0)
    expect(await settledOnce(db, placed.length)).toEqual([])
    await close()
  },
  TIMEOUT_MS,
)

/** Has everything written that is decided. Returns: how many are left. */
async function settleAll(): Promise<number> {
  let due = await fixture.engine.settle()
  while (due > 0) due = await fixture.engine.settle()
  return due
}
