import { sql } from 'kysely'
import { canViewVerification } from '#domain/console/roles.ts'
import type { CustomerId } from '#domain/ids.ts'
import { utcMinute } from '#domain/time.ts'
import type { RecordLine } from '#server/console/applicant.ts'
import type { RiskSigns } from '#server/console/signs.ts'
import { type TimelineSource, words } from '#server/console/timeline.ts'
import type { Db } from '#server/platform/db/database.ts'
import { tierOf } from '#server/users/tiers.ts'

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

/** As what a customer is verified, and since when. */
export async function verificationRecord(db: Db, customer: CustomerId): Promise<RecordLine[]> {
  const tier = await tierOf(db, customer)
  const { rows } = await sql<{ atMs: number }>`
    select decided_at as "atMs" from verification_case
    where customer_id = ${customer} and tier = ${tier} and status = 'verified' order by decided_at desc limit 1`.execute(
    db,
  )
  const since = rows[0] ? `, since ${utcMinute(rows[0].atMs)} UTC` : ''
  return [{ name: 'Verification', value: `${tier[0]!.toUpperCase()}${tier.slice(1)}${since}` }]
}

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
