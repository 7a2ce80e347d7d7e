import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { createBareDatabaseUrl, createTestDatabaseUrl } from '#server/testing/database.ts'
import { testOnPglite, testOnPostgres } from '#server/testing/only-on.ts'
import { openBehindRelay } from '#server/testing/relay.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { openDatabase } from './database.ts'

/** A pool whose only connection is lent out, what it told of it, and somebody beside it. */
async function lentOut() {
  const databaseUrl = await createTestDatabaseUrl()
  const told: string[] = []
  const database = await openDatabase({
    databaseUrl,
    dataDir: '',
    onConnection: (change) => told.push(change),
  })
  const beside = new pg.Client({ connectionString: databaseUrl })
  await beside.connect()
  return { database, told, beside }
}

testOnPostgres(
  'a writer that stands still is ended before others are, where somebody waits to take over',
  async () => {
    const databaseUrl = await createTestDatabaseUrl()
    const { db, writers, close } = await openDatabase({ databaseUrl, dataDir: '', writersStallMs: 3_000 })
    const limits = await Promise.all(
      [db, writers].map(async (each) => {
        const { rows } = await sql<{ limit: string }>`
        select current_setting('idle_in_transaction_session_timeout') as limit`.execute(each)
        return rows[0]!.limit
      }),
    )
    expect(limits).toEqual(['10s', '3s'])
    await close()
  },
)

testOnPostgres(
  'that the database went away is told once though every connection is lent out, and that it is back',
  async () => {
    const { database, told, beside } = await lentOut()
    await database.db.connection().execute(async (connection) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
      await beside.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await expect.poll(() => told, TIMEOUT).toEqual(['lost'])
    })
    await sql`select 1`.execute(database.db)
    expect(told).toEqual(['lost', 'back'])
    await beside.end()
    await database.close()
  },
)

testOnPostgres(
  'a session that the database ended for standing still is no sign that it went away',
  async () => {
    const { database, told, beside } = await lentOut()
    await database.db.connection().execute(async (connection) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
      await sql`set idle_in_transaction_session_timeout = '50ms'`.execute(connection)
      await sql`begin`.execute(connection)
      const isThere = async () =>
        (await beside.query('select from pg_stat_activity where pid = $1', [rows[0]?.pid])).rowCount === 1
      await expect.poll(isThere, TIMEOUT).toBe(false)
      await expect(sql`select 1`.execute(connection)).rejects.toThrow()
    })
    await sql`select 1`.execute(database.db)
    expect(told).toEqual([])
    await beside.end()
    await database.close()
  },
)

/** One more than the pool has connections. */
const CUTS = 13

testOnPostgres(
  'connections that are cut before their session is set up are no loss to the pool',
  async ({ onTestFinished }) => {
    const { relay, url } = await openBehindRelay()
    const told: string[] = []
    const onConnection = (change: string) => void told.push(change)
    const database = await openDatabase({ databaseUrl: url, dataDir: '', onConnection })
    onTestFinished(async () => {
      relay.close()
      await database.close()
    })
    relay.cutAtFirstQuery(true)
    for (let cut = 1; cut <= CUTS; cut++) {
      await expect(sql`select 1`.execute(database.db)).rejects.toMatchObject({ code: '08006' })
    }
    // And perhaps the connection that looks whether the database is there.
    expect(relay.cuts()).toBeGreaterThanOrEqual(CUTS)
    relay.cutAtFirstQuery(false)
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database.db)
    expect(rows).toEqual([{ role: 'plumb_app' }])
    // As many at once as the pool has connections: none of them is waited for in vain.
    await Promise.all(Array.from({ length: CUTS - 1 }, () => sql`select pg_sleep(0.05)`.execute(database.db)))
    expect(told).toEqual(['lost', 'back'])
  },
)

testOnPostgres(
  'sessions that a silent database does not set up are given up, and are no loss to the pool',
  async ({ onTestFinished }) => {
    const { relay, url } = await openBehindRelay()
    const database = await openDatabase({ databaseUrl: url, dataDir: '' })
    onTestFinished(async () => {
      relay.close()
      await database.close()
    })
    relay.hush(true)
    const asked = Array.from({ length: CUTS }, () => sql`select 1`.execute(database.db))
    for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected')
    relay.hush(false)
    await Promise.all(Array.from({ length: CUTS - 1 }, () => sql`select pg_sleep(0.05)`.execute(database.db)))
  },
)

testOnPostgres('who takes every connection there is for reading takes none of the writers’', async () => {
  const { database, beside } = await lentOut()
  const end = Promise.withResolvers<void>()
  let taken = 0
  const readers = Array.from({ length: CUTS - 1 }, () =>
    database.db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection)
      taken++
      await end.promise
    }),
  )
  await expect.poll(() => taken, TIMEOUT).toBe(CUTS - 1)
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database.writers)
  expect(rows).toEqual([{ role: 'plumb_app' }])
  end.resolve()
  await Promise.all(readers)
  await beside.end()
  await database.close()
})

const OF_VERSION_0_8 =
  / cannot be used: it is of version 0\.8, which this version cannot read; begin with an empty one$/

testOnPostgres('a PostgreSQL database of version 0.8 is refused in one line and left as it is', async () => {
  const databaseUrl = await createBareDatabaseUrl()
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query('create table kysely_migration (name text primary key, timestamp text not null)')
  await owner.query("insert into kysely_migration values ('0001-core', '2026-11-01')")
  await expect(openDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(OF_VERSION_0_8)
  const { rows } = await owner.query("select count(*)::int as n from pg_tables where schemaname = 'public'")
  expect(rows).toEqual([{ n: 1 }])
  await owner.end()
})

testOnPglite('an embedded database of version 0.8 is refused in one line', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumb-old-'))
  const database = await openDatabase({ dataDir })
  await database.db.connection().execute(async (connection) => {
    await sql`reset role`.execute(connection)
    await sql`insert into kysely_migration values ('0001-core', '2026-11-01')`.execute(connection)
  })
  await database.close()
  await expect(openDatabase({ dataDir })).rejects.toThrow(OF_VERSION_0_8)
  rmSync(dataDir, { recursive: true, force: true })
})
