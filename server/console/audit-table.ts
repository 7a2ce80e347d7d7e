import { sql } from 'kysely'
import type { consoleAudit } from '#domain/console/contract.ts'
import type { Texts } from './store.ts'
import { isAbout, isReferenced, type SubjectSource } from './subjects.ts'
import { customerOf, readSql } from './table.ts'

interface AuditRow {
  readonly id: bigint
  readonly action: string
  readonly subject: string
  readonly detail: Texts
  readonly at: number
  readonly name: string | null
}

/** The log as a table, newest first. */
export const readAuditLog = (products: readonly SubjectSource[]) =>
  readSql<typeof consoleAudit, AuditRow>({
    columns: sql`a.id, a.action, a.subject, a.detail, a.at, o.name`,
    from: sql`audit_log a left join operator o on o.id = a.operator`,
    id: 'a.id',
    time: 'a.at',
    async search(text, db) {
      const operators = sql`select id from operator where lower(name) = lower(${text}) or email = lower(${text})`
      const customer = await customerOf(db, text)
      const referenced = isReferenced(sql`a.subject`, products, text)
      return [
        sql`a.subject = ${text}`,
        sql`a.detail ->> 'proposal' = ${text.toUpperCase()}`,
        sql`a.operator in (${operators})`,
        sql`a.subject in (select 'operator:' || o.id from (${operators}) o)`,
        ...(referenced ? [referenced] : []),
        ...(customer === undefined ? [] : [isAbout(sql`a.subject`, products, customer)]),
      ]
    },
    where: ({ action, subject, customer }) => [
      ...(action === undefined ? [] : [sql`a.action = ${action}`]),
      ...(subject === undefined ? [] : [sql`a.subject = ${subject}`]),
      ...(customer === undefined ? [] : [isAbout(sql`a.subject`, products, customer)]),
    ],
    show: (rows) =>
      rows.map(({ id, at, name, action, subject, detail }) => ({
        id: String(id),
        atMs: at,
        operator: name,
        action,
        subject,
        detail: { ...detail },
      })),
  })
