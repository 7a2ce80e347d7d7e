import { type Kysely, sql } from 'kysely'

/** What a version after this one may do to the tables. Fails after it where the environment says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE of_the_newer_version (id bigint PRIMARY KEY)`.execute(db)
  if (process.env.NEWER_VERSION_FAILS) throw new Error('the newer version fails')
}
