import { type RawBuilder, sql } from 'kysely'
import type { consoleTimeline, TimelineTopic } from '#domain/console/contract.ts'
import { canReadAuditLog, hasRole, type Role } from '#domain/console/roles.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { isAbout, type SubjectSource } from './subjects.ts'
import { type ReadTable, readSql, requireCurrency } from './table.ts'

/**
 * Everything that happened to one customer, from the records of all products, the sessions and the audit log.
 *
 * Cost: of each kind of record the newest `MAX_OF_A_KIND` of the customer are read, by the index of the customer; what is older
 * than these stands in the tables of its own.
 */

const MAX_OF_A_KIND = 1_000

/** A column of code words as they are read, in SQL. @example words('r.status') // 'under review', 'canceled' */
export const words = (column: string): string =>
  `replace(replace(${column}, '-', ' '), 'cancelled', 'canceled')`

/** A column of markets as they are read, in SQL. @example pair('r.symbol') // 'BTC/USDT' */
export const pair = (column: string): string => `replace(${column}, '-', '/')`

/** What happens to a customer in a product, as rows of one of its tables. All but words is SQL over a row `r`. */
export interface TimelineSource {
  /** One word, nobody else's. */
  readonly kind: string
  readonly topic: TimelineTopic
  /** What happened, as operators read it. */
  readonly title: string | ((detail: string) => string)
  readonly table: string
  /** Who a row's customer is, by a column with an index; `customer_id` without it. */
  readonly customer?: string
  /** What is read beside a row. @example 'join option_result s on s.order_id = r.id' */
  readonly join?: string
  /** When it happened; null where it has not. */
  readonly at: string
  readonly where?: string
  /** As the audit log names what it is about. */
  readonly subject?: string
  readonly amount?: string
  readonly currency?: string
  readonly detail?: string
  /** Who sees it; whoever sees customers, without it. */
  readonly roles?: readonly Role[]
}

/** What the time line asks of a product. */
export interface TimelineProduct extends SubjectSource {
  readonly name: string
  readonly timeline?: readonly TimelineSource[]
}

/** An own limit as it was chosen, and from when on where that is later, in SQL. */
const limitInWords = `
  case r.kind when 'leverage' then 'leverage' when 'loss' then 'daily loss' when 'night' then 'night lock' else 'new payees' end
  || case when r.value = 0 then ': no limit'
    when r.kind = 'leverage' then ' up to ' || r.value || '×'
    when r.kind = 'loss' then ' up to ' || r.value || ' ${MARGIN_CURRENCY}'
    when r.kind = 'night' then ' from ' || lpad((r.value - 1)::text, 2, '0') || ':00 UTC'
    else ': none' end
  || case when r.from_at > r.chosen_at
    then ', from ' || to_char(r.from_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' else '' end`

/** What customers do to their accounts, in no product. */
const accountEvents: readonly TimelineSource[] = [
  {
    ...{ kind: 'sign-in', topic: 'security', title: 'Signed in', table: 'customer_session' },
    ...{ at: 'r.created_at', detail: "r.device || ', ' || r.ip" },
  },
  {
    ...{ kind: 'sign-out', topic: 'security', title: 'Session ended', table: 'customer_session' },
    ...{ at: 'r.revoked_at', detail: 'r.device' },
  },
  {
    ...{ kind: 'own-limit', topic: 'security', title: 'Own limit set', table: 'guard_rail' },
    ...{ at: 'r.chosen_at', detail: limitInWords },
  },
]

/** Who only looked: of that, the audit log tells. */
const LOOKED = ['viewed', 'looked-up', 'exported']

interface Row {
  readonly id: bigint
  readonly kind: string
  readonly at: number
  readonly subject: string | null
  readonly amount: bigint | null
  readonly currency: string | null
  readonly detail: string | null
}

/** The rows of a source, newest first. */
const rowsOf = (source: TimelineSource, customer: CustomerId): RawBuilder<unknown> => {
  const { kind, table, customer: column = 'customer_id', join = '', at, where = 'true' } = source
  const { subject = 'null', amount = 'null', currency = 'null', detail = 'null' } = source
  return sql`
    select ${kind}::text as kind, r.id as record, ${sql.raw(at)} as at, (${sql.raw(subject)})::text as subject,
      (${sql.raw(amount)})::bigint as amount, (${sql.raw(currency)})::text as currency, (${sql.raw(detail)})::text as detail
    from (
      select * from ${sql.table(table)} where ${sql.ref(column)} = ${customer} order by id desc limit ${MAX_OF_A_KIND}
    ) r ${sql.raw(join)}
    where ${sql.raw(at)} is not null and (${sql.raw(where)})`
}

/** What operators did about a customer. */
const auditRows = (products: readonly SubjectSource[], customer: CustomerId): RawBuilder<unknown> => sql`
  select 'operator' as kind, r.id as record, r.at, r.subject, null::bigint as amount, null::text as currency,
    r.action || coalesce(', ' || o.name, '') || coalesce(': ' || (r.detail ->> 'reason'), '') as detail
  from (
    select * from audit_log a where ${isAbout(sql`a.subject`, products, customer)}
      and a.action <> all(${LOOKED}::text[])
    order by a.id desc limit ${MAX_OF_A_KIND}
  ) r left join operator o on o.id = r.operator`

/** Reads the time line of a customer; nothing without one. */
export function readTimeline(products: readonly TimelineProduct[]): ReadTable<typeof consoleTimeline> {
  const own = [
    { product: null, sources: accountEvents },
    ...products.map(({ name, timeline = [] }) => ({ product: name, sources: timeline })),
  ]
  const known = new Map(
    own.flatMap(({ product, sources }) =>
      sources.map((source) => [source.kind, { ...source, product }] as const),
    ),
  )
  return async (input, ctx) => {
    const { customer, topic } = input
    requireCurrency(input)
    if (customer === undefined) return { items: [], next: null }
    const { roles } = ctx.operator
    const seen = [...known.values()].filter(
      (source) =>
        hasRole(roles, source.roles ?? (roles as Role[])) && (topic === undefined || source.topic === topic),
    )
    const branches = seen.map((source) => rowsOf(source, customer))
    if (hasRole(roles, canReadAuditLog) && (topic === undefined || topic === 'operators'))
      branches.push(auditRows(products, customer))
    if (branches.length === 0) return { items: [], next: null }
    return readSql<typeof consoleTimeline, Row>({
      columns: sql`x.*`,
      from: sql`(
        select u.*, (extract(epoch from u.at) * 1000)::bigint as at_ms,
          hashtextextended(u.kind || ' ' || u.record, 0) & 9223372036854775807 as id
        from (${sql.join(branches, sql` union all `)}) u
      ) x`,
      id: 'x.id',
      sorts: { time: 'x.at_ms' },
      time: 'x.at',
      amount: 'x.amount',
      currency: 'x.currency',
      search: (text) => [
        sql`x.subject = ${text}`,
        sql`split_part(x.subject, ':', 2) = ${text.replace(/^[A-Z]-/, '')}`,
      ],
      show: (rows) =>
        rows.map(({ id, kind, at, subject, amount, currency, detail }) => {
          const source = known.get(kind)
          const title = source?.title ?? 'Operator'
          return {
            id: String(id),
            atMs: at,
            topic: source?.topic ?? 'operators',
            product: source?.product ?? null,
            kind,
            title: typeof title === 'function' ? title(detail ?? '') : title,
            detail: typeof title === 'function' ? null : detail,
            amount: amount === null || currency === null ? null : formatAmount(amount, currency),
            currency,
            subject,
          }
        }),
    })(input, ctx)
  }
}
