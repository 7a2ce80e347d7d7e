import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { runAsOwner } from '#server/testing/as-owner.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'
import { type AccountId, accountId, FIRST_CUSTOMER, outsideAccount } from './accounts.ts'
import { auditHistory, auditLedger, isConsistent, isUnbroken } from './audit.ts'
import { post, type Transfer } from './ledger.ts'
import { addMonths } from './months.ts'
import { entriesKeptFromMs } from './moved/moved.ts'
import { archiveOf, rollUpOldest, rollupErrors } from './rollup.ts'
import { isSound, verifyNewEntries } from './verify.ts'

/** Months leave: a file and a signed row for each account remain, and every balance is still explained. */

const signer = tapeKeyFrom(new Uint8Array(32).fill(7))
const JANUARY = Date.UTC(2024, 0, 10)
const FEBRUARY = Date.UTC(2024, 1, 1)
const MARCH = Date.UTC(2024, 2, 1)
/** Two years after the end of January. */
const LEAVES = Date.UTC(2026, 1, 1)

const outside = outsideAccount('USDT')
const alice = accountId(FIRST_CUSTOMER, wallets.funding, 'available', 'USDT')
const bob = accountId(customerId(10_001n), wallets.funding, 'available', 'USDT')

let database: Database
let dataDir: string
let clock: VirtualClock
beforeEach(async () => {
  clock = virtualClock(LEAVES)
  database = await openTestDatabase()
  dataDir = temporaryFolder()
  for (const month of [JANUARY, FEBRUARY, MARCH, LEAVES]) await addMonths(database.db, month)
})
afterEach(() => database.close())

const move = (debit: AccountId, credit: AccountId, amount: bigint): Transfer => ({
  ...{ debit, credit, amount: amount as Units, reference: 1n },
  reason: debit === outside ? 'deposit' : 'account-transfer',
})
const record = (atMs: number, ...transfers: Transfer[]) =>
  database.db.transaction().execute((tx) => post(tx, transfers, atMs))
const verify = () => verifyNewEntries(database.db, signer, clock.nowMs())
const rollUp = (by = signer) => rollUpOldest({ db: database.db, clock, signer: by, dataDir })
const errors = () => rollupErrors(database.db, signer.publicKey, dataDir)

/** Does what somebody with the database's password could. */
const asOwner = (statement: string) => runAsOwner(database, statement)

/** Two deposits and a payment in January, one of each later. */
async function twoYears() {
  await record(JANUARY, move(outside, alice, 100n), move(outside, bob, 50n))
  await record(FEBRUARY - 1, move(alice, bob, 30n))
  await record(FEBRUARY, move(outside, alice, 5n))
  await record(MARCH, move(bob, alice, 1n))
  await record(LEAVES, move(alice, bob, 7n))
}

async function isAllExplained(): Promise<boolean> {
  const [balances, history] = [await auditLedger(database.db), await auditHistory(database.db)]
  return isConsistent(balances) && isUnbroken(history) && isSound(await verify())
}

const oldestEntryMs = async () => {
  const { rows } = await sql<{ at: number }>`select min(created_at) as at from entry`.execute(database.db)
  return rows[0]!.at
}

const rollupRows = async () => {
  const { rows } = await sql<{ account_id: bigint; history: Uint8Array }>`
    select account_id, number, opening, debits, credits, closing, entries, version, history
    from ledger_rollup_account order by account_id, number`.execute(database.db)
  return rows
}

/** The rows of an exported file, as records. */
function exported(file: string): Record<string, string>[] {
  const text = gunzipSync(readFileSync(join(archiveOf(dataDir), file))).toString()
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, n) => [names[n]!, cell])))
}

/** The history of an account by its exported entries: what anybody can compute who has the file. */
function historyOf(rows: readonly Record<string, string>[]): string {
  const number = (value: bigint) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64BE(value)
    return bytes
  }
  // PostgreSQL's own form of a moment: microseconds since 2000.
  const moment = (text: string) => number(BigInt(Date.parse(text) - Date.UTC(2000, 0, 1)) * 1_000n)
  const fields = ['transfer', 'number', 'amount_units', 'balance_units']
  return rows
    .reduce(
      (history, row) =>
        createHash('sha256')
          .update(history)
          .update(Buffer.concat([...fields.map((name) => number(BigInt(row[name]!))), moment(row.time_utc!)]))
          .digest(),
      Buffer.alloc(32) as Buffer,
    )
    .toString('hex')
}

test('a month leaves while customers trade, and every balance is still explained', async () => {
  await twoYears()
  await verify()
  let isOver = false
  const trade = async () => {
    for (let n = 0; !isOver || n < 10; n++)
      await record(LEAVES + n, n % 2 === 0 ? move(alice, bob, 2n) : move(bob, alice, 2n))
  }
  const trading = Promise.all([trade(), trade(), trade()])
  const number = await rollUp().finally(() => {
    isOver = true
  })
  await trading
  expect(number).toBe(1n)

  expect(await rollupRows()).toMatchObject([
    { account_id: outside, opening: 0n, debits: 150n, credits: 0n, closing: -150n, entries: 2n, version: 2n },
    { account_id: alice, opening: 0n, debits: 30n, credits: 100n, closing: 70n, entries: 2n, version: 2n },
    { account_id: bob, opening: 0n, debits: 0n, credits: 80n, closing: 80n, entries: 2n, version: 2n },
  ])
  expect(await oldestEntryMs()).toBe(FEBRUARY)
  expect(await entriesKeptFromMs(database.db)).toBe(FEBRUARY)
  expect(await isAllExplained()).toBe(true)
  expect(await errors()).toEqual([])
})

test('the file holds what left: its entries lead to the hash that was signed', async () => {
  await twoYears()
  await verify()
  await rollUp()
  const rows = exported('ledger-2024-01-to-2024-01.csv.gz')
  expect(rows).toHaveLength(6)
  expect(rows.find(({ account, number }) => account === `${alice}` && number === '2')).toMatchObject({
    ...{ owner: '10000', currency: 'USDT', reason: 'account-transfer', debit: `${alice}`, credit: `${bob}` },
    ...{ amount_units: '-30', balance_units: '70', time_utc: new Date(FEBRUARY - 1).toISOString() },
  })
  for (const { account_id, history } of await rollupRows()) {
    const own = rows.filter(({ account }) => account === `${account_id}`)
    expect(historyOf(own)).toBe(Buffer.from(history).toString('hex'))
  }
})

test('the next month begins where the one before ended', async () => {
  await twoYears()
  await verify()
  expect(await rollUp()).toBe(1n)
  expect(await rollUp()).toBeUndefined()
  clock.advance(28 * DAY_MS)
  expect(await rollUp()).toBe(2n)
  expect((await rollupRows()).filter(({ account_id }) => account_id === alice)).toMatchObject([
    { closing: 70n, version: 2n },
    { opening: 70n, debits: 0n, credits: 5n, closing: 75n, entries: 1n, version: 3n },
  ])
  expect(await isAllExplained()).toBe(true)
  expect(await errors()).toEqual([])
})

test('cut off between file and drop, nothing has left, and the next attempt writes the same file', async () => {
  await twoYears()
  await verify()
  const dying = { ...signer, sign: () => expect.fail('the process was killed') }
  await expect(rollUp(dying)).rejects.toThrow('the process was killed')
  const file = join(archiveOf(dataDir), 'ledger-2024-01-to-2024-01.csv.gz')
  const before = readFileSync(file)
  expect(await oldestEntryMs()).toBe(JANUARY)
  expect(await rollupRows()).toEqual([])
  expect(await isAllExplained()).toBe(true)

  expect(await rollUp()).toBe(1n)
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(await isAllExplained()).toBe(true)
  expect(await errors()).toEqual([])
})

test('nothing leaves that was not verified before', async () => {
  await twoYears()
  expect(await rollUp()).toBeUndefined()
  expect(await oldestEntryMs()).toBe(JANUARY)
})

test('nothing leaves where nothing was recorded for three months since', async () => {
  await record(JANUARY, move(outside, alice, 100n))
  await record(MARCH, move(outside, alice, 1n))
  await verify()
  expect(await rollUp()).toBeUndefined()
  expect(await oldestEntryMs()).toBe(JANUARY)
})

test('sums that are one unit off are refused, and nothing has left', async () => {
  await twoYears()
  await verify()
  await asOwner(`update entry set amount = amount + 1 where account_id = ${alice} and version = 1`)
  await expect(rollUp()).rejects.toThrow(/do not lead to the balances/)
  await asOwner(`update entry set amount = amount - 1 where account_id = ${alice} and version = 1`)
  expect(await isAllExplained()).toBe(true)
  expect(await rollUp()).toBe(1n)
})

test.each([
  ['one unit more', 'credits = credits + 1, closing = closing + 1'],
  ['one unit less', 'debits = debits + 1, closing = closing - 1'],
  ['another opening', 'opening = opening + 1, closing = closing + 1'],
])('a row of a roll-up with %s is seen', async (_, change) => {
  await twoYears()
  await verify()
  await rollUp()
  await asOwner(`update ledger_rollup_account set ${change} where account_id = ${alice}`)
  expect(await errors()).toContain('the rows of roll-up 1 are not those that were signed')
  expect((await auditLedger(database.db)).drifted.map(({ account }) => account)).toEqual([alice])
})

test('an altered roll-up, an altered file and a missing one are seen', async () => {
  await twoYears()
  await verify()
  await rollUp()
  await asOwner(`update ledger_rollup set entries = entries + 1`)
  expect(await errors()).toEqual(['roll-up 1 does not verify'])
  await asOwner(`update ledger_rollup set entries = entries - 1, file = 'other.csv.gz'`)
  expect(await errors()).toEqual([
    'roll-up 1 does not verify',
    expect.stringMatching(/other\.csv\.gz of roll-up 1 is missing/),
  ])
})

test('months whose entries an account has in another order leave together', async () => {
  // Made before the second, dated after it: two servers' clocks, or a batch that waited for the account.
  await record(JANUARY, move(outside, alice, 100n))
  await record(FEBRUARY, move(outside, alice, 3n))
  await record(FEBRUARY - 1, move(outside, alice, 4n))
  await record(LEAVES, move(alice, bob, 7n))
  await verify()
  expect(await rollUp()).toBeUndefined()
  expect(await oldestEntryMs()).toBe(JANUARY)
  clock.advance(28 * DAY_MS)
  expect(await rollUp()).toBe(1n)
  expect(await oldestEntryMs()).toBe(LEAVES)
  expect(await entriesKeptFromMs(database.db)).toBe(MARCH)
  expect(exported('ledger-2024-01-to-2024-02.csv.gz')).toHaveLength(6)
  expect(await isAllExplained()).toBe(true)
  expect(await errors()).toEqual([])
})

test('the application can neither write roll-ups of accounts nor drop a month without one', async () => {
  await twoYears()
  await verify()
  await rollUp()
  for (const statement of [
    sql`update ledger_rollup_account set closing = 0`,
    sql`delete from ledger_rollup_account`,
    sql`update ledger_rollup set entries = 0`,
    sql`delete from ledger_rollup`,
    sql`drop table entry_2024_02`,
  ])
    await expect(statement.execute(database.db)).rejects.toThrow(/permission denied|must be owner/)
  for (const number of [1n, 2n])
    await expect(sql`select ledger_drop_months(${number}::bigint)`.execute(database.db)).rejects.toThrow(
      /roll-up/,
    )
  expect(await oldestEntryMs()).toBe(FEBRUARY)
})
