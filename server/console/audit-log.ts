import { sql } from 'kysely'
import type { AuditAction } from '#domain/console/audit-actions.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Texts } from './store.ts'

export interface AuditLine {
  /** Nobody, when a sign-in failed or it was done without one, on the machine. */
  readonly operator: bigint | null
  /** What was done. @example 'approved' */
  readonly action: AuditAction
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

/** A line of the log as it is read back. */
export interface LoggedAction<Action extends string> {
  readonly action: Action
  /** Null where nobody's session did it. */
  readonly operator: string | null
  readonly atMs: number
  readonly reason: string | null
}

/** Who did these things to something and why, oldest first; of proposals those of this kind. */
export async function loggedActions<Action extends string>(
  db: Db,
  { subject, actions, kind }: { subject: string; actions: readonly Action[]; kind: string },
): Promise<LoggedAction<Action>[]> {
  const { rows } = await sql<LoggedAction<Action>>`
    select a.action, o.name as operator, a.at as "atMs", a.detail ->> 'reason' as reason
    from audit_log a left join operator o on o.id = a.operator
    where a.subject = ${subject} and a.action = any(${[...actions]}::text[])
      and coalesce(a.detail ->> 'kind', ${kind}) = ${kind}
    order by a.id`.execute(db)
  return rows
}
