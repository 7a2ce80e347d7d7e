import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { type RecordLine, refusedApplications } from '#server/console/applicant.ts'
import type { Db } from '#server/platform/db/database.ts'

/** What leading says of who applies for something that operators review. */

/** Whether a customer leads, has led or applied to. */
export async function isLeadApplicant(db: Db, customer: CustomerId): Promise<boolean> {
  const row = await db
    .selectFrom('copy_lead')
    .select('id')
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  return row !== undefined
}

/** What became of earlier applications to lead. */
export async function leadRecord(db: Db, customer: CustomerId): Promise<RecordLine[]> {
  const { rows } = await sql<{ reason: string | null; atMs: number }>`
    select g.reason, g.created_at as "atMs" from copy_lead l join copy_lead_log g on g.lead_id = l.id
    where l.customer_id = ${customer} and g.action in ('refused', 'stopped') order by g.id desc limit 20`.execute(
    db,
  )
  return refusedApplications('To lead', rows)
}
