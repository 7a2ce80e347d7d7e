import { type Kysely, sql } from 'kysely'

/** Chats that wait for an operator, by how long they have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX support_conversation_waiting ON support_conversation (opened_at, number)
      WHERE status = 'waiting'`.execute(db)
}
