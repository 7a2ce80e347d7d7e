import { sql } from 'kysely'
import type { RelationStatus } from '#domain/copy/rules.ts'
import type { CustomerId, LeadId, RelationId } from '#domain/ids.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { ListedLead } from './lead-store.ts'

/** What operators see of leads, relations and outcomes. */

export type LeadLineRow = Omit<ListedLead, 'figures' | 'sinceMs' | 'place'> & {
  readonly appliedIntroduction: string
  readonly appliedShareBps: number
  readonly appliedAtMs: number
  readonly decidedAtMs: number | null
  readonly reason: string | null
  readonly followers: number
  readonly profit: bigint
  readonly followersProfit: bigint
}

/** Applications and leads with their figures, for the console's table. */
export const leadTable = {
  columns: sql`l.id, l.customer_id as customer, l.status, l.introduction, l.share_bps as "shareBps", l.reason,
    l.applied_introduction as "appliedIntroduction", l.applied_share_bps as "appliedShareBps",
    l.applied_at as "appliedAtMs", l.decided_at as "decidedAtMs", c.nickname, coalesce(r.followers, 0)::int as followers,
    coalesce(r.profit, 0)::bigint as profit, coalesce(r.followers_profit, 0)::bigint as "followersProfit"`,
  from: sql`copy_lead l join customer c on c.id = l.customer_id left join copy_record r on r.lead_id = l.id`,
}

/** The relations of leads, for the console's table. */
export const followerTable = { columns: sql`r.*`, from: sql`copy_relation r` }

/** One lead or application; undefined if there is none. */
export async function leadLine(db: Db, id: LeadId): Promise<LeadLineRow | undefined> {
  const { rows } = await sql<LeadLineRow>`
    select ${leadTable.columns} from ${leadTable.from} where l.id = ${id}`.execute(db)
  return rows[0]
}

/** Applications under review, oldest first. */
export async function waitingLeads(db: Db, limit: number): Promise<LeadLineRow[]> {
  const { rows } = await sql<LeadLineRow>`
    select ${leadTable.columns} from ${leadTable.from} where l.status = 'under-review'
    order by l.applied_at limit ${limit}`.execute(db)
  return rows
}

/** How many applications wait, and since when. */
export async function waitingLeadCount(db: Db): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const { rows } = await sql<{ waiting: number; oldest: number | null }>`
    select count(*)::int as waiting, min(applied_at) as oldest from copy_lead where status = 'under-review'`.execute(
    db,
  )
  return { waiting: rows[0]!.waiting, oldestAtMs: rows[0]!.oldest }
}

/** What was decided of a lead, newest first, with who did it. */
export async function leadLog(db: Db, lead: LeadId) {
  return db
    .selectFrom('copy_lead_log as g')
    .leftJoin('operator as o', 'o.id', 'g.operator_id')
    .select(['g.action', 'g.reason', 'g.created_at', 'o.name'])
    .where('g.lead_id', '=', lead)
    .orderBy('g.id', 'desc')
    .limit(100)
    .execute()
}

/** Relations by id, with the nicknames of both. */
export async function listRelationsById(db: Db | Tx, ids: readonly RelationId[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: RelationId
    customer: CustomerId
    leadCustomer: CustomerId
    status: RelationStatus
    leadName: string | null
    followerName: string | null
  }>`
    select r.id, r.customer_id as customer, r.lead_customer_id as "leadCustomer", r.status,
      l.nickname as "leadName", f.nickname as "followerName"
    from copy_relation r join customer l on l.id = r.lead_customer_id join customer f on f.id = r.customer_id
    where r.id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(db)
  return rows
}
