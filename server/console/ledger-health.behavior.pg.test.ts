import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Units } from '#domain/money/amount.ts'
import { accountId, FIRST_CUSTOMER, outsideAccount } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { runAsOwner } from '#server/testing/as-owner.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { appendAuditLog } from './audit-log.ts'
import { createLedgerHealth } from './ledger-health.ts'

/** What the console says of the ledger: by the check of what is new, and by that of everything. */

const NOW_MS = Date.UTC(2026, 0, 5)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const healthOf = (lines: string[] = []) =>
  createLedgerHealth({
    ...{ db: database.db, clock: virtualClock(NOW_MS), signer: tapeKeyFrom(new Uint8Array(32).fill(7)) },
    log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }),
  })

test('what only the check of everything sees stays said until it finds nothing any more', async () => {
  const lines: string[] = []
  const health = healthOf(lines)
  for (const subject of ['deposit:1', 'deposit:2']) {
    await appendAuditLog(database.db, { operator: null, action: 'approved', subject }, NOW_MS)
    await health.job.run()
  }
  expect(await health.checkAll()).toMatchObject({ isSound: true, errors: [] })
  await runAsOwner(database, `update audit_log set action = 'rejected' where subject = 'deposit:1'`)
  await health.job.run()
  expect(health.last()).toMatchObject({ isSound: true })
  const found = { isSound: false, drifted: 0, errors: ["the operators' log is not what checkpoint 1 signs"] }
  expect(await health.checkAll()).toMatchObject(found)
  await health.job.run()
  expect(health.last()).toMatchObject(found)
  // When it began, once.
  expect(lines.map((line) => JSON.parse(line).errors)).toEqual([found.errors])
  await runAsOwner(database, `update audit_log set action = 'approved' where subject = 'deposit:1'`)
  expect(await health.checkAll()).toMatchObject({ isSound: true, errors: [] })
})

test('an account that drifted stays named, and a torn transfer is named once, however many checks find them', async () => {
  const health = healthOf()
  const alice = accountId(FIRST_CUSTOMER, wallets.funding, 'available', 'USDT')
  const transfer = { debit: outsideAccount('USDT'), credit: alice, amount: 100n as Units } as const
  await database.db
    .transaction()
    .execute((tx) => post(tx, [{ ...transfer, reason: 'deposit', reference: 1n }], NOW_MS))
  await health.job.run()
  await runAsOwner(database, `update entry set amount = amount + 1 where account_id = ${alice}`)
  // The entry was verified before: what is new says nothing of the balance that it leads to.
  await health.job.run()
  const drifted = `account ${alice} has 100, its entries say 101`
  const torn = expect.stringMatching(/^transfer \d+ does not have its two entries$/)
  expect(health.last()).toMatchObject({ isSound: false, drifted: 0, errors: [torn] })
  const inAll = await health.checkAll()
  await health.job.run()
  for (const found of [inAll, health.last()!]) {
    expect(found).toMatchObject({ isSound: false, drifted: 0 })
    expect(found.errors).toContain(drifted)
    expect(found.errors.filter((error) => error.startsWith('transfer '))).toEqual([torn])
  }
  // One that every check sees is counted by its name alone.
  await runAsOwner(
    database,
    `update entry set amount = amount - 1 where account_id = ${alice}; update account set balance = 105 where id = ${alice}`,
  )
  const found = { drifted: 0, errors: [`account ${alice} has 105, its entries say 100`] }
  expect(await health.checkAll()).toMatchObject(found)
  await health.job.run()
  expect(health.last()).toMatchObject(found)
  await runAsOwner(database, `update account set balance = 100 where id = ${alice}`)
  expect(await health.checkAll()).toMatchObject({ isSound: true, errors: [] })
})
