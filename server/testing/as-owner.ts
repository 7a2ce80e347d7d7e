import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { APP_ROLE } from '#server/platform/db/database.ts'

/** Does to the tables what only somebody with the owner's rights can do, past every trigger: for audits to find. */
export const alterAsOwner = ({ db }: Pick<Database, 'db'>, ...statements: RawBuilder<unknown>[]) =>
  db.transaction().execute(async (tx) => {
    await sql`reset role`.execute(tx)
    await sql`set local session_replication_role = 'replica'`.execute(tx)
    for (const statement of statements) await statement.execute(tx)
    await sql`set role ${sql.ref(APP_ROLE)}`.execute(tx)
  })

/** Runs statements with the rights of the tables' owner, as somebody with the database's password could: triggers hold. */
export const runAsOwner = ({ db }: Pick<Database, 'db'>, ...statements: string[]) =>
  db.connection().execute(async (connection) => {
    await sql`reset role`.execute(connection)
    try {
      for (const statement of statements) await sql.raw(statement).execute(connection)
    } finally {
      await sql`set role ${sql.ref(APP_ROLE)}`.execute(connection)
    }
  })
