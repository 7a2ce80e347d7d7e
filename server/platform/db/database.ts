import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Dialect, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { lockFolder } from '../folder-lock.ts'
import { isTracing } from '../tracing.ts'
import { boundedClient, cut } from './bounded.ts'
import { type CommitWaits, commitWaitsOf, commitWaitsQuestion, NO_WAITS } from './commit-waits.ts'
import { isUnavailable, READ_ONLY } from './errors.ts'
import { hasLeases, migrate, requireMigrated, wouldMigrate } from './migrate.ts'
import { openPGlite } from './pglite/client.ts'
import { pgliteDialect } from './pglite/dialect.ts'
import { PreparingClient } from './prepared.ts'
import { watchForSilence } from './silence.ts'
import { named, withSqlstates } from './sqlstates.ts'
import type { Tables } from './tables.ts'
import { withTraces } from './traces.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export interface Database {
  readonly db: Db
  /**
   * The same with connections of its own, for the single writers (engines and tape): what customers read
   * cannot take them away. The embedded database has one session for all.
   */
  readonly writers: Db
  /** The same for what is renewed by the second: leases, however much others read. */
  readonly leases: Db
  readonly kind: 'pglite' | 'postgres'
  /** The connections of each pool; none of the embedded database, which has one session for all. */
  pools(): readonly PoolUse[]
  /** How long its longest commit has waited for a copy on another machine, when it was looked last; 0 where none waits. */
  commitWaitMs(): number
  /** Refuses: (by throwing) a schema that another version has changed since it was opened. */
  requireMigrated(): Promise<void>
  close(): Promise<void>
}

/** How much of a pool of connections is used. */
export interface PoolUse {
  readonly name: 'calls' | 'writers'
  readonly max: number
  readonly used: number
  /** How many wait for one. */
  readonly waiting: number
}

/** Called once when the database went away, and once that it is back. */
export type OnConnection = (change: 'lost' | 'back', error?: Error) => void

/**
 * Called once when a commit has waited for a copy for longer than it may, so that all writes are refused, and once when
 * no commit does any more.
 */
export type OnCopies = (change: 'away' | 'back') => void

export type MayMigrate = (
  db: Db,
  wouldMigrate: () => Promise<boolean>,
) => Promise<(() => Promise<void>) | undefined>

/** Called when the embedded database ended by itself: it never comes back to this process. */
export type OnFatal = (error: Error) => void

/** The role queries run as; it has only the grants that the migrations give it. */
export const APP_ROLE = 'plumb_app'

/** What a commit warns of has to be heard, whatever the settings of a role or a database. */
const HEARS_WARNINGS = 'SET client_min_messages = warning'
const SESSION_SETUP = `SET ROLE ${APP_ROLE}`
/** How long a stalled process can hold locks that others need. */
const STALL_MS = 10_000
const LOCK_TIMEOUT = "SET lock_timeout = '5s'"
const INT8 = 20
const TIMESTAMPTZ = 1184
const POOL_SIZE = 12
/** A batch each of a few engines, the tape, and an outcome that is looked up. */
const WRITERS_POOL_SIZE = 4
/** Of each of two leases: one whose answer is still waited for, and the next. */
const LEASE_POOL_SIZE = 4
/** How long a connection may take to be made, and then its session to be set up. */
const CONNECT_TIMEOUT_MS = 5_000
const CLOSE_TIMEOUT_MS = 1_000
/** Whether the database that a session leads to is a copy of another, which takes no writes. */
const IS_STANDBY = 'SELECT pg_is_in_recovery() AS standby'
const KEEP_ALIVE_MS = 10_000

/** How long a PostgreSQL is waited for that says nothing. */
export interface Patience {
  /** Nothing was heard of it at all: its connections count as lost then. */
  readonly silentMs: number
  /** What a statement does, without the commit. */
  readonly statementMs: number
  /** A commit, which waits for a second machine as well where there is one. */
  readonly commitMs: number
}

const PATIENCE: Patience = { silentMs: 20_000, statementMs: 60_000, commitMs: 10_000 }

/**
 * Opens the database, brings its schema up to date unless told otherwise, and gives up the owner's rights.
 *
 * With `databaseUrl` that PostgreSQL, else the embedded one in `dataDir`. Both run the same schema,
 * the same queries, and the same restricted role.
 *
 * Refuses: with one clear sentence when the folder is in use or damaged, or the server cannot be reached.
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  /** The file of a dump that a database in memory begins with: tests make one and load it often. */
  snapshot?: string | undefined
  /** Whether this process brings the schema up to date, as it does by default; otherwise one of its version has done so. */
  migrates?: boolean
  /**
   * Comes when this process may change the tables of a PostgreSQL: until then another one may go by them. A database that
   * has none yet is made first. `wouldMigrate` tells whether there is anything to change now. What it is given has connections
   * of its own for as long as the database is open: a lease is renewed by it however much others read.
   *
   * Returns: what to undo should the database not be opened after all.
   */
  mayMigrate?: MayMigrate | undefined
  /** How long a transaction of the writers may stand still, where it is less than others may: who takes over waits for it. */
  writersStallMs?: number | undefined
  onConnection?: OnConnection
  onCopies?: OnCopies
  onFatal?: OnFatal
  /** Tests have less. */
  patience?: Partial<Patience>
}): Promise<Database> {
  const { dataDir, snapshot, migrates = true, mayMigrate, onFatal = () => {} } = options
  const patience = { ...PATIENCE, ...options.patience }
  return options.databaseUrl
    ? openPostgres(options.databaseUrl, {
        prepare: migrates ? migrate : requireMigrated,
        mayPrepare: migrates ? mayMigrate : undefined,
        writersStallMs: options.writersStallMs,
        onConnection: options.onConnection,
        onCopies: options.onCopies,
        patience,
      })
    : openEmbedded(dataDir, { snapshot, migrates, onFatal })
}

async function openEmbedded(
  dataDir: string,
  { snapshot, migrates, onFatal }: { snapshot: string | undefined; migrates: boolean; onFatal: OnFatal },
): Promise<Database> {
  const inMemory = dataDir === 'memory://'
  const lock = inMemory ? undefined : await lockFolder(dataDir)
  try {
    const folder = inMemory ? dataDir : join(dataDir, 'pg')
    if (!migrates && !isWhole(dataDir, folder)) throw new Error(`there is no database in ${dataDir}`)
    const isMade = inMemory ? () => {} : beginFolder(dataDir, folder)
    const onExit = (why: string) =>
      onFatal(new Error(`the embedded database ended by itself (${why}); start Plumb again`))
    const client = await openPGlite(folder, onExit, snapshot).catch((error: Error) => {
      throw new Error(
        `the database in ${folder} cannot be opened (${firstLine(error)}); restore a backup, or move it away to begin anew`,
        { cause: error },
      )
    })
    isMade()
    const owner = new Kysely<Tables>({ dialect: pgliteDialect(client) })
    const prepare = migrates ? migrate : requireMigrated
    await prepare(owner).catch(async (error: Error) => {
      await client.close()
      throw new Error(`the database in ${folder} cannot be used: ${firstLine(error)}`, { cause: error })
    })
    await client.query(SESSION_SETUP)
    const db = new Kysely<Tables>({ dialect: served(pgliteDialect(client, SESSION_SETUP)) })
    return {
      db,
      writers: db,
      leases: db,
      kind: 'pglite',
      pools: () => [],
      requireMigrated: async () => {},
      commitWaitMs: () => 0,
      async close() {
        await db.destroy()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

const markIn = (dataDir: string): string => join(dataDir, 'pg.unfinished')

/** Whether a folder has a database that was made to its end. */
const isWhole = (dataDir: string, folder: string): boolean =>
  existsSync(folder) && !existsSync(markIn(dataDir))

/**
 * A database that is still being made is marked as such: a start that was killed meanwhile leaves half of
 * one, in which nothing was ever acknowledged, and the next start begins again.
 *
 * Returns: what to call when it is made.
 */
function beginFolder(dataDir: string, folder: string): () => void {
  const mark = markIn(dataDir)
  if (existsSync(mark)) rmSync(folder, { recursive: true, force: true })
  else if (existsSync(folder)) return () => {}
  writeFileSync(mark, '')
  return () => {
    rmSync(mark)
    // The mark must not come back after a loss of power: it would have everything made since removed.
    const handle = openSync(dataDir, 'r')
    fsyncSync(handle)
    closeSync(handle)
  }
}

async function openPostgres(
  url: string,
  options: {
    prepare: (owner: Kysely<Tables>) => Promise<void>
    mayPrepare: MayMigrate | undefined
    writersStallMs: number | undefined
    onConnection?: OnConnection | undefined
    onCopies?: OnCopies | undefined
    patience: Patience
  },
): Promise<Database> {
  const { prepare, mayPrepare = async () => undefined, patience } = options
  const { onConnection = () => {}, onCopies = () => {}, writersStallMs = STALL_MS } = options
  const types = parsers()
  const where = {
    connectionString: url,
    application_name: 'plumb',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  }
  const connect = (max: number, others: pg.PoolConfig) =>
    new pg.Pool({ ...where, max, types, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...others })

  let isLost = false
  const lost = (error: Error) => {
    if (!isLost) onConnection('lost', error)
    isLost = true
  }

  let waits = NO_WAITS
  /** A commit waits for a copy that is away: another one would as well. */
  let isWaiting = false
  const BoundedClient = boundedClient({ ...patience, mayWrite: () => !isWaiting })
  const live = new Set<pg.Client>()

  function see(seen: CommitWaits): void {
    const wasWaiting = isWaiting
    waits = seen
    isWaiting = seen.longestMs >= patience.commitMs
    if (isWaiting !== wasWaiting) onCopies(isWaiting ? 'away' : 'back')
    if (!isWaiting) return
    // No copy comes soon: whoever waits for one holds a connection that reads need, a statement alone for a minute.
    for (const client of live)
      if (seen.pids.includes(processOf(client))) cut(client, 'no copy takes what is committed')
  }

  const pools: { readonly name: PoolUse['name']; readonly pool: pg.Pool }[] = []

  function open(name: PoolUse['name'] | undefined, max: number, stallMs: number): Db {
    // By the pool's own hook: a client whose session cannot be set up is given up by the pool. Who sets it up
    // after it was lent out has to give it back as well, also when that fails.
    const onConnect = (client: pg.ClientBase) => setUp(client, stallMs, patience.statementMs)
    const pool = connect(max, { Client: BoundedClient, onConnect })
    pool.on('connect', (client) => live.add(client))
    pool.on('remove', (client) => live.delete(client))
    if (name) pools.push({ name, pool })
    pool.on('error', lost)
    pool.on('connect', () => {
      if (isLost) onConnection('back')
      isLost = false
    })
    // A connection that breaks while it is lent out tells only its own listeners, and without one the
    // process would end. Its first error says why: one that stood still too long is ended alone.
    pool.on('connect', (client) => {
      client.once('error', (error) => isUnavailable(named(error)) && lost(error))
      client.on('error', () => {})
    })
    return new Kysely<Tables>({ dialect: served(new PostgresDialect({ pool })) })
  }

  /**
   * Without the bounds of the others: a migration takes as long as it takes, and its commit waits for as long as copies are away.
   *
   * An attempt that was dropped, as its process ended or its connection broke, may commit later, and does no harm. Until then
   * its session keeps the lock of migrations, which every other attempt, of an older version too, takes before it reads which
   * have been run: it goes on from there, or refuses what is newer than itself. And one whose wait for a copy somebody ended stands
   * before all that is acknowledged later in the log that copies follow: none of that is on a copy without it.
   */
  async function asOwner<T>(work: (owner: Kysely<Tables>) => Promise<T>): Promise<T> {
    const owner = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: connect(1, { Client: PreparingClient }) }),
    })
    try {
      return await work(owner)
    } catch (error) {
      const why = `the database at ${whereOf(url)} cannot be used: ${firstLine(error as Error)}`
      // Whether it may pass, its code tells.
      throw Object.assign(new Error(why), { code: (named(error) as { code?: string }).code })
    } finally {
      await owner.destroy()
    }
  }

  const [db, writers, leases] = [
    open('calls', POOL_SIZE, STALL_MS),
    open('writers', WRITERS_POOL_SIZE, writersStallMs),
    open(undefined, LEASE_POOL_SIZE, STALL_MS),
  ]
  const watch = watchForSilence<Parameters<typeof commitWaitsOf>[0][number]>(where, {
    silentMs: patience.silentMs,
    question: commitWaitsQuestion(patience.statementMs),
    onAnswer: (rows) => see(commitWaitsOf(rows)),
    onSilent(error) {
      lost(error)
      for (const client of live) cut(client, error.message)
    },
  })
  // What a query of somebody who has gone still does is not waited for: uncommitted, it is rolled back.
  async function close() {
    const closed = Promise.all([db.destroy(), writers.destroy(), leases.destroy(), watch.stop()])
    await Promise.race([closed, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  }
  const mayBegin = () => mayPrepare(leases, () => asOwner(wouldMigrate))
  let undo: (() => Promise<void>) | undefined
  try {
    const isMade = await asOwner(hasLeases)
    // Whoever is started again and again while copies are away would else leave a commit that waits each time.
    await watch.begun
    if (isMade) undo = await mayBegin()
    await asOwner(prepare)
    if (!isMade) undo = await mayBegin()
  } catch (error) {
    await undo?.()
    await close()
    throw error
  }
  return {
    ...{ db, writers, leases, kind: 'postgres', close },
    requireMigrated: () => asOwner(requireMigrated),
    commitWaitMs: () => waits.longestMs,
    pools: () =>
      pools.map(({ name, pool }) => ({
        ...{ name, max: pool.options.max, waiting: pool.waitingCount },
        used: pool.totalCount - pool.idleCount,
      })),
  }
}

/** How values are read: counts and amounts as bigint, moments as milliseconds. */
export function parsers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, BigInt)
  types.setTypeParser(TIMESTAMPTZ, (text) => Date.parse(text))
  return types
}

/** Refuses: (by throwing) a standby. What is written there fails, and what is read may be old. */
async function setUp(client: pg.ClientBase, stallMs: number, statementMs: number): Promise<void> {
  const stall = `SET idle_in_transaction_session_timeout = ${stallMs}; SET statement_timeout = ${statementMs}`
  const text = `${stall}; ${HEARS_WARNINGS}; ${LOCK_TIMEOUT}; ${SESSION_SETUP}; ${IS_STANDBY}`
  const query = { text, query_timeout: CONNECT_TIMEOUT_MS }
  // One for each statement.
  const results = (await client.query(query)) as unknown as readonly pg.QueryResult[]
  if (!results.at(-1)!.rows[0].standby) return
  throw Object.assign(new Error('it is a standby and takes no writes'), { code: READ_ONLY })
}

/** The process that PostgreSQL has for a connection, which the driver's types leave out. */
const processOf = (client: pg.Client): number =>
  (client as unknown as { readonly processID: number }).processID

/** What queries of the server go through. */
function served(dialect: Dialect): Dialect {
  const named = withSqlstates(dialect)
  return isTracing() ? withTraces(named) : named
}

const firstLine = (error: Error) =>
  (error.message || String((error as { code?: string }).code ?? error)).split('\n')[0]

/** Where a database is, and nothing of who signs in to it how. */
function whereOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  return `postgres://${searchParams.get('host') ?? host}${pathname}`
}
