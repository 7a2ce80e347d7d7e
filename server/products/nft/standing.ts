import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { MAX_UNPAID, UNPAID_WITHIN_MS } from '#domain/nft/rules.ts'
import { DAY_MS, utcMinute } from '#domain/time.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { requireOffered } from '#server/users/countries.ts'
import { freezeOf } from '#server/users/freeze-store.ts'
import { requireTier } from '#server/users/tiers.ts'

/** Who may take part: what stands against a customer's buying, and against what they sell. */

/** Until when customers keep themselves from what is like a game; the longest of each. */
async function exclusions(
  db: Db | Tx,
  customers: readonly CustomerId[],
  nowMs: number,
): Promise<ReadonlyMap<CustomerId, number>> {
  const { rows } = await sql<{ customer: CustomerId; until: number }>`
    select customer_id as customer, max(until_at) as until from option_choice
    where customer_id = any(${arrayLiteral(customers, (id) => id)}::bigint[]) and kind = 'exclusion'
      and until_at > ${new Date(nowMs)}::timestamptz
    group by 1`.execute(db)
  return new Map(rows.map(({ customer, until }) => [customer, Number(until)]))
}

/** What keeps a customer from buying, bidding, paying and winning. */
export type Obstacle = { readonly kind: 'frozen' } | { readonly kind: 'excluded'; readonly untilMs: number }

/** What keeps a customer from it now; undefined when nothing does. */
export async function obstacleOf(
  db: Db | Tx,
  customer: CustomerId,
  nowMs: number,
): Promise<Obstacle | undefined> {
  if (await freezeOf(db, customer)) return { kind: 'frozen' }
  const untilMs = (await exclusions(db, [customer], nowMs)).get(customer)
  return untilMs === undefined ? undefined : { kind: 'excluded', untilMs }
}

/** Of what is begun; what is won or ordered already can be paid for. Refuses: COUNTRY_NOT_OFFERED; what `requireMayBuy` refuses. */
export async function requireMayOrder(db: Db | Tx, customer: CustomerId, nowMs: number): Promise<void> {
  await requireMayBuy(db, customer, nowMs)
  await requireOffered(db, customer, 'nft')
}

/** Refuses: KYC_REQUIRED; ACCOUNT_FROZEN; NFT_EXCLUDED. */
export async function requireMayBuy(db: Db | Tx, customer: CustomerId, nowMs: number): Promise<void> {
  await requireTier(db, customer, 'basic')
  const obstacle = await obstacleOf(db, customer, nowMs)
  if (obstacle?.kind === 'frozen') throw refusal('ACCOUNT_FROZEN')
  if (obstacle) throw refusal('NFT_EXCLUDED', { until: `${utcMinute(obstacle.untilMs)} UTC` })
}

/** Whether what a seller offers stands still; the platform is null. */
export const isBlocked = async (db: Db | Tx, seller: CustomerId | null): Promise<boolean> =>
  seller !== null && (await freezeOf(db, seller)) !== undefined

/** Those of these customers whose account is frozen. */
export async function frozenAmong(
  db: Db | Tx,
  customers: readonly CustomerId[],
): Promise<ReadonlySet<CustomerId>> {
  if (customers.length === 0) return new Set()
  const { rows } = await sql<{ customer_id: CustomerId }>`
    select customer_id from account_freeze
    where lifted_at is null and customer_id = any(${arrayLiteral(customers, (id) => id)}::bigint[])`.execute(
    db,
  )
  return new Set(rows.map(({ customer_id }) => customer_id))
}

/**
 * Whether two accounts are one person's, as far as is known: the same one, or with one bank card. One document is of one
 * account by the verification's own rule.
 */
export async function isSamePerson(db: Db | Tx, one: CustomerId, other: CustomerId | null): Promise<boolean> {
  if (other === null) return false
  if (one === other) return true
  const { rows } = await sql`
    select from card c join card o on o.fingerprint = c.fingerprint
    where c.customer_id = ${one} and o.customer_id = ${other} limit 1`.execute(db)
  return rows.length > 0
}

/** Refuses: NFT_TOO_MANY_UNPAID to whoever let auctions that they won end unpaid. */
export async function requirePaidBefore(db: Db | Tx, customer: CustomerId, nowMs: number): Promise<void> {
  const since = new Date(nowMs - UNPAID_WITHIN_MS)
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from nft_order where buyer_id = ${customer} and ended_at > ${since}
        and (status = 'forfeited' or cancelled = 'winner'))
      + (select count(*) from nft_auction where leader_id = ${customer} and over_at > ${since}
        and cancelled = 'winner'))::int as count`.execute(db)
  if (rows[0]!.count >= MAX_UNPAID)
    throw refusal('NFT_TOO_MANY_UNPAID', { maximum: MAX_UNPAID, days: UNPAID_WITHIN_MS / DAY_MS })
}
