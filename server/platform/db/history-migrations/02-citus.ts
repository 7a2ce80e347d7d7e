import { type Kysely, sql } from 'kysely'

/**
 * With the extension Citus the entries are distributed by their owner, so that what is asked of one customer is answered by
 * one machine. `history_month` stays on the coordinator, which alone is asked of it. Without the extension nothing changes.
 *
 * Citus opens its connections between the machines as the role that asks: so the application's role may log in there. It has
 * no password, and does what it did before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ has_citus: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as has_citus`.execute(db)
  if (!rows[0]!.has_citus) return
  await sql`ALTER ROLE plumb_app LOGIN`.execute(db)
  await sql`SELECT create_distributed_table('history_entry', 'owner')`.execute(db)
}
