import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { addMonths } from '#server/core/ledger/months.ts'
import { copyMonths } from '#server/core/ledger/moved/copy.ts'
import { rollUpOldest } from '#server/core/ledger/rollup.ts'
import { verifyNewEntries } from '#server/core/ledger/verify.ts'
import { openTapeKey } from '#server/markets/tape/key.ts'
import { virtualClock } from '#server/platform/clock.ts'
import { openHistory } from '#server/platform/db/history.ts'
import { runAsOwner } from '#server/testing/as-owner.ts'
import { freePort } from '#server/testing/cluster.ts'
import { createBareDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { type Installation, openInstallation } from '#server/testing/installation.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'
import { auditInstallation } from './audit.ts'

/** The command opens the database itself, by its settings. */

const NOW_MS = Date.UTC(2026, 0, 5)

let installation: Installation
beforeAll(async () => {
  installation = await openInstallation()
})

/** The command as a process of its own, which has listed nothing yet. */
async function command(): Promise<{ code: number; line: string; errors: string }> {
  const file = join(import.meta.dirname, 'audit-command.ts')
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...installation.env } })
  const [[code], line, errors] = await Promise.all([
    once(child, 'exit'),
    readText(child.stdout),
    readText(child.stderr),
  ])
  return { code, line: line.trim(), errors }
}

test('a data folder without the key is refused, and none is made', async () => {
  for (let n = 0; n < 2; n++)
    await expect(auditInstallation(installation.env)).rejects.toThrow(/has no keys.tape.key/)
})

test('a database of another version is refused, and left as it is', async () => {
  const other = await openInstallation()
  await openTapeKey(other.folder)
  await other.inside((database) =>
    runAsOwner(database, `insert into kysely_migration values ('z-newer', '2026-01-05T00:00:00Z')`),
  )
  for (let n = 0; n < 2; n++)
    await expect(auditInstallation(other.env)).rejects.toThrow(
      /cannot be used: its schema is of another version/,
    )
  await expect(other.inside(async () => {})).rejects.toThrow(/z-newer/)
})

test('where there is no database yet none is made', async () => {
  const folder = temporaryFolder()
  await openTapeKey(folder)
  if (testDatabaseKind === 'pglite') {
    await expect(auditInstallation({ DATA_DIR: folder })).rejects.toThrow(`there is no database in ${folder}`)
    expect(readdirSync(folder)).not.toContain('pg')
    return
  }
  const url = await createBareDatabaseUrl()
  for (let n = 0; n < 2; n++)
    await expect(auditInstallation({ DATA_DIR: folder, DATABASE_URL: url })).rejects.toThrow(
      /its schema is of another version, or not there/,
    )
})

test('all is consistent, then one unit is too much, and the command names the account', async () => {
  const key = await openTapeKey(installation.folder)
  await installation.inside(async ({ db }) => {
    await giveFunds(db, customerId(10_001n), [['funding', 'USDT', '100']], NOW_MS)
    await verifyNewEntries(db, key, NOW_MS)
  })
  expect(await command()).toEqual({
    ...{ code: 0, errors: '', line: '2 accounts in 1 currencies, 1 signed checkpoints: consistent' },
  })
  expect(await auditInstallation(installation.env)).toEqual({
    ...{ accounts: 2, currencies: 1, checkpoint: 1n, errors: [] },
  })
  await installation.inside(({ db }) =>
    db.connection().execute(async (connection) => {
      await sql`reset role`.execute(connection)
      await sql`update account set balance = balance + 1 where balance > 0`.execute(connection)
    }),
  )
  expect(await command()).toMatchObject({ code: 1, errors: expect.stringContaining('USDT sums to 1 units') })
  const { errors } = await auditInstallation(installation.env)
  expect(errors[0]).toBe('USDT sums to 1 units, not to zero')
  const [, has, say] = /^account \d+ has (\d+), its entries say (\d+)$/.exec(errors[1]!)!
  expect([errors.length, BigInt(has!) - BigInt(say!)]).toEqual([2, 1n])
})

/** What a ledger of two years ago has, the oldest month of it moved to a history of its own. */
async function movedInstallation() {
  const { folder, env, inside } = await openInstallation()
  const key = await openTapeKey(folder)
  const historyUrl = await createBareDatabaseUrl()
  await inside(async ({ db }) => {
    for (const atMs of [Date.UTC(2023, 11, 5), NOW_MS]) {
      await addMonths(db, atMs)
      await giveFunds(db, customerId(10_001n), [['funding', 'USDT', '100']], atMs)
      await giveFunds(db, customerId(10_002n), [['funding', 'BTC', '2']], atMs)
    }
    await verifyNewEntries(db, key, NOW_MS)
    const history = openHistory(historyUrl, { migrates: true })
    await copyMonths({ db, history }, NOW_MS)
    const clock = virtualClock(NOW_MS)
    expect(await rollUpOldest({ db, clock, signer: key, dataDir: folder, history })).toBe(1n)
    await history.close()
  })
  return { env, historyUrl }
}

async function inHistory(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

testOnPostgres('months in the history are checked with the ledger, to the last column', async () => {
  const { env, historyUrl } = await movedInstallation()
  const audit = async () => (await auditInstallation({ ...env, HISTORY_URL: historyUrl })).errors
  expect(await audit()).toEqual([])
  for (const column of ['amount', 'balance', 'version']) {
    await inHistory(
      historyUrl,
      `update history_entry set ${column} = ${column} + 1 where amount > 0 and owner > 10001`,
    )
    expect(await audit()).toEqual([
      expect.stringMatching(/entries of account \d+ are not those of roll-up 1$/),
    ])
    await inHistory(
      historyUrl,
      `update history_entry set ${column} = ${column} - 1 where amount > 0 and owner > 10001`,
    )
  }
  for (const column of ['reference', 'debit', 'credit']) {
    await inHistory(
      historyUrl,
      `update history_entry set ${column} = ${column} + 1 where amount > 0 and owner > 10001`,
    )
    expect(await audit()).toEqual([expect.stringMatching(/roll-up 1 is not what its file says$/)])
    await inHistory(
      historyUrl,
      `update history_entry set ${column} = ${column} - 1 where amount > 0 and owner > 10001`,
    )
  }
  expect(await audit()).toEqual([])
  await inHistory(historyUrl, 'delete from history_entry where owner = 10001')
  expect(await audit()).toEqual([expect.stringMatching(/it has 3 entries of roll-up 1, which is of 4$/)])
})

testOnPostgres(
  'months in the history that is not named, or does not answer, are not passed over',
  async () => {
    const { env } = await movedInstallation()
    expect((await auditInstallation(env)).errors).toEqual([expect.stringMatching(/set HISTORY_URL$/)])
    const nobody = `postgres://postgres@127.0.0.1:${await freePort()}/history`
    await expect(auditInstallation({ ...env, HISTORY_URL: nobody })).rejects.toThrow(
      /HISTORY_URL does not answer/,
    )
  },
)
