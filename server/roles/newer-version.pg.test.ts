// long-running
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/testing/cluster.ts'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { describeOnPostgres } from '#server/testing/only-on.ts'
import {
  isReady,
  type ServerProcess,
  spawnServer,
  startServer,
  warningsOf,
  whenUp,
} from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { type Workdir, workdirOf } from '#server/testing/workdir.ts'

/** A newer version beside an older one: when it changes the tables, and what it leaves where it cannot. */

/** The older one is this version; the newer has a migration more. */
const NEWER = { NODE_OPTIONS: '--import=./server/testing/newer-version/register.ts' }
const WAITS = /^waits: the engines are at /
const UNSURE = /^waits: .* does not renew its lease/

describeOnPostgres('a newer version', () => {
  let workdir: Workdir
  let client: pg.Client
  beforeAll(async () => {
    const url = await createTestDatabaseUrl()
    workdir = workdirOf(url)
    client = new pg.Client({ connectionString: url })
    await client.connect()
  }, LONG.timeout)
  const started: ServerProcess[] = []
  afterEach(async () => {
    for (const server of started.splice(0)) await server.kill('SIGKILL')
  })
  afterAll(() => client?.end())

  /** A process that may have the engines. */
  async function spawn(more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = spawnServer({ ...workdir.settings, BUS: `127.0.0.1:${await freePort()}`, ...more })
    started.push(server)
    return server
  }

  async function lease(): Promise<{ holder: string; holds: boolean; isGivenUp: boolean }> {
    const { rows } = await client.query(
      `select holder, until > clock_timestamp() as holds, until = '-infinity' as "isGivenUp" from engine_lease`,
    )
    return rows[0]
  }

  async function hasChangedTables(): Promise<boolean> {
    const { rows } = await client.query(`select to_regclass('of_the_newer_version') is not null as has`)
    return rows[0].has
  }

  /** How many wait to read which migrations have run. */
  async function asking(): Promise<number> {
    const { rows } = await client.query(
      `select from pg_locks where not granted and relation = 'kysely_migration'::regclass
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.length
  }

  test('whose migration fails changes nothing and gives the engines up', LONG, async () => {
    const newer = await spawn({ ...NEWER, NEWER_VERSION_FAILS: 'yes' })
    expect(await newer.ended).toEqual({ code: 1, signal: null })
    expect(newer.lines().join('\n')).toContain('the newer version fails')
    expect([(await lease()).isGivenUp, await hasChangedTables()]).toEqual([true, false])
  })

  test(
    'leaves the tables to an older host that stood still, and changes them once it has ended',
    LONG,
    async () => {
      const host = await whenUp(await spawn())
      const { holder } = await lease()
      const newer = await spawn(NEWER)
      await expect.poll(() => warningsOf(newer), TIMEOUT).toEqual([expect.stringMatching(WAITS)])
      // Who would change the tables asks first what was done to them: that is when it has found the lease lapsed.
      await client.query('begin; lock table kysely_migration in access exclusive mode')
      process.kill(host.pid, 'SIGSTOP')
      await expect.poll(asking, TIMEOUT).toBe(1)
      process.kill(host.pid, 'SIGCONT')
      await expect.poll(lease, TIMEOUT).toEqual({ holder, holds: true, isGivenUp: false })
      await client.query('commit')
      await expect.poll(() => warningsOf(newer), TIMEOUT).toContainEqual(expect.stringMatching(UNSURE))
      await expect.poll(() => isReady(host.url), TIMEOUT).toBe(true)
      expect([(await lease()).holder, await hasChangedTables()]).toEqual([holder, false])

      await host.kill('SIGKILL')
      const next = await whenUp(newer)
      expect([(await lease()).holder === holder, await hasChangedTables()]).toEqual([false, true])
      expect(await next.kill('SIGTERM')).toEqual({ code: 0, signal: null })
      expect((await lease()).isGivenUp).toBe(true)
    },
  )

  test('has come before an older one, which ends and gives the engines up', LONG, async () => {
    await expect.poll(hasChangedTables, TIMEOUT).toBe(true)
    const { holder } = await lease()
    const older = await spawn()
    expect(await older.ended).toEqual({ code: 1, signal: null })
    const after = await lease()
    expect([after.holder === holder, after.isGivenUp]).toEqual([false, true])
  })

  test('without BUS does not begin beside a host', LONG, async () => {
    // The host: as the lease of one looks.
    await client.query(`delete from kysely_migration where name = 'z-newer'; drop table of_the_newer_version`)
    // One that stands still does not renew it, and may go on.
    for (const until of ['1 h', '-14 min']) {
      await client.query(
        `update engine_lease set address = '10.0.0.5:7070', until = now() + interval '${until}'`,
      )
      const newer = spawnServer({ ...workdir.settings, ...NEWER })
      started.push(newer)
      expect(await newer.ended).toEqual({ code: 1, signal: null })
      expect(newer.lines().join('\n')).toContain('the engines are at 10.0.0.5:7070, of an older version')
      expect(await hasChangedTables()).toBe(false)
    }
    // One of the same version may: the fencing tokens decide.
    const same = await startServer(workdir.settings)
    expect(await same.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})
