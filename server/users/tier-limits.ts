import { sql } from 'kysely'
import type { TierLimits } from '#domain/eligibility/limits.ts'
import { units } from '#domain/money/amount.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/**
 * The limits of the tiers as they are now. What decides a request reads them in its own transaction: no process keeps them, so
 * that none decides by others once two operators have changed them.
 */
export async function newestTierLimits(db: Db | Tx): Promise<TierLimits> {
  const { rows } = await sql<{
    version: number
    withdrawal_basic: bigint
    withdrawal_advanced: bigint
    otc_basic: bigint
    otc_advanced: bigint
  }>`select * from tier_limits order by version desc limit 1`.execute(db)
  const row = rows[0]!
  return {
    version: row.version,
    withdrawalBasic: units(row.withdrawal_basic),
    withdrawalAdvanced: units(row.withdrawal_advanced),
    otcBasic: units(row.otc_basic),
    otcAdvanced: units(row.otc_advanced),
  }
}

/** Adds the next limits, for requests to come. Refuses: (the database) a version that two add at once. */
export async function insertTierLimits(
  tx: Tx,
  limits: Omit<TierLimits, 'version'>,
  proposal: bigint,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into tier_limits (version, withdrawal_basic, withdrawal_advanced, otc_basic, otc_advanced, proposal, created_at)
    select max(version) + 1, ${limits.withdrawalBasic}::bigint, ${limits.withdrawalAdvanced}::bigint,
      ${limits.otcBasic}::bigint, ${limits.otcAdvanced}::bigint, ${proposal}::bigint, ${new Date(nowMs)}::timestamptz
    from tier_limits`.execute(tx)
}
