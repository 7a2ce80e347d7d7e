import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { migrate } from '#server/platform/db/migrate.ts'
import type { PGliteClient } from '#server/platform/db/pglite/client.ts'
import { pgliteDialect } from '#server/platform/db/pglite/dialect.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** A database in memory, as its owner: nothing of it is migrated yet. */
export async function openOwner(): Promise<{ readonly pg: PGlite; readonly owner: Kysely<Tables> }> {
  const pg = await PGlite.create()
  const client: PGliteClient = {
    async query(sql, params) {
      const result = params ? await pg.query(sql, [...params]) : (await pg.exec(sql)).at(-1)
      return { rows: result?.rows ?? [], affected: result?.affectedRows }
    },
    close: () => pg.close(),
  }
  return { pg, owner: new Kysely<Tables>({ dialect: pgliteDialect(client, 'RESET ROLE') }) }
}

/** A dump of an embedded database that was migrated and never used: loading it is much faster than making one. */
export async function dumpMigrated(): Promise<Buffer> {
  const { pg, owner } = await openOwner()
  await migrate(owner)
  await pg.exec('CHECKPOINT')
  const dump = await pg.dumpDataDir('none')
  await owner.destroy()
  return Buffer.from(await dump.arrayBuffer())
}
