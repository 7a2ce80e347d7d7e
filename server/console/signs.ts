import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Something that a reviewer should know of a customer, or that was looked for and is not there. */
export interface RiskSign {
  /** What is looked at, as operators read it. @example 'New payee' */
  readonly title: string
  readonly isRaised: boolean
  /** On which the sign rests. @example '2 addresses saved in 7 days' */
  readonly basis: string
  /** When it was last so; null where it has no moment. */
  readonly atMs: number | null
}

/** What a product looks for in a customer's records of it; each a few look-ups by the customer. */
export type RiskSigns = (db: Db, customer: CustomerId, nowMs: number) => Promise<readonly RiskSign[]>

/** How long something new is a sign. */
export const NEW_FOR_MS = 7 * DAY_MS

/** A sign of what is new: how many of them there are since then, and when the last one came. */
export const newSign = (
  title: string,
  {
    count,
    atMs,
    one,
    many,
  }: { readonly count: number; readonly atMs: number | null; readonly one: string; readonly many: string },
): RiskSign => ({
  ...{ title, isRaised: count > 0, atMs: count > 0 ? atMs : null },
  basis: count === 0 ? 'None in 7 days' : `${count} ${count === 1 ? one : many} in 7 days`,
})

/** What an account itself says: changed credentials, a device never seen before, a freeze. */
export const accountSigns: RiskSigns = async (db, customer, nowMs) => {
  const { rows } = await sql<{ changed: number | null; devices: number; seen: number | null }>`
    select c.security_changed_at as changed, d.devices, d.seen from customer c cross join lateral (
      select count(*)::int as devices, max(first) as seen from (
        select min(created_at) as first from customer_session where customer_id = c.id group by device
      ) f where first >= ${new Date(nowMs - NEW_FOR_MS)} and first > c.created_at + interval '1 day'
    ) d where c.id = ${customer}`.execute(db)
  const { changed = null, devices = 0, seen = null } = rows[0] ?? {}
  const isNew = changed !== null && Number(changed) >= nowMs - NEW_FOR_MS
  return [
    {
      ...{ title: 'Password, contact or second factor changed', isRaised: isNew },
      ...{ basis: isNew ? 'Within 7 days' : 'Not within 7 days', atMs: isNew ? Number(changed) : null },
    },
    newSign('New device', {
      ...{ count: devices, atMs: seen === null ? null : Number(seen) },
      ...{ one: 'device signed in first', many: 'devices signed in first' },
    }),
  ]
}
