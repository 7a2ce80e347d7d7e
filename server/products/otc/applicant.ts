import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { type RecordLine, refusedApplications } from '#server/console/applicant.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findMerchant } from './store.ts'

/** What trades over the counter say of who applies for something that operators review. */

/** Whether a customer is a merchant, was one or applied to be one. */
export const isMerchantApplicant = async (db: Db, customer: CustomerId): Promise<boolean> =>
  (await findMerchant(db, customer)) !== undefined

/** Disputes that nobody has decided, late claims among them, and what became of earlier applications. */
export async function merchantRecord(db: Db, customer: CustomerId): Promise<RecordLine[]> {
  const { rows: disputes } = await sql<{ open: number }>`
    select count(*)::int as open from otc_order o where (o.seller = ${customer} or o.buyer = ${customer})
      and (o.status = 'disputed'
        or exists (select from otc_late l where l.order_id = o.id and l.ended_at is null))`.execute(db)
  const { rows } = await sql<{ reason: string | null; atMs: number }>`
    select reason, created_at as "atMs" from otc_merchant_log
    where customer_id = ${customer} and action in ('refused', 'stopped') order by id desc limit 20`.execute(
    db,
  )
  return [
    { name: 'Open disputes over the counter', value: String(disputes[0]!.open) },
    ...refusedApplications('To be a merchant', rows),
  ]
}
