import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { PGliteClient } from './client.ts'

const CHECKPOINT_EVERY_MS = 5_000
const VACUUM_EVERY_MS = 10 * 60_000
const WRITES_WORTH_A_CHECKPOINT = 1_000

/**
 * Kysely on the embedded database.
 *
 * The embedded database has one session, so whoever holds the connection holds it alone until it is
 * released: a transaction never sees another's statements. (Kysely's own PGlite dialect hands the one
 * connection to everybody at once.) Upkeep that a server does by itself is done here between transactions, and
 * `sessionSetup` again behind it. Without that the session stays its owner's and has no upkeep: for migrations alone,
 * since two dialects of one client know nothing of each other's transactions.
 */
export function pgliteDialect(client: PGliteClient, sessionSetup?: string): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => singleSessionDriver(client, sessionSetup),
  }
}

function singleSessionDriver(client: PGliteClient, sessionSetup: string | undefined): Driver {
  let lastTurn: Promise<void> = Promise.resolve()
  let endTurn: () => void = () => {}
  let writes = 0
  const timers: NodeJS.Timeout[] = []

  /** Waits for everybody before, then holds the session until `endTurn`. */
  async function takeTurn() {
    const before = lastTurn
    const turn = Promise.withResolvers<void>()
    lastTurn = turn.promise
    await before
    endTurn = turn.resolve
  }

  async function maintain(setup: string, statement: string) {
    await takeTurn()
    try {
      await client.query('RESET ROLE')
      await client.query(statement)
    } catch {
      // A failed checkpoint shows at the next commit, where somebody can be told.
    } finally {
      await client.query(setup).catch(() => {})
      endTurn()
    }
  }

  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, affected } = await client.query(sql, parameters)
      writes += affected ?? 0
      return { rows: rows as R[], ...(affected === undefined ? {} : { numAffectedRows: BigInt(affected) }) }
    },
    // biome-ignore lint/correctness/useYield: the interface asks for a generator
    async *streamQuery() {
      throw new Error('streaming is not offered; read in pages')
    },
  }
  const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql))

  return {
    async init() {
      if (sessionSetup === undefined) return
      await client.query(sessionSetup)
      const checkpoint = () => {
        if (writes < WRITES_WORTH_A_CHECKPOINT) return
        writes = 0
        void maintain(sessionSetup, 'CHECKPOINT')
      }
      timers.push(setInterval(checkpoint, CHECKPOINT_EVERY_MS).unref())
      timers.push(setInterval(() => void maintain(sessionSetup, 'VACUUM ANALYZE'), VACUUM_EVERY_MS).unref())
    },
    async acquireConnection() {
      await takeTurn()
      return connection
    },
    async beginTransaction() {
      await run('BEGIN')
    },
    async commitTransaction() {
      await run('COMMIT')
    },
    async rollbackTransaction() {
      await run('ROLLBACK')
    },
    async releaseConnection() {
      endTurn()
    },
    async destroy() {
      for (const timer of timers) clearInterval(timer)
      await lastTurn
      await client.query('RESET ROLE').catch(() => {})
      await client.query('CHECKPOINT').catch(() => {})
      await client.close()
    },
  }
}
