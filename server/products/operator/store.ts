import { sql } from 'kysely'
import type { Role } from '#domain/console/roles.ts'
import type { Db } from '#server/platform/db/database.ts'
import '#server/console/store.ts'

/** How many operators, and sessions of one, are listed. */
const MAX_OPERATORS = 500
const MAX_SESSIONS = 20

interface OperatorRow {
  readonly id: bigint
  readonly email: string
  readonly name: string
  readonly roles: Role[]
  readonly is_active: boolean
  readonly created_at: number
  readonly has_second_factor: boolean
  readonly setup_until: number | null
  readonly must_set_up: boolean
  readonly last_sign_in: number | null
}

/** Every operator, the active first, with what is open of each. */
export async function listOperators(db: Db, nowMs: number) {
  const { rows } = await sql<OperatorRow>`
    select o.id, o.email, o.name, o.roles, o.is_active, o.created_at, o.setup_until,
      o.setup_hash is not null as must_set_up,
      o.totp_step > 0 as has_second_factor,
      (select max(s.created_at) from operator_session s where s.operator_id = o.id) as last_sign_in
    from operator o
    order by o.is_active desc, lower(o.name), o.id
    limit ${MAX_OPERATORS}`.execute(db)
  const open = await sql<{
    operator_id: bigint
    id: bigint
    ip: string
    created_at: number
    expires_at: number
  }>`
    select s.* from unnest(${sql.val(rows.map(({ id }) => id))}::bigint[]) as asked (id)
    cross join lateral (
      select operator_id, id, ip, created_at, expires_at from operator_session
      where operator_id = asked.id and ended_at is null and expires_at > ${new Date(nowMs)}
      order by expires_at desc, id desc
      limit ${MAX_SESSIONS}
    ) s`.execute(db)
  const sessions = Map.groupBy(open.rows, ({ operator_id }) => operator_id)
  return rows.map((row) => ({
    ...{ id: String(row.id), name: row.name, email: row.email, roles: row.roles, isActive: row.is_active },
    createdAtMs: Number(row.created_at),
    lastSignInMs: row.last_sign_in === null ? null : Number(row.last_sign_in),
    hasSecondFactor: row.has_second_factor,
    setupUntilMs:
      row.setup_until === null || Number(row.setup_until) <= nowMs ? null : Number(row.setup_until),
    mustSetUp: row.must_set_up,
    sessions: (sessions.get(row.id) ?? []).map(({ id, ip, created_at, expires_at }) => ({
      ...{ id: String(id), ip, sinceMs: Number(created_at), untilMs: Number(expires_at) },
    })),
  }))
}
