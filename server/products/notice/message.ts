import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { MESSAGES_PER_HOUR, namesAddress } from '#domain/notice/message.ts'
import { HOUR_MS } from '#domain/time.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { customerById } from '#server/users/store.ts'

/** How the log calls it that an operator wrote to a customer. */
const ACTION = 'wrote-to'

/**
 * Writes one customer a message of an operator's. The words stand in the log, where the operator cannot change them; the
 * customer gets them as a notice, by the ways that they chose for the topic `support`.
 *
 * Refuses: NOT_FOUND; MESSAGE_NAMES_ADDRESS; MESSAGES_TOO_MANY within an hour.
 */
export async function writeToCustomer(
  tx: Tx,
  {
    operator,
    customer,
    title,
    text,
  }: {
    readonly operator: bigint
    readonly customer: CustomerId
    readonly title: string
    readonly text: string
  },
  nowMs: number,
): Promise<void> {
  for (const words of [title, text]) if (namesAddress(words)) throw refusal('MESSAGE_NAMES_ADDRESS')
  if (!(await customerById(tx, customer))) throw refusal('NOT_FOUND')
  await lockMessages(tx, operator)
  if ((await countMessages(tx, operator, nowMs - HOUR_MS)) >= MESSAGES_PER_HOUR)
    throw refusal('MESSAGES_TOO_MANY', { maximum: MESSAGES_PER_HOUR })
  const line = { operator, action: ACTION, subject: `customer:${customer}`, detail: { title, text } } as const
  await appendAuditLog(tx, line, nowMs)
  await writeNotices(
    tx,
    [{ customer, kind: 'support-message', subject: String(nextId()), params: { title, text } }],
    nowMs,
  )
}

/** Holds the messages of an operator until the transaction ends: none is counted before it is written. */
export async function lockMessages(tx: Tx, operator: bigint): Promise<void> {
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`messages of ${operator}`}, 0))`.execute(
    tx,
  ))
}

/** How many messages an operator wrote after a moment. */
async function countMessages(tx: Tx, operator: bigint, afterMs: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log
    where at > ${new Date(afterMs)}::timestamptz and operator = ${operator}::bigint and action = ${ACTION}`.execute(
    tx,
  )
  return rows[0]!.count
}
