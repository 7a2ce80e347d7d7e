import { sql } from 'kysely'
import { canViewVerification } from '#domain/console/roles.ts'
import type { RiskSigns } from '#server/console/signs.ts'
import { type TimelineSource, words } from '#server/console/timeline.ts'

/** What a customer's page in the console has of verification: nothing of what was sent. */

const ofCase = {
  topic: 'security',
  table: 'verification_case',
  subject: "'verification:' || r.id",
  roles: canViewVerification,
} as const

export const verificationTimeline: readonly TimelineSource[] = [
  {
    ...{ ...ofCase, kind: 'verification-sent', title: 'Verification sent', at: 'r.submitted_at' },
    detail: "r.tier || ', attempt ' || r.submission",
  },
  {
    ...{ ...ofCase, kind: 'verification-decided', title: 'Verification decided', at: 'r.decided_at' },
    detail: `r.tier || ', ' || ${words('r.status')}`,
  },
]

/** How often a verification was refused. */
export const verificationSigns: RiskSigns = async (db, customer) => {
  const { rows } = await sql<{ refused: number; last: number | null }>`
    select count(*)::int as refused, max(decided_at) as last from verification_case
    where customer_id = ${customer} and status = 'rejected'`.execute(db)
  const { refused, last } = rows[0]!
  return [
    {
      ...{ title: 'Verification refused', isRaised: refused > 0, atMs: last === null ? null : Number(last) },
      basis: refused === 0 ? 'Never' : `Times: ${refused}`,
    },
  ]
}
