import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import type { Database } from '#server/platform/db/database.ts'
import { runAsOwner } from '#server/testing/as-owner.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { accountId, FIRST_CUSTOMER, outsideAccount } from './accounts.ts'
import { auditHistory, auditLedger, isConsistent } from './audit.ts'
import { checkpointChainErrors, newestCheckpoint, seeNewest } from './checkpoint.ts'
import { post, type Transfer } from './ledger.ts'
import { MAX_LINES } from './sealed-log.ts'
import { isSound, verifyNewEntries } from './verify.ts'
import { wallets } from './wallets.ts'

/** The ledger check that costs as much as happened since the last signed checkpoint. */

const signer = tapeKeyFrom(new Uint8Array(32).fill(7))
const NOW_MS = Date.UTC(2026, 0, 5)
const outside = outsideAccount('USDT')
const alice = accountId(FIRST_CUSTOMER, wallets.funding, 'available', 'USDT')
const bob = accountId(customerId(10_001n), wallets.funding, 'available', 'USDT')

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const deposit = (credit: typeof alice, amount: bigint): Transfer => ({
  ...{ debit: outside, credit, amount: amount as Units, reason: 'deposit', reference: 1n },
})
const record = (...transfers: Transfer[]) =>
  database.db.transaction().execute((tx) => post(tx, transfers, NOW_MS))
const verify = (firstStep?: number) =>
  verifyNewEntries(database.db, signer, NOW_MS, firstStep === undefined ? {} : { firstStep })

/** Does what somebody with the database's password could. */
const asOwner = (statement: string) => runAsOwner(database, statement)

test('only what is new is verified, and signed when it was', async () => {
  expect(await verify()).toMatchObject({ entries: 0 })
  expect(await newestCheckpoint(database.db)).toBeUndefined()
  await record(deposit(alice, 100n), deposit(bob, 50n))
  expect(await verify()).toEqual({
    ...{ drifted: [], broken: [], torn: [], checkpoint: [], entries: 4, isBehind: false },
  })
  await record(deposit(alice, 7n))
  expect(await verify()).toMatchObject({ entries: 2 })
  expect(await verify()).toMatchObject({ entries: 0 })
  expect(await newestCheckpoint(database.db)).toMatchObject({ number: 2n, accounts: 3n, atMs: NOW_MS })
  expect(await checkpointChainErrors(database.db, signer.publicKey)).toEqual([])
  expect((await auditHistory(database.db)).rewritten).toEqual([])
})

test('what is more than one step verifies is verified in several, each signed', async () => {
  for (let n = 1n; n <= 6n; n++) await record(deposit(alice, n), deposit(bob, n))
  expect(await verify(5)).toMatchObject({ entries: 24, isBehind: false, drifted: [], broken: [] })
  // At most 5, 10 and then 20 of them; fewer a step where one takes long.
  expect((await newestCheckpoint(database.db))?.number).toBeGreaterThanOrEqual(3n)
  expect((await auditHistory(database.db)).rewritten).toEqual([])
  await record(deposit(bob, 1n))
  expect(await verify(5)).toMatchObject({ entries: 2, isBehind: false })
})

const insert = (rows: string) =>
  `insert into entry (account_id, transfer_id, version, amount, balance, created_at) values ${rows}`
const LATE = '9000000000000000000'

test.each([
  [
    'a balance that is one unit more',
    `update account set balance = balance + 1 where id = ${alice}`,
    { drifted: [alice] },
  ],
  [
    'a balance that is one unit less',
    `update account set balance = balance - 1 where id = ${alice}`,
    { drifted: [alice] },
  ],
  ['an account that is gone', `delete from account where id = ${bob}`, { drifted: [bob] }],
  [
    'two accounts with a unit moved between them',
    `update account set balance = balance + case id when ${alice} then 1 else -1 end where id in (${alice}, ${bob})`,
    { drifted: [alice, bob] },
  ],
  [
    'a transfer without entries',
    `insert into transfer select ${LATE}, debit, credit, 5, reason, reference, created_at from transfer limit 1`,
    { torn: [BigInt(LATE)] },
  ],
  [
    'entries that no transfer made, with balances to match',
    `${insert(`(${alice}, ${LATE}, 2, 5, 105, now()), (${bob}, ${LATE}, 2, -5, 45, now())`)};
     update account set version = 2, last_transfer = ${LATE}, balance = case id when ${alice} then 105 else 45 end
     where id in (${alice}, ${bob})`,
    { broken: [alice, bob] },
  ],
  [
    'a mark that was moved to a changed balance',
    `update account set balance = balance + 1 where id = ${alice};
     update ledger_mark set balance = balance + 1 where account_id = ${alice}`,
    { checkpoint: ['the marks are not those that checkpoint 1 signs'] },
  ],
  [
    'a checkpoint that was altered',
    'update ledger_checkpoint set accounts = accounts + 1',
    { checkpoint: [expect.stringContaining('checkpoint 1 was altered')] },
  ],
  [
    'marks without the checkpoint that signs them',
    'delete from ledger_checkpoint',
    { checkpoint: ['there are marks, and no checkpoint that signs them'] },
  ],
])('T80: %s is seen by the next check', async (_, statement, found) => {
  await record(deposit(alice, 100n), deposit(bob, 50n))
  expect(isSound(await verify())).toBe(true)
  for (const one of statement.split(';')) await asOwner(one)
  const audit = await verify()
  expect(audit).toMatchObject(found)
  expect(isSound(audit)).toBe(false)
  expect(isSound(await verify())).toBe(false)
})

test.each([
  ['amount', `update entry set amount = amount + 1 where account_id = ${alice} and version = 2`],
  ['balance', `update entry set balance = balance - 1 where account_id = ${alice} and version = 2`],
  ['number', `update entry set version = 3 where account_id = ${alice} and version = 2`],
  ['absence', `delete from entry where account_id = ${alice} and version = 2`],
])('T80: a new entry with a wrong %s is seen', async (_, statement) => {
  await record(deposit(alice, 100n))
  expect(isSound(await verify())).toBe(true)
  await record(deposit(alice, 7n))
  await asOwner(statement)
  const audit = await verify()
  expect([...audit.broken, ...audit.drifted]).toContain(alice)
})

test('T80: a past that was rewritten so that everything follows is seen by the full check', async () => {
  const [first, second] = [await record(deposit(alice, 100n)), await record(deposit(alice, 50n))]
  expect(isSound(await verify())).toBe(true)
  // 30 in place of 100 and 120 in place of 50, in transfers, entries and balances after them.
  for (const [id, amount] of [
    [first[0]!, 30],
    [second[0]!, 120],
  ] as const) {
    await asOwner(`update transfer set amount = ${amount} where id = ${id}`)
    await asOwner(`update entry set amount = sign(amount) * ${amount} where transfer_id = ${id}`)
  }
  await asOwner(`update entry set balance = sign(amount) * 30 where transfer_id = ${first[0]!}`)
  const audit = await auditHistory(database.db)
  expect(isConsistent(await auditLedger(database.db))).toBe(true)
  expect(audit).toMatchObject({ torn: [], broken: [] })
  expect(new Set(audit.rewritten.map(({ account }) => account))).toEqual(new Set([alice, outside]))
})

test('another key than the one that signed is told', async () => {
  await record(deposit(alice, 100n))
  await verify()
  const stranger = tapeKeyFrom(new Uint8Array(32).fill(8))
  const { checkpoint } = await verifyNewEntries(database.db, stranger, NOW_MS)
  expect(checkpoint).toEqual([expect.stringContaining('signed with another key')])
  expect(await checkpointChainErrors(database.db, stranger.publicKey)).toHaveLength(1)
})

test('T81: a checkpoint taken out of the row is seen by the full check', async () => {
  for (let n = 1n; n <= 3n; n++) {
    await record(deposit(alice, n))
    await verify()
  }
  await asOwner('delete from ledger_checkpoint where number = 2')
  expect(await checkpointChainErrors(database.db, signer.publicKey)).toEqual([
    'checkpoint 3 does not follow the one before it',
  ])
})

/** Adds a line to the operators' log. */
const addLine = (subject: string) =>
  appendAuditLog(database.db, { operator: null, action: 'approved', subject }, NOW_MS)
const LINE_2 = "(select id from audit_log where subject = 'deposit:2')"

test("what the operators' log says is signed when there is more of it, by itself too", async () => {
  await addLine('deposit:1')
  expect(await verify()).toMatchObject({ entries: 0, checkpoint: [] })
  expect(await newestCheckpoint(database.db)).toMatchObject({ number: 1n, accounts: 0n, log: { lines: 1n } })
  await verify()
  await addLine('deposit:2')
  await record(deposit(alice, 100n))
  await verify()
  expect(await newestCheckpoint(database.db)).toMatchObject({ number: 2n, log: { lines: 2n } })
  expect(isSound(await verify())).toBe(true)
  expect(await checkpointChainErrors(database.db, signer.publicKey)).toEqual([])
})

test.each([
  [
    'the newest of which is gone',
    `delete from audit_log_sealed where line = ${LINE_2}; delete from audit_log where id = ${LINE_2}`,
  ],
  [
    'the oldest of which is gone',
    `delete from audit_log_sealed where line < ${LINE_2}; delete from audit_log where id < ${LINE_2}`,
  ],
  [
    'which is set back, with what says how far it was signed',
    `delete from audit_log_sealed where checkpoint > 1; delete from audit_log where id >= ${LINE_2}`,
  ],
  [
    'the newest of which says something else',
    `update audit_log set subject = 'deposit:3' where id = ${LINE_2}`,
  ],
  ['the newest of which names nobody', `update audit_log set detail = '{"a": "b"}' where id = ${LINE_2}`],
  [
    'the newest of which is of another time',
    `update audit_log set at = at + interval '1 ms' where id = ${LINE_2}`,
  ],
])("T81: an operators' log %s is seen by the next check", async (_, statement) => {
  await addLine('deposit:1')
  await verify()
  await addLine('deposit:2')
  expect(isSound(await verify())).toBe(true)
  for (const one of statement.split(';')) await asOwner(one)
  expect((await verify()).checkpoint).toEqual([expect.stringContaining("the operators' log")])
  // Nothing is signed on top of it.
  await addLine('deposit:4')
  expect(isSound(await verify())).toBe(false)
})

test("T81: an operators' log set back together with the checkpoints that sign it does not fit the balances", async () => {
  await addLine('deposit:1')
  await record(deposit(alice, 100n))
  await verify()
  await addLine('deposit:2')
  await record(deposit(alice, 7n))
  await verify()
  for (const one of ['audit_log_sealed where checkpoint = 2', `audit_log where id = ${LINE_2}`])
    await asOwner(`delete from ${one}`)
  await asOwner('delete from ledger_checkpoint where number = 2')
  expect((await verify()).checkpoint).toEqual(['the marks are not those that checkpoint 1 signs'])
})

test("T81: what a checkpoint says of the operators' log is signed", async () => {
  await addLine('deposit:1')
  await verify()
  await addLine('deposit:2')
  await verify()
  await asOwner('delete from audit_log_sealed where checkpoint = 2')
  await asOwner(`delete from audit_log where id = ${LINE_2}`)
  await asOwner(`update ledger_checkpoint set (log_lines, log_head) =
    (select log_lines, log_head from ledger_checkpoint where number = 1) where number = 2`)
  expect((await verify()).checkpoint).toEqual([expect.stringContaining('checkpoint 2 was altered')])
})

test("T81: an operators' log set back with checkpoints and marks is seen by whoever saw the newest checkpoint", async () => {
  await addLine('deposit:1')
  await record(deposit(alice, 100n))
  await verify()
  await addLine('deposit:2')
  await verify()
  const seen = await seeNewest(database.db)
  // Nothing but the log changed since the first: the marks fit it as they are.
  await asOwner('delete from audit_log_sealed where checkpoint = 2')
  await asOwner(`delete from audit_log where id = ${LINE_2}`)
  await asOwner('delete from ledger_checkpoint where number = 2')
  const { checkpoint } = await verifyNewEntries(database.db, signer, NOW_MS, { seen })
  expect(checkpoint).toEqual(['checkpoint 2, which was there before, is gone or another one'])
  await addLine('deposit:3')
  await verify()
  expect(await newestCheckpoint(database.db)).toMatchObject({ number: 2n })
  expect(isSound(await verifyNewEntries(database.db, signer, NOW_MS, { seen }))).toBe(false)
})

test("T81: a line that was added to the past of the operators' log is seen by the full check", async () => {
  for (const subject of ['deposit:1', 'deposit:2']) await addLine(subject)
  await verify()
  await asOwner(`insert into audit_log (id, operator, action, subject, detail, at) overriding system value
    select -20000, operator, 'approved', 'deposit:0', '{}', at from audit_log limit 1`)
  expect(isSound(await verify())).toBe(true)
  expect(await checkpointChainErrors(database.db, signer.publicKey)).toEqual([
    "the operators' log has 1 lines that no checkpoint signs",
  ])
})

test("more lines of the operators' log than one checkpoint signs are signed by several, in one run", async () => {
  await asOwner(`insert into audit_log (operator, action, subject, detail, at)
    select null, 'approved', 'deposit:' || n, '{}', now() from generate_series(1, ${2 * MAX_LINES + 1}) n`)
  expect(await verify()).toMatchObject({ entries: 0, isBehind: false, checkpoint: [] })
  const lines = BigInt(2 * MAX_LINES + 1)
  expect(await newestCheckpoint(database.db)).toMatchObject({ number: 3n, log: { lines } })
  expect(await checkpointChainErrors(database.db, signer.publicKey)).toEqual([])
})

test("T81: an old line of the operators' log that was changed is seen by the full check", async () => {
  for (const subject of ['deposit:1', 'deposit:2', 'deposit:3']) {
    await addLine(subject)
    await verify()
  }
  await asOwner(`update audit_log set action = 'rejected' where id = ${LINE_2}`)
  expect(isSound(await verify())).toBe(true)
  expect(await checkpointChainErrors(database.db, signer.publicKey)).toEqual([
    "the operators' log is not what checkpoint 2 signs",
  ])
})

testOnPostgres(
  "a line of the operators' log whose transaction ends late is signed by the next check",
  async () => {
    const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = database.db.transaction().execute(async (tx) => {
      await appendAuditLog(tx, { operator: null, action: 'approved', subject: 'deposit:1' }, NOW_MS)
      written.resolve()
      await go.promise
    })
    await written.promise
    await addLine('deposit:2')
    await verify()
    expect(await newestCheckpoint(database.db)).toMatchObject({ number: 1n, log: { lines: 1n } })
    go.resolve()
    await slow
    expect(isSound(await verify())).toBe(true)
    expect(await newestCheckpoint(database.db)).toMatchObject({ number: 2n, log: { lines: 2n } })
    expect(await checkpointChainErrors(database.db, signer.publicKey)).toEqual([])
  },
)

test('T80: the application moves no mark and changes no checkpoint', async () => {
  await record(deposit(alice, 100n))
  await verify()
  for (const statement of [
    sql`update ledger_mark set balance = 0`,
    sql`delete from ledger_mark`,
    sql`update ledger_checkpoint set accounts = 0`,
    sql`delete from ledger_checkpoint`,
    sql`delete from audit_log_sealed`,
    sql`update audit_log_sealed set checkpoint = 1`,
  ])
    await expect(statement.execute(database.db)).rejects.toThrow(/permission denied/)
})

testOnPostgres('a posting that is under way during a check is verified by the next one', async () => {
  const { db } = database
  const [posted, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const btc = accountId(FIRST_CUSTOMER, wallets.funding, 'available', 'BTC')
  const slow = db.transaction().execute(async (tx) => {
    const bitcoin = { ...deposit(btc, 9n), debit: outsideAccount('BTC') }
    const ids = await post(tx, [bitcoin], NOW_MS)
    posted.resolve()
    await go.promise
    return ids
  })
  await posted.promise
  await record(deposit(alice, 100n))
  expect(await verify()).toMatchObject({ entries: 2 })
  go.resolve()
  await slow
  expect(await verify()).toMatchObject({ entries: 2, drifted: [], broken: [], torn: [] })
  expect(await newestCheckpoint(db)).toMatchObject({ number: 2n, accounts: 4n })
})

test('what was under way is looked at once a run, however many steps it takes', async () => {
  for (let n = 0; n < 20; n++) await record(deposit(alice, 5n))
  let looks = 0
  const counted = database.db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'RawNode' && node.sqlFragments.join('?').includes('from transfer t')) looks++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const audit = await verifyNewEntries(counted, signer, NOW_MS, { firstStep: 4 })
  expect([audit.entries, audit.isBehind, looks]).toEqual([40, false, 1])
  expect((await newestCheckpoint(database.db))!.number).toBeGreaterThan(3n)
})
