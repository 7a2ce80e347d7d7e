import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, expect } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import { APP_ROLE, type Database } from '#server/platform/db/database.ts'
import { type History, openHistory } from '#server/platform/db/history.ts'
import { freePort } from '#server/testing/cluster.ts'
import { createBareDatabaseUrl, createTestDatabaseUrl, openTestDatabase } from '#server/testing/database.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { describeOnPostgres, testOnPostgres as test } from '#server/testing/only-on.ts'
import { addMonths, oldestMonthMs } from '../months.ts'
import { createCopying } from './copy.ts'

/** The history's database: what may be done there, and how the copying to it says that it is behind. */

const JANUARY = Date.UTC(2024, 0, 10)
const FEBRUARY = Date.UTC(2024, 1, 1)

describeOnPostgres('the history', () => {
  let database: Database
  let url: string
  let history: History
  let clock: VirtualClock
  beforeEach(async () => {
    clock = virtualClock(JANUARY)
    database = await openTestDatabase()
    url = await createBareDatabaseUrl()
    history = openHistory(url, { migrates: true })
    await addMonths(database.db, JANUARY)
    await giveFunds(database.db, customerId(10_001n), [['funding', 'USDT', '100']], JANUARY)
    return async () => {
      await history.close()
      await database.close()
    }
  })

  test('has a role for its queries that adds entries, and changes, removes and drops none', async () => {
    const { job } = createCopying({ db: database.db, history, clock })
    clock.advance(60 * DAY_MS)
    await job.run()
    const count = async () => {
      const { rows } = await history.use((db) =>
        sql<{ count: bigint; role: string }>`
          select count(*) as count, current_user::text as role from history_entry`.execute(db),
      )
      return rows[0]!
    }
    expect(await count()).toEqual({ count: 2n, role: APP_ROLE })
    for (const statement of [
      'update history_entry set amount = 1',
      'delete from history_entry',
      'truncate history_entry',
      'drop table history_entry_2024_01',
      'alter table history_entry detach partition history_entry_2024_01',
      'delete from history_month',
      'update history_month set begins = now()',
      'create table other (id int)',
    ])
      await expect(
        history.use((db) => sql.raw(statement).execute(db)),
        statement,
      ).rejects.toMatchObject({
        code: '42501',
      })
    const { rows } = await history.use((db) =>
      sql<{ granted: string }>`
        select c.relname || ' ' || g.privilege_type as granted from pg_class c, aclexplode(c.relacl) g
        where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner order by 1`.execute(db),
    )
    expect(rows.map(({ granted }) => granted)).toEqual([
      ...['history_entry INSERT', 'history_entry SELECT'],
      ...['history_month INSERT', 'history_month SELECT'],
    ])
    expect(await count()).toMatchObject({ count: 2n })
  })

  test('is copied to once a month has been over for a day, and says how late it is', async () => {
    const copying = createCopying({ db: database.db, history, clock })
    const copied = async () => {
      const { rows } = await history.use((db) =>
        sql<{ begins: number }>`select begins from history_month where is_whole`.execute(db),
      )
      return rows.map(({ begins }) => begins)
    }
    clock.advance(FEBRUARY + DAY_MS - 1 - JANUARY)
    await copying.job.run()
    expect(await copied()).toEqual([])
    expect([copying.lagMs(), copying.ageMs()]).toEqual([0, 0])
    clock.advance(1)
    for (let n = 0; n < 2; n++) {
      await copying.job.run()
      expect(await copied()).toEqual([Date.UTC(2024, 0, 1)])
    }
    expect([copying.lagMs(), copying.ageMs()]).toEqual([0, 0])
    clock.advance(DAY_MS)
    expect(copying.ageMs()).toBe(DAY_MS)
    expect(await oldestMonthMs(database.db)).toBe(Date.UTC(2024, 0, 1))
  })

  test('that is away is said once to be away and once to be back, and what needs it is refused', async () => {
    const said: string[] = []
    const nobody = `postgres://postgres@127.0.0.1:${await freePort()}/history`
    const away = openHistory(nobody, { migrates: true, onConnection: (change) => said.push(change) })
    const copying = createCopying({ db: database.db, history: away, clock })
    clock.advance(60 * DAY_MS)
    for (let n = 0; n < 2; n++)
      await expect(copying.job.run()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(said).toEqual(['lost'])
    expect(copying.ageMs()).toBe(60 * DAY_MS)
    await away.close()
  })

  test('is no database that has a ledger, nor one of a newer version', async () => {
    const ofLedger = openHistory(await createTestDatabaseUrl(), { migrates: true })
    for (let n = 0; n < 2; n++)
      await expect(ofLedger.use(async () => {})).rejects.toThrow(/previously executed|ledger of its own/)
    await ofLedger.close()
    await history.use(async () => {})
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`insert into kysely_migration values ('99-newer', '2026-01-05T00:00:00Z')`)
    await client.end()
    const later = openHistory(url, { migrates: true })
    await expect(later.use(async () => {})).rejects.toThrow(/99-newer/)
    await later.close()
  })
})
