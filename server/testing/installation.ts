import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openSealer } from '#server/platform/sealer.ts'
import { readSettings } from '#server/platform/settings.ts'
import { ENVIRONMENT_SETTING } from '../environment.ts'
import { createTestDatabaseUrl, testDatabaseKind } from './database.ts'
import { migratedFolder } from './workdir.ts'

/** An installation that was started once and is not running, for commands that open its database themselves. */
export interface Installation {
  readonly folder: string
  /** The settings that name it. */
  readonly env: Readonly<Record<string, string>>
  /** Opens its database for a moment. */
  inside<T>(work: (database: Database) => Promise<T>): Promise<T>
}

/** Makes an installation as its first start leaves it. */
export async function openInstallation(): Promise<Installation> {
  const folder = migratedFolder()
  const env: Record<string, string> = { DATA_DIR: folder }
  if (testDatabaseKind === 'postgres') env.DATABASE_URL = await createTestDatabaseUrl()
  async function inside<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase(readSettings(env))
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  // What the first start does.
  await openSealer(folder)
  await inside(({ db }) =>
    db
      .insertInto('system_setting')
      .values({ name: ENVIRONMENT_SETTING, value: JSON.stringify('demo') })
      .execute(),
  )
  return { folder, env, inside }
}
