import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** How many rows each of these tables has. */
export async function countRows(db: Db, tables: readonly string[]): Promise<bigint[]> {
  const counts: bigint[] = []
  for (const table of tables) {
    const { rows } = await sql<{ count: bigint }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    )
    counts.push(rows[0]!.count)
  }
  return counts
}
