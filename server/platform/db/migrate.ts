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
  if (await hasRun(db, MIGRATION_OF_0_8)) {
    throw new Error('it is of version 0.8, which this version cannot read; begin with an empty one')
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Refuses: a database whose schema is not exactly this version's. Changes nothing. */
export async function requireMigrated(db: Kysely<Tables>): Promise<void> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration')::text as name`.execute(db)
  const { rows } =
    tables[0]?.name == null
      ? { rows: [] }
      : await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const own = Object.keys(migrations)
  if (rows.length === own.length && rows.every(({ name }) => own.includes(name))) return
  throw new Error('its schema is of another version, or not there: start the process with the engines first')
}

async function hasRun(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration')::text as name`.execute(db)
  if (tables[0]?.name == null) return false
  const { rows } = await sql`select from kysely_migration where name = ${name}`.execute(db)
  return rows.length > 0
}
