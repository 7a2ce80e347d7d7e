import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { units } from '#domain/money/amount.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { accountId, FIRST_CUSTOMER, outsideAccount } from './accounts.ts'
import { auditHistory, auditLedger, isConsistent, isUnbroken } from './audit.ts'
import { post } from './ledger.ts'
import { addMonths } from './months.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const bringAt = (atMs: number) =>
  database.db.transaction().execute((tx) =>
    post(
      tx,
      [
        {
          ...{ debit: outsideAccount('USDT'), amount: units(5n), reason: 'deposit', reference: 1n },
          credit: accountId(FIRST_CUSTOMER, wallets.funding, 'available', 'USDT'),
        },
      ],
      atMs,
    ),
  )

/** Rows of each table of entries that has any. */
async function rowsByTable(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    select tableoid::regclass::text as name, count(*)::int as n from entry group by 1 order by 1`.execute(
    database.db,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

test('entries are kept by month, to the millisecond, and an audit sees all of them', async () => {
  await addMonths(database.db, Date.UTC(2031, 10, 30))
  await addMonths(database.db, Date.UTC(2031, 10, 30))
  await bringAt(Date.UTC(2031, 11, 1) - 1)
  await bringAt(Date.UTC(2031, 11, 1))
  await bringAt(Date.UTC(2032, 0, 31, 23, 59))
  expect(await rowsByTable()).toEqual({ entry_2031_11: 2, entry_2031_12: 2, entry_2032_01: 2 })
  expect(isConsistent(await auditLedger(database.db)) && isUnbroken(await auditHistory(database.db))).toBe(
    true,
  )
})

test('a month that has begun without a table of its own is left as it is, and the next gets one', async () => {
  await bringAt(Date.UTC(2033, 5, 10))
  await addMonths(database.db, Date.UTC(2033, 5, 10))
  await bringAt(Date.UTC(2033, 5, 11))
  await bringAt(Date.UTC(2033, 6, 1))
  expect(await rowsByTable()).toMatchObject({ entry_other: 4, entry_2033_07: 2 })
})
