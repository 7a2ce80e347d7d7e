import { sql } from 'kysely'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Db, Tx } from './database.ts'

const LAST_ID = 9_223_372_036_854_775_807n

/** The tables whose ids grow with time, and where they say when a row was made. */
const createdAt = {
  transfer: 'created_at',
  spot_order: 'created_at',
  contract_position: 'created_at',
  practice_position: 'created_at',
  option_order: 'accepted_at',
} as const

/** Ids grow with time, but for what was under way together: that is written within a minute. */
export const UNDER_WAY_MS = MINUTE_MS

/**
 * From which id on a table's rows were created at or after each of some moments, as far as ids grow with time: by
 * halving, so that it costs the same however many there are.
 */
export async function firstIdsSince(
  db: Db | Tx,
  table: keyof typeof createdAt,
  moments: readonly number[],
): Promise<bigint[]> {
  const { rows } = await sql<{ low: bigint }>`
    with recursive search (n, at, low, high) as (
      select n, to_timestamp(seconds), 0::bigint, ${LAST_ID}::bigint
      from unnest(${moments.map((atMs) => atMs / SECOND_MS)}::float8[]) with ordinality m (seconds, n)
      union all
      select n, at, case when is_before then mid + 1 else low end, case when is_before then high else mid end
      from (select n, at, low, high, low + (high - low) / 2 as mid from search where low < high) half,
        lateral (select coalesce((
          select ${sql.ref(createdAt[table])} < at from ${sql.table(table)} where id >= mid order by id limit 1
        ), false) as is_before) met
    )
    select low from search where low = high order by n`.execute(db)
  return rows.map(({ low }) => low)
}
