import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as core from './migrations/0001-core.ts'
import * as users from './migrations/0002-users.ts'
import * as markets from './migrations/0003-markets.ts'
import * as spot from './migrations/0004-spot.ts'
import * as wallet from './migrations/0005-wallet.ts'
import * as earn from './migrations/0006-earn.ts'
import * as operatorConsole from './migrations/0007-console.ts'
import * as treasury from './migrations/0008-treasury.ts'
import * as engine from './migrations/0009-engine.ts'
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
  '0008-treasury': treasury,
  '0009-engine': engine,
}

/**
 * Brings the schema up to date.
 *
 * Refuses: a database written by a newer version of the product.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
