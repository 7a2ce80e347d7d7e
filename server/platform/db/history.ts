import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { refusal } from '#domain/errors.ts'
import { APP_ROLE, type OnConnection, parsers } from './database.ts'
import { isContention, isUnavailable } from './errors.ts'
import { citusError, citusState } from './history-citus.ts'
import * as migrations from './history-migrations/all.ts'
import { withSqlstates } from './sqlstates.ts'

/** The tables of the history's database; see `history-migrations`. Statements there are written out. */
export type HistoryDb = Kysely<Record<never, never>>

/** The database that months of the ledger move to. It may be away: then the ledger goes on without it. */
export interface History {
  /**
   * Works on it, once its schema is there.
   *
   * Refuses: SERVICE_UNAVAILABLE while it is away.
   */
  use<T>(work: (db: HistoryDb) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const POOL_SIZE = 4
const CONNECT_TIMEOUT_MS = 2_000
const SESSION_SETUP = `SET statement_timeout = 60000; SET lock_timeout = '5s'; SET ROLE ${APP_ROLE}`

/** A pool whose connections may end at any time: whoever asks next is told. */
function quietPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Refuses: (by throwing) a database that has half of what Citus needs. */
async function requireWholeCitus(query: Parameters<typeof citusState>[0]): Promise<void> {
  const found = citusError(await citusState(query))
  if (found !== undefined) throw new Error(found)
}

/**
 * Opens the history's database. Nothing is asked of it before somebody needs it; `migrates` has this process bring its
 * schema up to date then.
 */
export function openHistory(
  url: string,
  options: { readonly migrates: boolean; readonly onConnection?: OnConnection },
): History {
  const { migrates, onConnection = () => {} } = options
  const where = {
    ...{ connectionString: url, application_name: 'plumb', keepAlive: true },
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  }
  const onConnect = async (client: pg.ClientBase) => {
    await requireWholeCitus(async (text) => (await client.query(text)).rows)
    await client.query(SESSION_SETUP)
  }
  const pool = quietPool({ ...where, max: POOL_SIZE, types: parsers(), onConnect })
  const db: HistoryDb = new Kysely({ dialect: withSqlstates(new PostgresDialect({ pool })) })
  let made: Promise<void> | undefined
  let isLost = false

  async function make(): Promise<void> {
    const dialect = withSqlstates(new PostgresDialect({ pool: quietPool({ ...where, max: 1 }) }))
    const owner = new Kysely<Record<never, never>>({ dialect })
    try {
      await requireWholeCitus(async (text) => (await sql.raw<object>(text).execute(owner)).rows)
      const provider = { getMigrations: async () => ({ ...migrations }) }
      const { error } = await new Migrator({ db: owner, provider }).migrateToLatest()
      if (error) throw error
    } finally {
      await owner.destroy()
    }
  }

  async function ready(): Promise<void> {
    if (!migrates) return
    made ??= make()
    await made.catch((error) => {
      made = undefined
      throw error
    })
  }

  return {
    async use(work) {
      try {
        await ready()
        const answer = await work(db)
        if (isLost) onConnection('back')
        isLost = false
        return answer
      } catch (error) {
        if (isUnavailable(error) && !isLost) {
          isLost = true
          onConnection('lost', error as Error)
        }
        if (isUnavailable(error) || isContention(error)) throw refusal('SERVICE_UNAVAILABLE', {}, error)
        throw error
      }
    },
    close: () => db.destroy(),
  }
}
