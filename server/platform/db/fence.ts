import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'

/**
 * Takes over what has one writer: a table of one row with a number, the fence, that each of the writer's
 * transactions locks and compares. Nothing of an earlier writer is written from then on; one that is being
 * written is waited for.
 *
 * Returns: the number that is now the writer's own.
 */
export async function raiseFence(db: Db | Tx, table: 'spot_engine' | 'tape_writer'): Promise<bigint> {
  const { rows } = await sql<{ fence: bigint }>`
    update ${sql.table(table)} set fence = fence + 1 returning fence`.execute(db)
  return rows[0]!.fence
}
