import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/db/database.ts'
import { whenWeAreGone } from '#server/platform/undertaker.ts'
import type { Ground } from './kills.ts'

/** A data folder of its own that is gone with the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-proof-'))
  whenWeAreGone('sleep 1; rm -rf "$1"', folder)
  return folder
}

/** A server on the embedded database (no `databaseUrl`), or on a PostgreSQL. */
export function groundOf(databaseUrl?: string): Ground {
  const dataDir = temporaryFolder()
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
