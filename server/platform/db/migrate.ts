import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as core from './migrations/0001-core.ts'
import * as users from './migrations/0002-users.ts'
import * as markets from './migrations/0003-markets.ts'
import * as spot from './migrations/0004-spot.ts'
import * as wallet from './migrations/0005-wallet.ts'
import * as earn from './migrations/0006-earn.ts'
import * as operatorConsole from './migrations/0007-console.ts'
import type { Tables } from './tables.ts'

/** Every migration by name, in the order they run. A product adds its file here. */
const migrations: Record<string, Migration> = {
  '0001-core': core,
  '0002-users': users,
  '0003-markets': markets,
  '0004-spot': spot,
  '0005-wallet': wallet,
  '0006-earn': earn,
  '0007-console': operatorConsole,
}

/**
 * Brings the schema up to date.
 *
 * Returns: whether the database was empty before.
 * Refuses: a database written by a newer version of the product.
 */
export async function migrate(db: Kysely<Tables>): Promise<boolean> {
  const found = await sql<{
    name: string | null
  }>`select to_regclass('kysely_migration')::text as name`.execute(db)
  const isNew = found.rows[0]?.name == null
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  return isNew
}
