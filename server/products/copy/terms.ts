import { sql } from 'kysely'
import { type CopyTerms, firstCopyTerms, type OfferedCopyTerms } from '#domain/copy/offered-terms.ts'
import { units } from '#domain/money/amount.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The terms of copying: rows that are only ever added. */

interface TermsRow {
  readonly version: number
  readonly min_amount: bigint
  readonly max_amount: bigint
  readonly max_slippage_bps: number
  readonly equity_bps: number
  readonly max_share_bps: number
  readonly max_relations: number
  readonly max_followers: number
}

/** All terms that there were, oldest first: a relation keeps those it began with. */
export async function allCopyTerms(db: Db | Tx): Promise<CopyTerms[]> {
  const { rows } = await sql<TermsRow>`select * from copy_terms order by version`.execute(db)
  return [firstCopyTerms(), ...rows.map(toTerms)]
}

/** The terms for relations to come. */
export const newestCopyTerms = async (db: Db | Tx): Promise<CopyTerms> => (await allCopyTerms(db)).at(-1)!

const toTerms = (row: TermsRow): CopyTerms => ({
  version: row.version,
  ...{ minAmount: units(row.min_amount), maxAmount: units(row.max_amount) },
  ...{ maxSlippageBps: row.max_slippage_bps, equityBps: row.equity_bps, maxShareBps: row.max_share_bps },
  ...{ maxRelations: row.max_relations, maxFollowers: row.max_followers },
})

/** Adds the next terms. Only one of two that follow the same version can be added. */
export async function insertCopyTerms(
  tx: Tx,
  version: number,
  terms: OfferedCopyTerms,
  proposal: bigint,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into copy_terms values (${version}::integer, ${terms.minAmount}::bigint, ${terms.maxAmount}::bigint,
      ${terms.maxSlippageBps}::integer, ${terms.equityBps}::integer, ${terms.maxShareBps}::integer,
      ${terms.maxRelations}::integer, ${terms.maxFollowers}::integer, ${proposal}::bigint,
      ${new Date(nowMs)}::timestamptz)`.execute(tx)
}
