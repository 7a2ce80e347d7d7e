import { type RawBuilder, sql } from 'kysely'
import type { CouponTerms } from '#domain/coupon/rules.ts'
import type { CouponKind, CouponState, CouponTab, CouponUseState } from '#domain/coupon/words.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Rate, Units } from '#domain/money/amount.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

export interface CampaignRow {
  readonly id: bigint
  readonly name: string
  readonly kind: CouponKind
  readonly code: string | null
  readonly currency: string
  readonly share_bps: number
  readonly cap: Units
  readonly term_days: number
  readonly daily_rate: Rate
  readonly budget: Units
  readonly spent: Units
  readonly quantity: number
  readonly claimed: number
  readonly valid_days: number
  readonly opens_at: number
  readonly closes_at: number
  readonly is_stopped: boolean
}

/** A coupon with the terms of its campaign. */
export interface CouponRow
  extends Pick<CampaignRow, 'currency' | 'share_bps' | 'cap' | 'term_days' | 'daily_rate'> {
  readonly id: bigint
  readonly campaign_id: bigint
  readonly customer_id: CustomerId
  readonly kind: CouponKind
  readonly status: CouponState
  readonly paid: Units
  readonly claimed_at: number
  readonly expires_at: number
}

/** What a coupon did in one order. */
export interface UseRow {
  readonly order_id: bigint
  readonly coupon_id: bigint
  readonly customer_id: CustomerId
  readonly kind: CouponKind
  readonly currency: string
  /** What it adds to savings, or paid of a fee. */
  readonly amount: Units
  readonly principal: Units | null
  readonly fee: Units | null
  readonly fee_currency: string | null
  readonly status: CouponUseState
  readonly made_at: number
  readonly starts_at: number
  readonly due_at: number
  readonly decided_at: number | null
}

export const termsOf = (
  row: Pick<CouponRow, 'kind' | 'currency' | 'share_bps' | 'cap' | 'term_days' | 'daily_rate'>,
): CouponTerms => ({
  ...{ kind: row.kind, currency: row.currency, shareBps: row.share_bps, cap: row.cap },
  ...{ termDays: row.term_days, dailyRate: row.daily_rate },
})

const date = (atMs: number) => sql`${new Date(atMs)}::timestamptz`
const NO_END = 2n ** 63n - 1n

// ── Campaigns

export type NewCampaign = Omit<CampaignRow, 'spent' | 'claimed' | 'is_stopped'>

export async function insertCampaign(tx: Tx, row: NewCampaign): Promise<void> {
  await sql`
    insert into coupon_campaign (id, name, kind, code, currency, share_bps, cap, term_days, daily_rate, budget, quantity,
      valid_days, opens_at, closes_at)
    values (${row.id}, ${row.name}, ${row.kind}, ${row.code}, ${row.currency}, ${row.share_bps}, ${row.cap},
      ${row.term_days}, ${row.daily_rate}, ${row.budget}, ${row.quantity}, ${row.valid_days}, ${date(row.opens_at)},
      ${date(row.closes_at)})`.execute(tx)
}

/** The newest campaigns, or the newest before one. */
export async function listCampaigns(
  db: Db,
  before: bigint | undefined,
  limit: number,
): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    select * from coupon_campaign where id < ${before ?? NO_END} order by id desc limit ${limit}`.execute(db)
  return rows
}

/** A campaign, locked: who claims of it comes one after the other. */
export async function lockCampaign(
  tx: Tx,
  by: { readonly id: bigint } | { readonly code: string },
): Promise<CampaignRow | undefined> {
  const is = 'id' in by ? sql`id = ${by.id}` : sql`code = ${by.code}`
  const { rows } = await sql<CampaignRow>`select * from coupon_campaign where ${is} for update`.execute(tx)
  return rows[0]
}

export const stopCampaign = (tx: Tx, id: bigint) =>
  sql`update coupon_campaign set is_stopped = true where id = ${id}`.execute(tx)

/** Takes of a campaign's budget what a coupon of it will cost. Returns: whether so much was left of it. */
export async function spend(tx: Tx, campaign: bigint, amount: bigint): Promise<boolean> {
  const { rows } = await sql`
    update coupon_campaign set spent = spent + ${amount}
    where id = ${campaign} and spent + ${amount} <= budget returning 1`.execute(tx)
  return rows.length === 1
}

/** Gives a campaign's budget back what an order did not cost after all. */
export const giveBack = (tx: Tx, coupon: bigint, amount: bigint) =>
  sql`
    update coupon_campaign set spent = spent - ${amount}
    where id = (select campaign_id from coupon where id = ${coupon})`.execute(tx)

/** What of campaigns' budgets is left, locked. */
export async function lockBudgets(
  tx: Tx,
  campaigns: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await sql<{ id: bigint; left: bigint }>`
    select id, budget - spent as left from coupon_campaign where id = any (${[...new Set(campaigns)]}::bigint[])
    order by id for update`.execute(tx)
  return new Map(rows.map(({ id, left }) => [id, left]))
}

// ── Coupons

const withTerms = sql`c.id, c.campaign_id, c.customer_id, c.kind, c.status, c.paid, c.claimed_at, c.expires_at,
  t.currency, t.share_bps, t.cap, t.term_days, t.daily_rate`
const couponsOf = sql`coupon c join coupon_campaign t on t.id = c.campaign_id`

/** Makes a customer's coupon of a campaign that is locked. Returns: whether it is the first of theirs. */
export async function insertCoupon(
  tx: Tx,
  row: Pick<CouponRow, 'id' | 'campaign_id' | 'customer_id' | 'kind' | 'claimed_at' | 'expires_at'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into coupon (id, campaign_id, customer_id, kind, claimed_at, expires_at, looked_at)
    values (${row.id}, ${row.campaign_id}, ${row.customer_id}, ${row.kind}, ${date(row.claimed_at)},
      ${date(row.expires_at)}, case when ${row.kind}::text = 'discount' then ${date(row.claimed_at)} end)
    on conflict on constraint coupon_one_each do nothing returning 1`.execute(tx)
  if (rows.length === 0) return false
  await sql`update coupon_campaign set claimed = claimed + 1 where id = ${row.campaign_id}`.execute(tx)
  return true
}

export async function hasCoupon(tx: Tx, campaign: bigint, customer: CustomerId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from coupon where campaign_id = ${campaign} and customer_id = ${customer}`.execute(tx)
  return rows.length > 0
}

export async function findCoupon(
  db: Db | Tx,
  id: bigint,
  customer: CustomerId,
): Promise<CouponRow | undefined> {
  const { rows } = await sql<CouponRow>`
    select ${withTerms} from ${couponsOf} where c.id = ${id} and c.customer_id = ${customer}`.execute(db)
  return rows[0]
}

/** A customer's coupon, locked. */
export async function lockCoupon(tx: Tx, id: bigint, customer: CustomerId): Promise<CouponRow | undefined> {
  const { rows } = await sql<CouponRow>`
    select ${withTerms} from ${couponsOf} where c.id = ${id} and c.customer_id = ${customer}
    for update of c`.execute(tx)
  return rows[0]
}

/** A customer's boosts of a currency that can be used now, locked. */
export async function lockBoosts(
  tx: Tx,
  customer: CustomerId,
  currency: string,
  nowMs: number,
): Promise<CouponRow[]> {
  const { rows } = await sql<CouponRow>`
    select ${withTerms} from ${couponsOf}
    where c.customer_id = ${customer} and c.kind = 'boost' and c.status = 'usable' and c.expires_at > ${date(nowMs)}
      and t.currency = ${currency}
    order by c.id for update of c`.execute(tx)
  return rows
}

/** Which of a customer's coupons a tab lists: one whose time is over is in its place before the job has been there. */
const inTab = (tab: CouponTab, nowMs: number): RawBuilder<unknown> => {
  const isOver = sql`(c.status = 'usable' and c.expires_at <= ${date(nowMs)})`
  if (tab === 'usable') return sql`c.status = 'usable' and c.expires_at > ${date(nowMs)}`
  if (tab === 'used') return sql`(c.status in ('running', 'used') or (${isOver} and c.paid > 0))`
  return sql`(c.status = 'expired' or (${isOver} and c.paid = 0))`
}

export async function listCoupons(
  db: Db,
  customer: CustomerId,
  { status, after, offset, limit }: PageSlice & { readonly status: CouponTab | undefined },
  nowMs: number,
): Promise<CouponRow[]> {
  const { rows } = await sql<CouponRow>`
    select ${withTerms} from ${couponsOf}
    where c.customer_id = ${customer} and c.id < ${after?.[0] ?? NO_END}
      and ${status === undefined ? sql`true` : inTab(status, nowMs)}
    order by c.id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export const setStatus = (tx: Tx, ids: readonly bigint[], status: CouponState, added = 0n) =>
  sql`
    update coupon set status = ${status}, paid = paid + ${added} where id = any (${[...ids]}::bigint[])`.execute(
    tx,
  )

/** Coupons whose time is over, but for discounts: their orders are looked for first. Returns: how many. */
export async function expireCoupons(db: Db, nowMs: number, limit: number): Promise<number> {
  const { rows } = await sql`
    update coupon set status = 'expired' where id in (
      select id from coupon where status = 'usable' and kind <> 'discount' and expires_at <= ${date(nowMs)}
      order by expires_at limit ${limit} for update skip locked)
    returning 1`.execute(db)
  return rows.length
}

/** Ends the coupons of a deleted account that could be used yet: nothing is looked for, and nobody reminded of them. */
export async function endCouponsOf(tx: Tx, customer: CustomerId): Promise<void> {
  await sql`
    update coupon set status = case when paid > 0 then 'used' else 'expired' end
    where customer_id = ${customer} and status = 'usable'`.execute(tx)
}

/** How many of a customer's trials run. */
export async function countTrials(db: Db | Tx, customer: CustomerId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from coupon where customer_id = ${customer} and status = 'running'
      and kind = 'trial'`.execute(db)
  return rows[0]!.count
}

/** Coupons that end before a moment and that nobody was reminded of; they are noted as reminded. */
export async function takeUnreminded(
  tx: Tx,
  nowMs: number,
  beforeMs: number,
  limit: number,
): Promise<Pick<CouponRow, 'id' | 'customer_id' | 'expires_at'>[]> {
  const { rows } = await sql<Pick<CouponRow, 'id' | 'customer_id' | 'expires_at'>>`
    update coupon set reminded_at = ${date(nowMs)} where id in (
      select id from coupon
      where status = 'usable' and reminded_at is null and expires_at > ${date(nowMs)} and expires_at <= ${date(beforeMs)}
      order by expires_at limit ${limit} for update skip locked)
    returning id, customer_id, expires_at`.execute(tx)
  return rows
}

/** A discount, with how far its customer's orders were looked at. */
export type LookingRow = CouponRow & { readonly looked_at: number }

/** A discount, as far as whose turn it is matters. */
export type LookedRow = Pick<LookingRow, 'id' | 'customer_id' | 'looked_at'>

/** Discounts that were looked at before a moment, the longest ago first; those after one of them. */
export async function discountsLookedAtBefore(
  db: Db,
  beforeMs: number,
  after: LookedRow | undefined,
  limit: number,
): Promise<LookedRow[]> {
  const rest = after ? sql`and (looked_at, id) > (${date(after.looked_at)}, ${after.id}::bigint)` : sql``
  const { rows } = await sql<LookedRow>`
    select id, customer_id, looked_at from coupon
    where status = 'usable' and kind = 'discount' and looked_at < ${date(beforeMs)} ${rest}
    order by looked_at, id limit ${limit}`.execute(db)
  return rows
}

/** A customer's discounts, locked: who comes second waits, and goes on after it. */
export async function lockDiscounts(tx: Tx, customer: CustomerId): Promise<LookingRow[]> {
  const { rows } = await sql<LookingRow>`
    select ${withTerms}, c.looked_at from ${couponsOf}
    where c.customer_id = ${customer} and c.kind = 'discount' and c.status = 'usable'
    order by c.id for update of c`.execute(tx)
  return rows
}

/**
 * Notes how far the orders of discounts were looked at, and ends those whose time was over before a moment. Those that somebody
 * else works on are left to them.
 */
export const setAllLookedAt = (
  db: Db | Tx,
  ids: readonly bigint[],
  { untilMs, endedBeforeMs }: { readonly untilMs: number; readonly endedBeforeMs: number },
) =>
  sql`
    update coupon set looked_at = greatest(looked_at, ${date(untilMs)}),
      status = case when expires_at > ${date(endedBeforeMs)} then 'usable' when paid > 0 then 'used' else 'expired' end
    where id in (select id from coupon where id = any (${[...ids]}::bigint[]) and status = 'usable'
      order by id for update skip locked)`.execute(db)

// ── What they did in orders

export async function insertUse(tx: Tx, row: UseRow): Promise<void> {
  await sql`
    insert into coupon_use (order_id, coupon_id, customer_id, kind, currency, amount, principal, fee, fee_currency, status,
      made_at, starts_at, due_at, decided_at)
    values (${row.order_id}, ${row.coupon_id}, ${row.customer_id}, ${row.kind}, ${row.currency}, ${row.amount},
      ${row.principal}, ${row.fee}, ${row.fee_currency}, ${row.status}, ${date(row.made_at)}, ${date(row.starts_at)},
      ${date(row.due_at)}, ${row.decided_at === null ? null : date(row.decided_at)})`.execute(tx)
}

/** Which of these orders a coupon has been looked for already. */
export async function usedOrders(db: Db | Tx, orders: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ order_id: bigint }>`
    select order_id from coupon_use where order_id = any (${[...orders]}::bigint[])`.execute(db)
  return new Set(rows.map(({ order_id }) => order_id))
}

/** What a coupon did in an order of the customer. */
export async function useOfOrder(
  db: Db,
  order: bigint,
  customer: CustomerId,
): Promise<(UseRow & Pick<CampaignRow, 'share_bps'>)[]> {
  const { rows } = await sql<UseRow & Pick<CampaignRow, 'share_bps'>>`
    select u.*, t.share_bps from coupon_use u join coupon c on c.id = u.coupon_id
    join coupon_campaign t on t.id = c.campaign_id
    where u.order_id = ${order} and u.customer_id = ${customer}`.execute(db)
  return rows
}

/** The savings orders that these coupons are in, or were. */
export async function ordersOfCoupons(
  db: Db | Tx,
  coupons: readonly bigint[],
): Promise<ReadonlyMap<bigint, UseRow>> {
  const { rows } = await sql<UseRow>`
    select * from coupon_use where coupon_id = any (${[...coupons]}::bigint[]) and kind <> 'discount'
      and status <> 'unfunded'`.execute(db)
  return new Map(rows.map((row) => [row.coupon_id, row]))
}

/** Makes a savings order's boost due now, for it ended early. Nothing where there is none. */
export const makeDue = (tx: Tx, order: bigint, nowMs: number) =>
  sql`
    update coupon_use set due_at = ${date(nowMs)} where order_id = ${order} and status = 'running' and kind = 'boost'`.execute(
    tx,
  )

/** What boosts would add to these savings orders at their end; without those that have none. */
export async function runningBoosts(
  db: Db | Tx,
  orders: readonly bigint[],
): Promise<ReadonlyMap<bigint, Units>> {
  const { rows } = await sql<Pick<UseRow, 'order_id' | 'amount'>>`
    select order_id, amount from coupon_use where kind = 'boost' and status = 'running'
      and order_id = any(${arrayLiteral(orders, (id) => id)}::bigint[])`.execute(db)
  return new Map(rows.map(({ order_id, amount }) => [order_id, amount]))
}

/** A use, as far as whose turn it is matters. */
export type DueRow = Pick<UseRow, 'order_id' | 'due_at'>

/** Running uses that are due, the oldest first; those after one of them. */
export async function listDueUses(
  db: Db,
  nowMs: number,
  after: DueRow | undefined,
  limit: number,
): Promise<DueRow[]> {
  const rest = after
    ? sql`and (due_at, order_id) > (${date(after.due_at)}, ${after.order_id}::bigint)`
    : sql``
  const { rows } = await sql<DueRow>`
    select order_id, due_at from coupon_use where status = 'running' and due_at <= ${date(nowMs)} ${rest}
    order by due_at, order_id limit ${limit}`.execute(db)
  return rows
}

/** A running use that is due, locked; undefined where somebody else works on it. */
export async function lockDueUse(tx: Tx, order: bigint, nowMs: number): Promise<UseRow | undefined> {
  const { rows } = await sql<UseRow>`
    select * from coupon_use where order_id = ${order} and status = 'running' and due_at <= ${date(nowMs)}
    for update skip locked`.execute(tx)
  return rows[0]
}

export const decideUse = (
  tx: Tx,
  order: bigint,
  status: Extract<CouponUseState, 'paid' | 'returned'>,
  nowMs: number,
) =>
  sql`
    update coupon_use set status = ${status}, decided_at = ${date(nowMs)} where order_id = ${order}`.execute(
    tx,
  )

/** Looks at a use again later. */
export const postponeUse = (tx: Tx, order: bigint, atMs: number) =>
  sql`update coupon_use set due_at = ${date(atMs)} where order_id = ${order}`.execute(tx)
