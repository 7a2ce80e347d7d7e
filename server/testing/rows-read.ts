import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** How many rows of tables a query reads, whether or not it shows them: what it costs on any machine. */
export async function rowsRead(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>`
    explain (analyze, timing off, format json) ${query}`.execute(db)
  return Math.round(readBy(rows[0]!['QUERY PLAN'][0]!.Plan))
}

function readBy(node: PlanNode): number {
  const own = node['Relation Name']
    ? node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)
    : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + readBy(child), own * node['Actual Loops'])
}

/** Tells the database what its tables hold, as it does by itself after a while. */
export const analyze = (db: Db): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`reset role`.execute(connection)
    await sql`analyze`.execute(connection)
    await sql`set role plumb_app`.execute(connection)
  })
