import { sql } from 'kysely'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import type { Db } from '#server/platform/db/database.ts'
import { reservedShares } from './accounts.ts'

/**
 * What differs between the tables of copying and the ledger, in words. Empty when consistent.
 *
 * What is set aside is what the relations say; what a lead earned is what their followers paid; nobody copies themselves or
 * is copied while they copy; an ended relation has no open copy.
 */
export async function auditCopies(db: Db): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows: sums } = await sql<{ reserved: bigint }>`
        select coalesce(sum(reserved), 0)::bigint as reserved from copy_relation`.execute(tx)
      const held = await balanceOf(tx, reservedShares())
      const { reserved } = sums[0]!
      const leads = await sql<{ id: bigint }>`
        select r.lead_id as id from copy_record r left join (
            select lead_id, sum(share_paid) as paid, sum(reserved) as reserved,
              count(*) filter (where status <> 'ended') as followers,
              sum(profit - share_paid - reserved) as profit
            from copy_relation group by lead_id) f on f.lead_id = r.lead_id
        where r.earned <> coalesce(f.paid, 0) or r.reserved <> coalesce(f.reserved, 0)
          or r.followers <> coalesce(f.followers, 0) or r.followers_profit <> coalesce(f.profit, 0)`.execute(
        tx,
      )
      const circles = await sql<{ id: bigint }>`
        select r.id from copy_relation r join copy_lead l on l.customer_id = r.customer_id
        where r.status <> 'ended' and l.status = 'leading'`.execute(tx)
      const left = await sql<{ id: bigint }>`
        select p.position_id as id from copy_position p join copy_relation r on r.id = p.relation_id
        where p.is_following and r.status = 'ended' and not r.is_closing`.execute(tx)
      return [
        ...(held === reserved
          ? []
          : [`${held} is set aside for leads, their followers' relations say ${reserved}`]),
        ...leads.rows.map(({ id }) => `lead ${id} is not what their followers' relations say`),
        ...circles.rows.map(({ id }) => `relation ${id} is that of somebody who leads`),
        ...left.rows.map(({ id }) => `position ${id} follows in a relation that has ended`),
      ]
    })
}
