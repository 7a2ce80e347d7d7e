import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as core from './migrations/01-core.ts'
import * as users from './migrations/02-users.ts'
import * as markets from './migrations/03-markets.ts'
import * as spot from './migrations/04-spot.ts'
import * as wallet from './migrations/05-wallet.ts'
import * as earn from './migrations/06-earn.ts'
import * as operatorConsole from './migrations/07-console.ts'
import * as treasury from './migrations/08-treasury.ts'
import * as engine from './migrations/09-engine.ts'
import * as listing from './migrations/10-listing.ts'
import type { Tables } from './tables.ts'

/** Every migration by name, in the order they run. A product adds its file here. */
const migrations: Record<string, Migration> = {
  '01-core': core,
  '02-users': users,
  '03-markets': markets,
  '04-spot': spot,
  '05-wallet': wallet,
  '06-earn': earn,
  '07-console': operatorConsole,
  '08-treasury': treasury,
  '09-engine': engine,
  '10-listing': listing,
}

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
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function hasRun(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration')::text as name`.execute(db)
  if (tables[0]?.name == null) return false
  const { rows } = await sql`select from kysely_migration where name = ${name}`.execute(db)
  return rows.length > 0
}
