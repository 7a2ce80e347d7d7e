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
export async function note(tx: Db | Tx, line: AuditLine, nowMs: number): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({ ...line, detail: JSON.stringify(line.detail ?? {}), at: new Date(nowMs) })
    .execute()
}

const PAGE = 50

/** A page of the log, newest first; `before` is the last id of the page before. */
export async function readAuditLog(
  db: Db,
  filter: { before?: bigint | undefined; action?: string | undefined; subject?: string | undefined },
) {
  let query = db
    .selectFrom('audit_log')
    .leftJoin('operator', 'operator.id', 'audit_log.operator')
    .select(['audit_log.id', 'action', 'subject', 'detail', 'at', 'operator.name'])
  if (filter.before !== undefined) query = query.where('audit_log.id', '<', filter.before)
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  if (filter.subject !== undefined) query = query.where('subject', '=', filter.subject)
  const rows = await query
    .orderBy('audit_log.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const page = rows.slice(0, PAGE)
  return {
    lines: page.map(({ id, at, name, action, subject, detail }) => ({
      id: String(id),
      atMs: at,
      operator: name,
      action,
      subject,
      detail,
    })),
    nextBefore: rows.length > PAGE ? String(page.at(-1)!.id) : null,
  }
}
