import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect } from 'vitest'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'

/** A process that waits for nothing but the watch ends with code 13, saying nothing, where the watch does not keep it. */
const run = promisify(execFile)
const says = async (work: 'open' | 'watch' | 'stop', url: string) => {
  const env = { ...process.env, DATABASE_URL: url }
  const { stdout } = await run(process.execPath, ['server/testing/watch-and-end.ts', work], { env })
  return stdout.trim()
}

testOnPostgres('a process waits for the first answer of its watch, however late it comes', async () => {
  expect(await says('watch', await createTestDatabaseUrl())).toBe('done')
})

testOnPostgres('a process that stops its watch waits for the answer that is under way', async () => {
  expect(await says('stop', await createTestDatabaseUrl())).toBe('done')
})

testOnPostgres(
  'a start that is refused says why, however late it knows how long commits have waited',
  async () => {
    const url = await createTestDatabaseUrl()
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    // Where commits are looked for is read slowly, in this database alone.
    await admin.query('create schema slow')
    await admin.query(`create view slow.pg_stat_activity as
      select a.* from (select pg_sleep(1)) slept, lateral (select * from pg_catalog.pg_stat_activity) a`)
    await admin.query(`do $$ begin
      execute format('alter database %I set search_path = slow, pg_catalog, public', current_database()); end $$`)
    expect(await says('open', url)).toBe('done')
    await admin.query(`insert into kysely_migration values ('zzzz-newer', '2999-01-01')`)
    await admin.end()
    expect(await says('open', url)).toMatch(/cannot be used: corrupted migrations/)
  },
)
