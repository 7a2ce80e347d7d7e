import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/**
 * Notices that tell what is not so, in words; empty when there is none. A subject is a number for some kinds alone: a
 * join may read it before the kind is looked at.
 */
export async function auditNotices(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select concat('notice ', n.id, ' tells customer ', n.customer_id, ' of ', n.kind, ' ', n.subject) as what
    from notice n
    left join spot_order o on o.id = case when n.kind in ('spot-fill', 'spot-stop') then n.subject::bigint end
    left join deposit_request d on d.id = case when n.kind in ('deposit-credited', 'deposit-rejected') then n.subject::bigint end
    left join chain_deposit c on c.id = case when n.kind = 'deposit-credited' then n.subject::bigint end
    left join earn_subscription e on e.id = case when n.kind in ('earn-maturing', 'earn-matured', 'earn-redeemed') then n.subject::bigint end
    where case
      when n.kind = 'spot-fill' then o.customer_id is distinct from n.customer_id or n.version not between 1 and o.filled
      when n.kind = 'spot-stop' then o.customer_id is distinct from n.customer_id or o.trigger_sequence is null
      when n.kind = 'deposit-credited' then (d.customer_id is distinct from n.customer_id or d.status <> 'approved')
        and (c.customer_id is distinct from n.customer_id or c.status <> 'credited')
      when n.kind = 'deposit-rejected' then d.customer_id is distinct from n.customer_id or d.status <> 'rejected'
      when n.kind = 'earn-maturing' then e.customer_id is distinct from n.customer_id or e.reminded_at is null
      when n.kind in ('earn-matured', 'earn-redeemed')
        then e.customer_id is distinct from n.customer_id or 'earn-' || e.status <> n.kind
      else false end`.execute(db)
  return rows.map(({ what }) => what)
}

/**
 * What happened since there are notices, and after a moment, and was told to nobody, in words. Right after the sources were
 * followed; notices of what was earlier may be deleted by now.
 */
export async function auditUntold(db: Db, afterMs = 0): Promise<string[]> {
  const after = sql`${new Date(afterMs)}::timestamptz`
  const { rows } = await sql<{ what: string }>`
    with before as (select part, position from notice_position where source = 'before'),
    at (part, position) as (
      select p.part, coalesce(b.position, 0) from unnest(array['spot', 'spot-stop', 'earn', 'deposit']) p (part)
      left join before b on b.part = p.part)
    select concat('nobody was told of order ', o.id, ' filled ', o.filled) as what from spot_order o
    where o.filled > 0 and o.customer_id >= 10000
      and exists (
        select 1 from spot_trade t where (t.maker_order = o.id or t.taker_order = o.id)
          and t.id > (select position from at where part = 'spot') and t.created_at > ${after})
      and not exists (
        select 1 from notice n where n.customer_id = o.customer_id and n.kind = 'spot-fill'
          and n.subject = o.id::text and n.version = o.filled)
    union all
    select concat('nobody was told of stop ', o.id) from spot_order o
    where o.trigger_sequence is not null and o.filled = 0 and o.customer_id >= 10000
      and o.status = 'cancelled' and o.reason <> 'user'
      and o.priority > (select position from at where part = 'spot-stop') and o.updated_at > ${after}
      and not exists (
        select 1 from notice n where n.customer_id = o.customer_id and n.kind = 'spot-stop' and n.subject = o.id::text)
    union all
    select concat('nobody was told of subscription ', e.id, ' ', e.status) from earn_subscription e
    where e.status <> 'active' and e.customer_id >= 10000
      and extract(epoch from e.ended_at) * 1000 > (select position from at where part = 'earn') and e.ended_at > ${after}
      and not exists (
        select 1 from notice n where n.customer_id = e.customer_id and n.kind = 'earn-' || e.status
          and n.subject = e.id::text)
    union all
    select concat('nobody was told of deposit ', d.id, ' ', d.status) from deposit_request d
    where d.status <> 'pending' and extract(epoch from d.decided_at) * 1000 > (select position from at where part = 'deposit')
      and d.decided_at > ${after}
      and not exists (
        select 1 from notice n where n.customer_id = d.customer_id and n.subject = d.id::text
          and n.kind = case d.status when 'approved' then 'deposit-credited' else 'deposit-rejected' end)`.execute(
    db,
  )
  return rows.map(({ what }) => what)
}
