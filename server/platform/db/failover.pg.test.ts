// long-running
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { openTape } from '#server/markets/tape/tape.ts'
import { asPostgres, type Cluster, startCluster, urlOf } from '#server/testing/cluster.ts'
import { requireCopies } from '#server/testing/copies.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { openRelay } from '#server/testing/relay.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { createSessions } from '#server/users/sessions.ts'
import { virtualClock } from '../clock.ts'
import { withIdempotency } from '../idempotency.ts'
import { leaseProcessNumber } from '../process-lease.ts'
import { type Database, openDatabase } from './database.ts'

const START = 1_670_889_600_000

/** A PostgreSQL that copies to another before it answers a commit: the copy is away, or takes over. */

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A private cluster, and somebody beside who waits for no copy. */
async function openCluster(options: Parameters<typeof startCluster>[0] = {}) {
  const cluster = await startCluster({ fsync: false, ...options })
  ends.push(() => cluster.stop())
  const admin = new pg.Client({ connectionString: urlOf(cluster.port), application_name: 'admin' })
  admin.on('error', () => {})
  await admin.connect()
  ends.push(() => admin.end())
  await admin.query('set synchronous_commit = local')
  /** The sessions whose commit waits for a copy. */
  const waiting = async (): Promise<number[]> => {
    const { rows } = await admin.query(`select pid from pg_stat_activity where wait_event = 'SyncRep'`)
    return rows.map(({ pid }) => pid)
  }
  const cancelled = new Set<string>()
  /** What such a session is doing, and its wait ends early. */
  async function cancel(query: RegExp) {
    const doing = async () => {
      const { rows } = await admin.query(
        `select query, xact_start::text as since from pg_stat_activity where wait_event = 'SyncRep'`,
      )
      // One that is about to end is not the next.
      return rows.filter(({ since }) => !cancelled.has(since))
    }
    await expect
      .poll(doing, TIMEOUT)
      .toEqual([expect.objectContaining({ query: expect.stringMatching(query) })])
    for (const { since } of await doing()) cancelled.add(since)
    await admin.query('select pg_cancel_backend($1)', await waiting())
  }
  return {
    ...{ cluster, admin, waiting, cancel },
    requireCopies: (names: string) => requireCopies(admin, urlOf(cluster.port), names),
  }
}

async function open(cluster: Cluster, more: Partial<Parameters<typeof openDatabase>[0]> = {}) {
  const told: string[] = []
  const database = await openDatabase({
    databaseUrl: more.databaseUrl ?? (await createMigratedDatabase(cluster.port)),
    dataDir: '',
    onConnection: (change) => told.push(change),
    ...more,
  })
  ends.push(() => database.close())
  return { database, told }
}

/** A tape that ticks are appended to one by one, and what it published. */
async function openTapeOn({ db }: Database) {
  const published: unknown[] = []
  const tape = await openTape({
    db,
    key: tapeKeyFrom(new Uint8Array(32).fill(3)),
    clock: virtualClock(START),
    log: () => {},
    publish: (ticks) => published.push(...ticks),
  })
  const tick = { symbol: 'BTC-USDT', price: 100, bid: 99, ask: 101, volume: 5, source: 'simulated' }
  return { tape, published, appendTick: () => tape.append({ ...tick, sourceAtMs: START }, false) }
}

const write = ({ db }: Database, name: string) =>
  db.transaction().execute((tx) => tx.insertInto('system_setting').values({ name, value: '1' }).execute())

const names = async ({ db }: Database) =>
  (await db.selectFrom('system_setting').select('name').orderBy('name').execute()).map(({ name }) => name)

testOnPostgres(
  'a commit whose wait for a copy was cancelled is of unknown outcome, of a transaction as of a statement alone',
  LONG,
  async () => {
    const { cluster, admin, requireCopies, waiting } = await openCluster()
    const { database, told } = await open(cluster)
    await requireCopies('missing')
    const alone = () => database.db.insertInto('system_setting').values({ name: 'b', value: '1' }).execute()
    for (const work of [() => write(database, 'a'), alone]) {
      const outcome = work().then(
        () => 'done',
        (error) => error.code,
      )
      await expect.poll(waiting, TIMEOUT).toHaveLength(1)
      await admin.query('select pg_cancel_backend($1)', await waiting())
      expect(await outcome).toBe('08007')
    }
    // It is there, and the line was never lost.
    expect(await names(database)).toEqual(['a', 'b'])
    expect(told).toEqual([])
    await requireCopies('')
    await write(database, 'c')
    expect(await names(database)).toEqual(['a', 'b', 'c'])
  },
)

testOnPostgres(
  'what a database warns of at every connect has nothing to do with what is asked then',
  LONG,
  async () => {
    const { cluster, admin, requireCopies, cancel } = await openCluster()
    const databaseUrl = await createMigratedDatabase(cluster.port)
    const name = new URL(databaseUrl).pathname.slice(1)
    // As after an update of the system's libraries.
    await admin.query(`update pg_database set datcollversion = 'another' where datname = $1`, [name])
    const warned: unknown[] = []
    const beside = new pg.Client({ connectionString: databaseUrl })
    beside.on('notice', ({ code }) => warned.push(code))
    await beside.connect()
    await beside.end()
    expect(warned).toEqual(['01000'])
    const { database } = await open(cluster, { databaseUrl })
    await write(database, 'a')
    expect(await names(database)).toEqual(['a'])
    // Another warning counts.
    await requireCopies('missing')
    const outcome = write(database, 'b').catch((error) => error.code)
    await cancel(/^commit$/)
    expect(await outcome).toBe('08007')
  },
)

testOnPostgres(
  'that a commit may not last is heard where others want to hear of no warning',
  LONG,
  async () => {
    const { cluster, admin, requireCopies, cancel } = await openCluster()
    const databaseUrl = await createMigratedDatabase(cluster.port)
    await admin.query(`alter role postgres set client_min_messages = error`)
    const { database } = await open(cluster, { databaseUrl })
    await requireCopies('missing')
    const outcome = write(database, 'a').then(
      () => 'done',
      (error) => error.code,
    )
    await cancel(/^commit$/)
    expect(await outcome).toBe('08007')
  },
)

testOnPostgres(
  'whoever asks again under the key of such a commit is told of it when it lasts, and not before',
  LONG,
  async () => {
    const { cluster, admin, requireCopies, waiting } = await openCluster()
    const { database } = await open(cluster)
    let effects = 0
    const attempt = () =>
      database.db
        .transaction()
        .execute((tx) =>
          withIdempotency(
            tx,
            { caller: { customer: 1n as CustomerId }, key: 'k', path: '/p', input: {}, nowMs: 0 },
            async () => ++effects,
          ),
        )
    await requireCopies('missing')
    const first = attempt().catch((error) => error.code)
    await expect.poll(waiting, TIMEOUT).toHaveLength(1)
    await admin.query('select pg_cancel_backend($1)', await waiting())
    expect(await first).toBe('08007')
    const second = attempt()
    let isAnswered = false
    void second.finally(() => {
      isAnswered = true
    })
    await expect.poll(waiting, TIMEOUT).toHaveLength(1)
    expect(isAnswered).toBe(false)
    await requireCopies('')
    expect([await second, effects]).toEqual([1, 1])
  },
)

testOnPostgres('a tick is published when its segment lasts, and not before', LONG, async () => {
  const { cluster, requireCopies, waiting, cancel } = await openCluster()
  const { database } = await open(cluster)
  const { tape, published, appendTick } = await openTapeOn(database)
  await requireCopies('missing')
  appendTick()
  const written = tape.flush()
  await cancel(/^commit$/)
  // It is there, and who looks for it waits as well.
  await cancel(/^commit$/)
  await written
  expect([published, tape.isReady()]).toEqual([[], false])
  const again = tape.flush()
  await expect.poll(waiting, TIMEOUT).toHaveLength(1)
  expect(published).toEqual([])
  await requireCopies('')
  await again
  expect([published.length, tape.isReady()]).toEqual([1, true])
})

testOnPostgres('a commit is waited for no longer than it may, and others go on', LONG, async () => {
  const { cluster, requireCopies, waiting } = await openCluster()
  const { database, told } = await open(cluster, { patience: { silentMs: 60_000, commitMs: 500 } })
  await requireCopies('missing')
  await expect(write(database, 'a')).rejects.toMatchObject({ code: '08006' })
  // Its own session goes on waiting for the copy, whatever became of the connection.
  expect(await waiting()).toHaveLength(1)
  expect(await names(database)).toEqual([])
  expect(told).toEqual(['lost', 'back'])
  await requireCopies('')
  await expect.poll(() => names(database), TIMEOUT).toEqual(['a'])
})

testOnPostgres('a statement that commits by itself is waited for no longer than it may', LONG, async () => {
  const { cluster, requireCopies, waiting } = await openCluster()
  const { database } = await open(cluster, {
    patience: { silentMs: 60_000, statementMs: 500, commitMs: 500 },
  })
  await requireCopies('missing')
  let outcome: unknown
  void database.db
    .insertInto('system_setting')
    .values({ name: 'a', value: '1' })
    .execute()
    .catch((error) => {
      outcome = error.code
    })
  await expect.poll(() => outcome, TIMEOUT).toBe('08006')
  expect(await waiting()).toHaveLength(1)
  await requireCopies('')
  await expect.poll(() => names(database), TIMEOUT).toEqual(['a'])
})

testOnPostgres(
  'while copies stay away writes are refused at once, no more sessions wait than before, reads go on, and it ends by itself',
  LONG,
  async () => {
    const { cluster, requireCopies, waiting } = await openCluster()
    const databaseUrl = await createMigratedDatabase(cluster.port)
    const told: string[] = []
    // Longer than a busy machine needs for a commit.
    const patience = { silentMs: 60_000, commitMs: 4_000 }
    const onCopies = (change: string) => told.push(change)
    const { database } = await open(cluster, { databaseUrl, patience, onCopies })
    const { db } = database
    const outcomeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error) => error.code,
      )
    expect([database.commitWaitMs(), await outcomeOf(write(database, 'before'))]).toEqual([0, 'done'])
    const clock = virtualClock(START)
    const { id, token } = await addTestCustomer(db, clock)
    await requireCopies('missing')
    expect(await outcomeOf(write(database, 'a'))).toBe('08006')
    const atFirst = await waiting()
    expect(atFirst).toHaveLength(1)
    await expect.poll(() => told, TIMEOUT).toEqual(['away'])
    expect(database.commitWaitMs()).toBeGreaterThanOrEqual(patience.commitMs)

    // More than there are connections, in transactions and alone, of a process that is started now too.
    const { database: another } = await open(cluster, { databaseUrl, patience, onCopies })
    expect(told).toEqual(['away', 'away'])
    const alone = () => db.insertInto('system_setting').values({ name: 'c', value: '1' }).execute()
    const many = Array.from({ length: 20 }, () => [write(database, 'b'), alone(), write(another, 'd')]).flat()
    expect(new Set(await Promise.all(many.map(outcomeOf)))).toEqual(new Set(['25006']))
    expect(await waiting()).toEqual(atFirst)
    expect(await names(database)).toEqual(['before'])
    const inTransaction = db
      .transaction()
      .execute((tx) => tx.selectFrom('system_setting').select('name').execute())
    expect(await inTransaction).toEqual([{ name: 'before' }])
    // That somebody was seen now is left out.
    clock.advance(2 * MINUTE_MS)
    expect((await createSessions(db, clock).authenticate(token))?.id).toBe(id)

    await requireCopies('')
    await expect.poll(() => told, TIMEOUT).toEqual(['away', 'away', 'back', 'back'])
    expect([await outcomeOf(write(database, 'e')), await outcomeOf(write(another, 'f'))]).toEqual([
      'done',
      'done',
    ])
    // What waited is there, what was refused is not.
    expect(await names(database)).toEqual(['a', 'before', 'e', 'f'])
    expect(database.commitWaitMs()).toBe(0)
  },
)

testOnPostgres(
  'a process that is started while copies are away begins when they are back',
  LONG,
  async () => {
    const { cluster, requireCopies, waiting } = await openCluster()
    const databaseUrl = await createMigratedDatabase(cluster.port)
    const patience = { silentMs: 60_000, commitMs: 500 }
    const { database } = await open(cluster, { databaseUrl, patience })
    await requireCopies('missing')
    await expect(write(database, 'a')).rejects.toMatchObject({ code: '08006' })
    // It knows from its first look that copies are away.
    const { database: another } = await open(cluster, { databaseUrl, patience })
    const lease = leaseProcessNumber(another.db)
    // What it asks for next is refused as its number was.
    await expect(write(another, 'b')).rejects.toMatchObject({ code: '25006' })
    expect(await waiting()).toHaveLength(1)
    await requireCopies('')
    const { number, release } = await lease
    ends.push(release)
    const { rows } = await sql<{ number: number }>`select number from process_lease`.execute(another.db)
    expect(rows).toEqual([{ number }])
  },
)

testOnPostgres(
  'a statement that commits by itself gives its connection back when a commit has waited for too long',
  LONG,
  async () => {
    const { cluster, requireCopies, waiting } = await openCluster()
    // Longer than the test may take.
    const patience = { silentMs: 60_000, statementMs: LONG.timeout, commitMs: 500 }
    const { database } = await open(cluster, { patience })
    await requireCopies('missing')
    const alone = database.db
      .insertInto('system_setting')
      .values({ name: 'a', value: '1' })
      .execute()
      .catch((error) => error.code)
    await expect.poll(waiting, TIMEOUT).toHaveLength(1)
    await expect(write(database, 'b')).rejects.toMatchObject({ code: '08006' })
    expect(await alone).toBe('08006')
    await requireCopies('')
    await expect.poll(() => names(database), TIMEOUT).toEqual(['a', 'b'])
  },
)

testOnPostgres(
  'a tape whose segment waits for a copy is not ready, as soon as commits end',
  LONG,
  async () => {
    const { cluster, requireCopies } = await openCluster()
    const { database } = await open(cluster, { patience: { silentMs: 60_000, commitMs: 500 } })
    const { tape, published, appendTick } = await openTapeOn(database)
    await requireCopies('missing')
    appendTick()
    const written = tape.flush()
    await expect.poll(() => tape.isReady(), TIMEOUT).toBe(false)
    await requireCopies('')
    await written
    const flushed = async () => {
      await tape.flush()
      return [published.length, tape.isReady()]
    }
    // Writes are taken again once it is seen that no commit waits.
    await expect.poll(flushed, TIMEOUT).toEqual([1, true])
  },
)

testOnPostgres(
  'T89: a machine that goes silent is given up, its standby is refused, reading too, until it takes over, and what was committed is there',
  LONG,
  async () => {
    const { cluster, requireCopies } = await openCluster()
    const url = new URL(await createMigratedDatabase(cluster.port))
    const copy = await openCluster({
      lay: (data) =>
        asPostgres('pg_basebackup', ['-D', data, '-d', urlOf(cluster.port), '-R', '--checkpoint=fast']),
    })
    await requireCopies('*')
    const relay = await openRelay(cluster.port)
    ends.push(() => relay.close())
    url.port = String(relay.port)
    const { database, told } = await open(cluster, {
      databaseUrl: url.href,
      patience: { silentMs: 5_000, commitMs: 60_000 },
    })
    await write(database, 'before')

    const locked = Promise.withResolvers<void>()
    const isSilent = Promise.withResolvers<void>()
    const underWay = database.db.transaction().execute(async (tx) => {
      await tx.insertInto('system_setting').values({ name: 'under way', value: '1' }).execute()
      locked.resolve()
      await isSilent.promise
      await sql`select 1`.execute(tx)
    })
    await locked.promise
    relay.hush(true)
    isSilent.resolve()
    await expect(underWay).rejects.toMatchObject({ code: '08006' })
    expect(told.at(-1)).toBe('lost')

    relay.turnTo(copy.cluster.port)
    relay.hush(false)
    const outcome = () =>
      write(database, 'after').then(
        () => 'done',
        (error) => error.code,
      )
    await expect.poll(outcome, TIMEOUT).toBe('25006')
    // What it has may be old: nothing is decided by it either.
    await expect(names(database)).rejects.toMatchObject({ code: '25006' })
    await copy.admin.query('select pg_promote()')
    await expect.poll(outcome, TIMEOUT).toBe('done')
    expect(await names(database)).toEqual(['after', 'before'])
    expect(told.at(-1)).toBe('back')
  },
)

testOnPostgres('T89: a connection to what has become a standby is given up', LONG, async () => {
  const { cluster, admin } = await openCluster()
  const { database } = await open(cluster)
  // A session that writes nothing any more, as those of a server that was replaced.
  const pidOf = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)).rows[0]!.pid
  const before = await pidOf()
  await sql`set default_transaction_read_only = on`.execute(database.db)
  expect(await pidOf()).toBe(before)
  await expect(write(database, 'a')).rejects.toMatchObject({ code: expect.stringMatching(/^(25006|08006)$/) })
  await write(database, 'a')
  expect(await pidOf()).not.toBe(before)
  expect((await admin.query('select 1')).rowCount).toBe(1)
})
