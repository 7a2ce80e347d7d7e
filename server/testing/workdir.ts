import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { runAfterExit } from '#server/platform/exit-cleanup.ts'
import { SNAPSHOT } from './database.ts'
import type { ServerSettings } from './server-process.ts'

/** Where a server keeps its data, and how to look into it from beside. */
export interface Workdir {
  readonly settings: ServerSettings
  /** Opens the database for a moment; the server is not running then. */
  inspect<T>(look: (db: Db) => Promise<T>): Promise<T>
}

/** Where Linux keeps files in memory, and how much must be free there to be used. */
const IN_MEMORY = '/dev/shm'
const ROOMY_BYTES = 4 * 1024 ** 3

/**
 * In memory, where there is room: a killed process leaves the same behind there as on a disk, and a commit does not
 * wait for one. (What a loss of power leaves behind no test can see.)
 */
const parent = ((): string => {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ROOMY_BYTES ? IN_MEMORY : tmpdir()
})()

/** A data folder of its own that is gone with the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(parent, 'plumb-proof-'))
  runAfterExit('sleep 1; rm -rf "$1"', folder)
  return folder
}

/** A data folder of its own whose database is migrated and empty: a start has that much less to do. */
export function migratedFolder(): string {
  const folder = temporaryFolder()
  layMigrated(folder)
  return folder
}

/** Puts this run's snapshot of the embedded database into a data folder; without one the first start makes it. */
export function layMigrated(dataDir: string): void {
  const snapshot = process.env[SNAPSHOT]
  if (!snapshot) return
  const folder = join(dataDir, 'pg')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xf', snapshot, '-C', folder], { stdio: 'ignore' })
}

/** A server on the embedded database (no `databaseUrl`), or on a PostgreSQL. */
export function workdirOf(databaseUrl?: string): Workdir {
  const dataDir = databaseUrl ? temporaryFolder() : migratedFolder()
  return {
    settings: { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    async inspect(look) {
      const database = await openDatabase({ databaseUrl, dataDir })
      try {
        return await look(database.db)
      } finally {
        await database.close()
      }
    },
  }
}
