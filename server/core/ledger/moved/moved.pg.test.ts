import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import { APP_ROLE, type Database } from '#server/platform/db/database.ts'
import { type History, openHistory } from '#server/platform/db/history.ts'
import { type CitusCluster, hasCitus, startCitus } from '#server/testing/citus.ts'
import { asPostgres, freePort, startCluster, urlOf } from '#server/testing/cluster.ts'
import {
  createDatabase,
  createTestDatabaseUrl,
  openTestDatabase,
  testDatabaseKind,
} from '#server/testing/database.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { type HistoryServer, historyServers } from '#server/testing/history.ts'
import { addMonths, oldestMonthMs } from '../months.ts'
import { createCopying } from './copy.ts'

/** The history's database: what may be done there, and how the copying to it says that it is behind. */

const JANUARY = Date.UTC(2024, 0, 10)
const FEBRUARY = Date.UTC(2024, 1, 1)

const isPostgres = testDatabaseKind === 'postgres'
for (const { kind, isThere, start } of historyServers)
  describe.runIf(isPostgres && isThere)(`the history on ${kind}`, () => {
    let server: HistoryServer
    beforeAll(async () => {
      server = await start()
    }, 60_000)
    afterAll(() => server.stop())
    let database: Database
    let url: string
    let history: History
    let clock: VirtualClock
    beforeEach(async () => {
      clock = virtualClock(JANUARY)
      database = await openTestDatabase()
      url = await server.createDatabase()
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
        where c.relnamespace = 'public'::regnamespace and c.relname like 'history%' and g.grantee <> c.relowner order by 1`.execute(
          db,
        ),
      )
      expect(rows.map(({ granted }) => granted)).toEqual([
        ...['history_entry INSERT', 'history_entry SELECT'],
        ...['history_month INSERT', 'history_month SELECT'],
      ])
      expect(await count()).toMatchObject({ count: 2n })
    })

    test('takes nothing into a month that is held to be compared, from whichever machine', async () => {
      clock.advance(60 * DAY_MS)
      await createCopying({ db: database.db, history, clock }).job.run()
      const name = new URL(url).pathname.slice(1)
      await history.use((db) =>
        db.transaction().execute(async (tx) => {
          await sql`select history_hold_months('2024-01-01', '2024-02-01')`.execute(tx)
          for (const { port } of server.machines) {
            const writer = new pg.Client({ connectionString: urlOf(port, name) })
            await writer.connect()
            await writer.query(`set lock_timeout = '300ms'`)
            for (const statement of [
              `insert into history_entry select e.owner, e.owner << 23, 1, 1, 1, 1, '2024-01-10', '', 1, 1, 1
                from unnest('{10001, 10002}'::bigint[]) e (owner) on conflict do nothing`,
              `insert into history_entry values (10001, 10001::bigint << 23, 1, 1, 1, 1, '2024-01-10', '', 1, 1, 1)`,
              'update history_entry set amount = amount + 1',
              'delete from history_entry where owner = 10001',
            ])
              await expect(writer.query(statement), statement).rejects.toMatchObject({ code: '55P03' })
            await writer.end()
          }
        }),
      )
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

describe.runIf(isPostgres && hasCitus())('a history on Citus', () => {
  let citus: CitusCluster
  beforeAll(async () => {
    citus = await startCitus()
  }, 60_000)
  afterAll(() => citus.stop())

  const asked = async (url: string, statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  const databaseOf = (url: string) => new URL(url).pathname.slice(1)
  async function refusal(url: string): Promise<string> {
    const history = openHistory(url, { migrates: true })
    try {
      return await history.use(async () => 'nothing was refused').catch((error: Error) => error.message)
    } finally {
      await history.close()
    }
  }

  test('has its entries on both workers, by their owner, and in months', async () => {
    const url = await citus.createDatabase()
    const history = openHistory(url, { migrates: true })
    await history.use((db) => sql`select history_add_month('2024-01-10')`.execute(db))
    await history.close()
    expect(
      await asked(url, `select table_name::text, distribution_column from citus_tables order by 1`),
    ).toEqual([
      { table_name: 'history_entry', distribution_column: 'owner' },
      { table_name: 'history_entry_2024_01', distribution_column: 'owner' },
    ])
    const placed = await asked(
      url,
      `select distinct nodeport from citus_shards where table_name = 'history_entry_2024_01'::regclass order by 1`,
    )
    expect(placed.map(({ nodeport }) => nodeport)).toEqual(
      citus.workers.map(({ port }) => port).sort((a, b) => a - b),
    )
  })

  test('gives the role for its queries no more by what Citus brings, nor on a worker', async () => {
    const url = await citus.createDatabase()
    const history = openHistory(url, { migrates: true })
    await history.use(async (db) => {
      await sql`select history_add_month('2024-01-10')`.execute(db)
      for (const statement of [
        `select undistribute_table('history_entry')`,
        `select alter_distributed_table('history_entry', shard_count := 2)`,
        `select truncate_local_data_after_distributing_table('history_entry')`,
        `call drop_old_time_partitions('history_entry', now())`,
        `select citus_drain_node('127.0.0.1', ${citus.workers[0]!.port})`,
        'update pg_dist_node set nodeport = 1',
      ])
        await expect(sql.raw(statement).execute(db), statement).rejects.toMatchObject({ code: '42501' })
      const { rows } = await sql<{ success: boolean; result: string }>`
        select success, result from run_command_on_shards('history_entry', 'delete from %s')`.execute(db)
      expect(rows).toHaveLength(4)
      for (const { success, result } of rows)
        expect([success, result]).toEqual([false, expect.stringMatching(/permission denied/)])
    })
    await history.close()
    const [shard] = await asked(
      url,
      `select shard_name, nodeport from citus_shards where table_name = 'history_entry_2024_01'::regclass limit 1`,
    )
    const onWorker = urlOf(shard.nodeport, databaseOf(url)).replace('postgres@', `${APP_ROLE}@`)
    for (const change of ['delete from', 'truncate', 'drop table'])
      await expect(
        asked(onWorker, `set citus.enable_manual_changes_to_shards = on; ${change} ${shard.shard_name}`),
        change,
      ).rejects.toMatchObject({ code: '42501' })
  })

  test('without workers is one machine', async () => {
    const url = await createDatabase(citus.coordinator.port)
    await asked(url, 'create extension citus')
    const history = openHistory(url, { migrates: true })
    await history.use((db) => sql`select history_add_month('2024-01-10')`.execute(db))
    await history.close()
    expect(await asked(url, 'select count(*)::int as tables from citus_tables')).toEqual([{ tables: 2 }])
  })

  test('is refused where it has half of Citus', async () => {
    const bare = await createDatabase(citus.coordinator.port)
    expect(await refusal(bare)).toMatch(/no extension citus/)
    const name = databaseOf(await citus.createDatabase())
    expect(await refusal(urlOf(citus.workers[0]!.port, name))).toMatch(/name the coordinator/)
  })

  test('whose server was started without Citus is refused, and not read as empty', async () => {
    const name = databaseOf(await citus.createDatabase())
    await citus.coordinator.kill()
    const lay = (data: string) => asPostgres('/bin/cp', ['-a', `${citus.coordinator.folder}/data`, data])
    const settings = ['max_prepared_transactions=400', 'citus.shard_count=4']
    const without = await startCluster({ fsync: false, lay, settings }).finally(() =>
      citus.coordinator.start(),
    )
    try {
      expect(await refusal(urlOf(without.port, name))).toMatch(/name it in shared_preload_libraries/)
    } finally {
      await without.stop()
    }
  }, 60_000)
})
