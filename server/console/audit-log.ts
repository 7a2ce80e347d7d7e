import { type PageInput, pageOf } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Texts } from './store.ts'

export interface AuditLine {
  /** Nobody, when a sign-in failed or it was done without one, on the machine. */
  readonly operator: bigint | null
  /** What was done, in one word of the past. @example 'approved' */
  readonly action: string
  /** What it was done to. @example 'deposit:10001' */
  readonly subject: string
  /** What else there is to know; never a password, a code or a token. */
  readonly detail?: Texts
}

/** Adds a line to the log, in the transaction of what it tells of: both happen or neither. */
export async function appendAuditLog(tx: Db | Tx, line: AuditLine, nowMs: number): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({ ...line, detail: JSON.stringify(line.detail ?? {}), at: new Date(nowMs) })
    .execute()
}

/** A page of the log, newest first. */
export function auditPage(
  db: Db,
  { action, subject }: { readonly action?: string | undefined; readonly subject?: string | undefined },
  page: PageInput,
) {
  return pageOf(
    page,
    ['id'],
    ({ after, offset, limit }) => {
      let query = db
        .selectFrom('audit_log')
        .leftJoin('operator', 'operator.id', 'audit_log.operator')
        .select(['audit_log.id', 'action', 'subject', 'detail', 'at', 'operator.name'])
      if (after) query = query.where('audit_log.id', '<', after[0]!)
      if (action !== undefined) query = query.where('action', '=', action)
      if (subject !== undefined) query = query.where('subject', '=', subject)
      return query.orderBy('audit_log.id', 'desc').offset(offset).limit(limit).execute()
    },
    ({ id, at, name, action, subject, detail }) => ({
      id: String(id),
      atMs: at,
      operator: name,
      action,
      subject,
      detail,
    }),
  )
}
