import { sql } from 'kysely'
import type { consoleProposals, ProposalLine } from '#domain/console/contract.ts'
import { hasRole } from '#domain/console/roles.ts'
import { type ProposalAction, reference } from './proposals.ts'
import { isAbout, type SubjectSource } from './subjects.ts'
import { readSql } from './table.ts'

interface ProposalTableRow {
  readonly id: bigint
  readonly kind: string
  readonly subject: string
  readonly status: ProposalLine['status']
  readonly reason: string
  readonly made_at: number
  readonly decision: string | null
  readonly decided_at: number | null
  readonly maker: string
  readonly checker: string | null
}

/** Every proposal of the kinds that an operator's roles see, decided or not. */
export const readProposals = (products: readonly SubjectSource[], actions: readonly ProposalAction[]) =>
  readSql<typeof consoleProposals, ProposalTableRow>({
    columns: sql`p.id, p.kind, p.subject, p.status, p.reason, p.made_at, p.decision, p.decided_at,
      m.name as maker, c.name as checker`,
    from: sql`proposal p join operator m on m.id = p.maker left join operator c on c.id = p.checker`,
    id: 'p.id',
    time: 'p.made_at',
    isOldestFirst: ({ status }) => status === 'pending',
    search: (text) => [
      sql`p.subject = ${text}`,
      sql`'P-' || p.id = ${text}`,
      sql`lower(m.name) = lower(${text})`,
      sql`lower(c.name) = lower(${text})`,
    ],
    where: ({ status, kind, customer }, { operator }) => [
      sql`p.kind = any(${seenBy(actions, operator.roles)}::text[])`,
      ...(status === undefined ? [] : [sql`p.status = ${status}`]),
      ...(kind === undefined ? [] : [sql`p.kind = ${kind}`]),
      ...(customer === undefined ? [] : [isAbout(sql`p.subject`, products, customer)]),
    ],
    show: (rows) =>
      rows.map(({ id, made_at, decided_at, ...row }) => ({
        ...row,
        id: String(id),
        reference: reference({ id }),
        madeAtMs: made_at,
        decidedAtMs: decided_at,
      })),
  })

const seenBy = (actions: readonly ProposalAction[], roles: readonly string[]): string[] =>
  actions.filter(({ viewers }) => hasRole(roles, viewers)).map(({ kind }) => kind)
