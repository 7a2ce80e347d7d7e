import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { isAtLeast, type Tier } from '#domain/user/tiers.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/**
 * Checks that a customer is verified as far as something takes.
 *
 * Refuses: KYC_REQUIRED.
 */
export async function requireTier(db: Db | Tx, customer: CustomerId, needed: Tier): Promise<void> {
  const row = await db.selectFrom('customer').select('tier').where('id', '=', customer).executeTakeFirst()
  if (!row || !isAtLeast(row.tier, needed)) throw refusal('KYC_REQUIRED')
}
