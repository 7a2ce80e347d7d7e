import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** What is wrong in the chats, in words: numbers with a gap, and counts that are not those of the messages. */
export async function auditSupport(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    customer: bigint
    messages: bigint
    count: bigint
    unread: number
    kept: number
  }>`
    select c.customer_id as customer, c.messages, coalesce(m.count, 0) as count, c.unread_answers as kept,
      coalesce(m.unread, 0)::int as unread
    from support_chat c left join lateral (
      select count(*) as count, max(number) as newest,
        count(*) filter (where sender = 'operator' and number > c.read) as unread
      from support_message where customer_id = c.customer_id) m on true
    where c.messages <> coalesce(m.count, 0) or c.messages <> coalesce(m.newest, 0)
      or c.unread_answers <> coalesce(m.unread, 0)
    order by 1 limit 100`.execute(db)
  return rows.map(
    ({ customer, messages, count, kept, unread }) =>
      `the chat of ${customer} says ${messages} messages and ${kept} unread, there are ${count} and ${unread}`,
  )
}
