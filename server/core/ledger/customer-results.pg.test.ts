import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { units } from '#domain/money/amount.ts'
import type { Reason } from '#domain/reasons.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/platform/db/database.ts'
import { availableOf, counterparty, fees, marginOf } from '#server/products/contract/accounts.ts'
import { contractResults } from '#server/products/contract/results.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { type AccountId, outsideAccount } from './accounts.ts'
import { customerResultsJob, lossShare } from './customer-results.ts'
import { post, type Transfer } from './ledger.ts'

/** The share of accounts that lost money follows the ledger, entry by entry, and counts each once. */

const NOW = Date.UTC(2026, 5, 15)
let database: Database
let next = 50_000n

beforeAll(async () => {
  database = await openTestDatabase()
  await give(counterparty(), 1_000_000n)
})
afterAll(() => database.close())

const posted = (transfers: readonly Transfer[], atMs: number) =>
  database.db.transaction().execute((tx) => post(tx, transfers, atMs))
const give = (credit: AccountId, amount: bigint) =>
  posted(
    [
      {
        ...{ debit: outsideAccount('USDT'), credit, amount: units(amount) },
        ...{ reason: 'treasury-funding', reference: 1n },
      },
    ],
    NOW - 700 * DAY_MS,
  )
const follow = () => customerResultsJob(database.db, contractResults).run()
const share = () => lossShare(database.db, 'contract', NOW)

/** New customers with money, each of whom closes with this result and pays this fee. */
async function close(count: number, result: bigint, fee: bigint, atMs: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const customer: CustomerId = customerId(next++)
    await give(marginOf(customer), 1_000n)
    const reference = next
    const flow = (debit: AccountId, credit: AccountId, amount: bigint, reason: Reason) =>
      amount > 0n ? [{ debit, credit, amount: units(amount), reason, reference }] : []
    await posted(
      [
        ...flow(marginOf(customer), counterparty(), -result, 'contract-loss'),
        ...flow(counterparty(), availableOf(customer), result, 'contract-profit'),
        ...flow(marginOf(customer), fees(), fee, 'contract-fee'),
      ],
      atMs,
    )
  }
}

test('the share is of the accounts in which something ended, after fees, once there are enough of them', async () => {
  await close(60, -50n, 1n, NOW - DAY_MS)
  // A profit that the fee takes away is a loss; one that it does not is none.
  await close(7, 3n, 4n, NOW - DAY_MS)
  await close(32, 30n, 4n, NOW - DAY_MS)
  // Nothing has ended: only a fee for opening.
  await close(40, 0n, 4n, NOW - DAY_MS)
  // Too long ago.
  await close(40, -50n, 4n, NOW - 400 * DAY_MS)
  await follow()
  expect((await share()).lostPercent).toBeNull()
  await close(1, 30n, 4n, NOW)
  await follow()
  expect(await share()).toEqual({ lostPercent: '67.0', months: 12, minimumAccounts: 100, asOfMs: NOW })
  // Followed again, and by two at once, nothing counts twice.
  await close(100, -5n, 4n, NOW)
  await Promise.all([follow(), follow()])
  await follow()
  expect((await share()).lostPercent).toBe('83.5')
})
