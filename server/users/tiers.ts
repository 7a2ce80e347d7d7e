import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { isAtLeast, type Tier } from '#domain/user/tiers.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** How far a customer is verified. */
export async function tierOf(db: Db | Tx, customer: CustomerId): Promise<Tier> {
  const row = await db.selectFrom('customer').select('tier').where('id', '=', customer).executeTakeFirst()
  return row?.tier ?? 'unverified'
}

/**
 * Checks that a customer is verified as far as something takes.
 *
 * Refuses: KYC_REQUIRED.
 */
export async function requireTier(db: Db | Tx, customer: CustomerId, needed: Tier): Promise<void> {
  if (!isAtLeast(await tierOf(db, customer), needed)) throw refusal('KYC_REQUIRED')
}
