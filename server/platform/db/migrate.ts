import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as migrations from './migrations/all.ts'
import type { Tables } from './tables.ts'

/** A migration that version 0.8 ran and no later one has: its tables were made anew in 0.9. */
const MIGRATION_OF_0_8 = '0001-core'

/**
 * Brings the schema up to date.
 *
 * Refuses: a database of version 0.8, and one written by a newer version of the product.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  if ((await namesOfRun(db)).includes(MIGRATION_OF_0_8)) {
    throw new Error('it is of version 0.8, which this version cannot read; begin with an empty one')
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Refuses: a database whose schema is not exactly this version's. Changes nothing. */
export async function requireMigrated(db: Kysely<Tables>): Promise<void> {
  const [run, own] = [await namesOfRun(db), Object.keys(migrations)]
  if (run.length === own.length && run.every((name) => own.includes(name))) return
  throw new Error('its schema is of another version, or not there: start the process with the engines first')
}

/** Whether this version would change the tables of a database that has some. */
export async function wouldMigrate(db: Kysely<Tables>): Promise<boolean> {
  const run = await namesOfRun(db)
  return Object.keys(migrations).some((name) => !run.includes(name))
}

/** Whether a database has the table by which its processes say who has the engines: older ones have not. */
export const hasLeases = (db: Kysely<Tables>): Promise<boolean> => hasTable(db, 'engine_lease')

async function hasTable(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass(${name}) is not null as has`.execute(db)
  return rows[0]!.has
}

/** The migrations that a database has run. */
async function namesOfRun(db: Kysely<Tables>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}
