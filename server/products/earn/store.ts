import { type ColumnType, type Generated, type RawBuilder, type Selectable, sql } from 'kysely'
import type { productTags } from '#domain/earn/contract.ts'
import { kindRules, type TermKind } from '#domain/earn/kinds.ts'
import type { EarlyRedemption, ProductTerms, SubscriptionState } from '#domain/earn/rules.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { type Rate, type Units, units } from '#domain/money/amount.ts'
import { requireCurrency } from '#domain/money/read-amount.ts'
import type { ProductBalance } from '#server/core/ledger/product-balances.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { earnAccounts } from './accounts.ts'

type Time = ColumnType<number, Date, Date>
type TimeOrNull = ColumnType<number | null, Date | null, Date | null>

export type ProductTag = (typeof productTags)[number]

/** What the active subscriptions of a product add up to. */
export interface ProductTotals {
  readonly subscribed: Units
  /** Interest earned and not paid out, in what it earns: with `subscribed`, what customers have in it. */
  readonly earned: Units
  /** Interest set aside and not yet earned, in what it earns. */
  readonly unearned: Units
  readonly active: number
}

interface ProductTable {
  id: Generated<bigint>
  kind: TermKind
  currency: string
  /** What it earns: another coin in lock-mining alone. */
  reward_currency: string
  term_days: number
  notice_hours: number
  daily_rate: Rate
  penalty_rate: Rate
  minimum: Units
  maximum: Units
  cap: Units
  subscribed: Generated<Units>
  earned: Generated<Units>
  unearned: Generated<Units>
  active: Generated<number>
  tag: ProductTag | null
  status: 'open' | 'closed'
  terms_version: Generated<number>
  created_at: Time
  updated_at: Time
}

interface SubscriptionTable {
  id: bigint
  product_id: bigint
  customer_id: CustomerId
  kind: TermKind
  currency: string
  reward_currency: string
  principal: Units
  term_days: number
  notice_hours: number
  daily_rate: Rate
  penalty_rate: Rate
  interest_per_day: Units
  terms_version: number
  rules_version: number
  subscribed_at: Time
  starts_at: Time
  /** As agreed; null without a term. */
  matures_at: TimeOrNull
  status: SubscriptionState
  /** When it is paid out: at maturity, or as far as interest is set aside or notice was given. */
  ends_at: Time
  notice_at: TimeOrNull
  /** When its customer was told that it matures within a day. */
  reminded_at: ColumnType<number | null, null | undefined, Date>
  /** Full days before its end: interest is set aside for as many. */
  days_covered: number
  days_earned: Generated<number>
  /** Interest paid out while it ran. */
  paid_daily: ColumnType<Units, never, never>
  next_due_at: TimeOrNull
  ended_at: TimeOrNull
  /** All of it, once ended. */
  interest_paid: Units | null
  penalty: Units | null
  refund: Units | null
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    earn_product: ProductTable
    earn_subscription: SubscriptionTable
    earn_accrual: { subscription_id: bigint; day: number; amount: Units; transfer_id: bigint }
    earn_quote: {
      id: bigint
      subscription_id: bigint
      /** Full days that its figures count. */
      days: number
      interest: Units
      penalty: Units
      refund: Units
      valid_until: Time
      /** When a redemption was made at its figures; null for one that led to nothing. */
      used_at: ColumnType<number | null, null | undefined, Date>
    }
  }
}

export type ProductRow = Selectable<ProductTable>
export type SubscriptionRow = Omit<Selectable<SubscriptionTable>, 'paid_daily' | 'reminded_at'>

/** The terms of a product's or a subscription's row, as the rules know them. */
export const termsOf = (
  row: Pick<SubscriptionRow, 'currency' | 'reward_currency' | 'term_days' | 'daily_rate' | 'penalty_rate'>,
) => ({
  termDays: row.term_days,
  dailyRate: row.daily_rate,
  penaltyRate: row.penalty_rate,
  rewardShift: rewardShift(row.currency, row.reward_currency),
})

/** The terms of a product's row, as an operator sets them. */
export const productTermsOf = (row: ProductRow): ProductTerms => ({
  ...termsOf(row),
  noticeHours: row.notice_hours,
  minimum: row.minimum,
  maximum: row.maximum,
  cap: row.cap,
})

/** A product's limits, for the rules that decide on a subscription. */
export const limitsOf = (row: ProductRow) => ({
  ...productTermsOf(row),
  currency: row.currency,
  isOpen: row.status === 'open',
  subscribed: row.subscribed,
  termsVersion: row.terms_version,
})

/** How many decimals more the amounts of what is earned have; undefined where it is the same currency. */
export const rewardShift = (currency: string, reward: string): number | undefined =>
  currency === reward ? undefined : requireCurrency(reward).decimals - requireCurrency(currency).decimals

/** The interest of a number of a subscription's days. */
export const interestOf = (row: Pick<SubscriptionRow, 'interest_per_day'>, days: number): Units =>
  units(row.interest_per_day * BigInt(days))

/** Interest paid out while a subscription runs. */
export const paidDaily = (row: Pick<SubscriptionRow, 'kind' | 'interest_per_day' | 'days_earned'>): Units =>
  interestOf(row, kindRules[row.kind].paysInterest === 'daily' ? row.days_earned : 0)

/** What an active subscription adds to its product. */
export const contributionOf = (row: SubscriptionRow): ProductTotals => ({
  subscribed: row.principal,
  earned: units(interestOf(row, row.days_earned) - paidDaily(row)),
  unearned: interestOf(row, row.days_covered - row.days_earned),
  active: 1,
})

/** Every product, by currency, longest term first; those without a term last. */
export function listProducts(db: Db | Tx, kind?: TermKind): Promise<ProductRow[]> {
  const query = db.selectFrom('earn_product').selectAll()
  return (kind ? query.where('kind', '=', kind) : query)
    .orderBy('currency', 'desc')
    .orderBy('term_days', 'desc')
    .orderBy('id')
    .execute()
}

/** A product by its id. */
export const findProduct = (db: Db | Tx, id: bigint): Promise<ProductRow | undefined> =>
  db.selectFrom('earn_product').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Products, locked in the order of their ids until the transaction ends. Whoever changes subscriptions locks their
 * products before it touches the ledger: two who lock in opposite orders wait for each other.
 */
export async function lockProducts(tx: Tx, ids: readonly bigint[]): Promise<Map<bigint, ProductRow>> {
  const rows = await tx
    .selectFrom('earn_product')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Takes what active subscriptions added to their locked products away, and adds what they add now: `before` and
 * `after` are the same ones, less those that have ended or not yet begun.
 */
export async function updateProductTotals(
  tx: Tx,
  before: readonly SubscriptionRow[],
  after: readonly SubscriptionRow[],
): Promise<void> {
  const changes = new Map<bigint, { subscribed: bigint; earned: bigint; unearned: bigint; active: bigint }>()
  const add = (row: SubscriptionRow, sign: bigint) => {
    const sums = contributionOf(row)
    const sum = changes.get(row.product_id) ?? { subscribed: 0n, earned: 0n, unearned: 0n, active: 0n }
    changes.set(row.product_id, {
      subscribed: sum.subscribed + sign * sums.subscribed,
      earned: sum.earned + sign * sums.earned,
      unearned: sum.unearned + sign * sums.unearned,
      active: sum.active + sign,
    })
  }
  for (const row of before) add(row, -1n)
  for (const row of after) add(row, 1n)
  const columns = [...changes.values()]
  await sql`
    update earn_product p set subscribed = p.subscribed + d.subscribed, earned = p.earned + d.earned,
      unearned = p.unearned + d.unearned, active = p.active + d.active
    from unnest(
      ${[...changes.keys()]}::bigint[],
      ${columns.map(({ subscribed }) => subscribed)}::bigint[],
      ${columns.map(({ earned }) => earned)}::bigint[],
      ${columns.map(({ unearned }) => unearned)}::bigint[],
      ${columns.map(({ active }) => active)}::int[]) d (id, subscribed, earned, unearned, active)
    where p.id = d.id`.execute(tx)
}

/** Saves a new subscription. */
export async function insertSubscription(tx: Tx, row: SubscriptionRow): Promise<void> {
  const date = (atMs: number) => new Date(atMs)
  const dateOrNull = (atMs: number | null) => (atMs === null ? null : date(atMs))
  await tx
    .insertInto('earn_subscription')
    .values({
      ...row,
      subscribed_at: date(row.subscribed_at),
      starts_at: date(row.starts_at),
      matures_at: dateOrNull(row.matures_at),
      ends_at: date(row.ends_at),
      notice_at: dateOrNull(row.notice_at),
      next_due_at: dateOrNull(row.next_due_at),
      ended_at: dateOrNull(row.ended_at),
    })
    .execute()
}

/** A customer's principal in one product's active subscriptions. */
export async function principalIn(tx: Tx, productId: bigint, customer: CustomerId): Promise<Units> {
  const { rows } = await sql<{ total: Units }>`
    select coalesce(sum(principal), 0)::bigint as total from earn_subscription
    where customer_id = ${customer} and product_id = ${productId} and status = 'active'`.execute(tx)
  return rows[0]!.total
}

/** A customer's principal in active subscriptions, by product. */
export async function principalByProduct(db: Db, customer: CustomerId): Promise<ReadonlyMap<bigint, Units>> {
  const { rows } = await sql<{ product_id: bigint; total: Units }>`
    select product_id, sum(principal)::bigint as total from earn_subscription
    where customer_id = ${customer} and status = 'active' group by product_id`.execute(db)
  return new Map(rows.map(({ product_id, total }) => [product_id, total]))
}

const subscriptionOf = (db: Db | Tx, id: bigint, customer: CustomerId) =>
  db.selectFrom('earn_subscription').selectAll().where('id', '=', id).where('customer_id', '=', customer)

/** One subscription of a customer. Somebody else's is as missing. */
export const findSubscription = (
  db: Db,
  id: bigint,
  customer: CustomerId,
): Promise<SubscriptionRow | undefined> => subscriptionOf(db, id, customer).executeTakeFirst()

/** Those of these subscriptions that are the customer's own. */
export const subscriptionsById = (db: Db, customer: CustomerId, ids: readonly bigint[]) =>
  db
    .selectFrom('earn_subscription')
    .select(['id', 'kind', 'term_days', 'status'])
    .where('customer_id', '=', customer)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()

/** The same, locked until the transaction ends. */
export const lockSubscription = (
  tx: Tx,
  id: bigint,
  customer: CustomerId,
): Promise<SubscriptionRow | undefined> => subscriptionOf(tx, id, customer).forUpdate().executeTakeFirst()

/** Active subscriptions with something due, locked; those that somebody else works on are left out. */
export const lockDueSubscriptions = (tx: Tx, nowMs: number, limit: number): Promise<SubscriptionRow[]> =>
  tx
    .selectFrom('earn_subscription')
    .selectAll()
    .where('status', '=', 'active')
    .where('next_due_at', '<=', sql<number>`${new Date(nowMs)}::timestamptz`)
    .orderBy('next_due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/**
 * Locks subscriptions that mature before a moment and whose customers have not been reminded. One of a single day is
 * never reminded of: it was just made.
 */
export const lockUnreminded = (
  tx: Tx,
  nowMs: number,
  beforeMs: number,
  limit: number,
): Promise<SubscriptionRow[]> =>
  tx
    .selectFrom('earn_subscription')
    .selectAll()
    .where('status', '=', 'active')
    .where('reminded_at', 'is', null)
    .where('term_days', '>', 1)
    .where('matures_at', '>', sql<number>`${new Date(nowMs)}::timestamptz`)
    .where('matures_at', '<=', sql<number>`${new Date(beforeMs)}::timestamptz`)
    .orderBy('matures_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Notes that the customers of these subscriptions have been reminded. */
export const setReminded = (tx: Tx, ids: readonly bigint[], nowMs: number) =>
  tx
    .updateTable('earn_subscription')
    .set({ reminded_at: new Date(nowMs) })
    .where('id', 'in', [...ids])
    .execute()

/** A customer's subscriptions of a kind, newest first. */
export function listSubscriptions(
  db: Db,
  customer: CustomerId,
  {
    kind,
    status,
    after,
    offset,
    limit,
  }: PageSlice & { readonly kind: TermKind; readonly status: 'active' | 'ended' | undefined },
): Promise<SubscriptionRow[]> {
  let query = db
    .selectFrom('earn_subscription')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('kind', '=', kind)
  if (status) query = query.where('status', status === 'active' ? '=' : '<>', 'active')
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

export interface SubscriptionTotals {
  readonly kind: TermKind
  readonly currency: string
  readonly principal: Units
  readonly interest_today: Units
  readonly interest_total: Units
  readonly penalty_total: Units
}

/** Which subscriptions the midnight `today` has brought interest: `interestToday` of the domain, for sums. */
const earnedAt = (today: RawBuilder<unknown>) =>
  sql`status <> 'redeemed' and starts_at < ${today} and ${today} <= ends_at`

/**
 * What a customer has and had in products, of one kind or of all, by kind and currency, whether or not the job has been
 * there since `todayMs`, the last midnight.
 */
export async function customerTotals(
  db: Db,
  customer: CustomerId,
  todayMs: number,
  kind?: TermKind,
): Promise<SubscriptionTotals[]> {
  const today = sql`${new Date(todayMs)}::timestamptz`
  const { rows } = await sql<SubscriptionTotals>`
    with own as materialized (
      select * from earn_subscription
      where customer_id = ${customer} and (kind = ${kind ?? null} or ${kind ?? null}::text is null))
    select kind, currency, sum(principal)::bigint as principal, sum(interest_today)::bigint as interest_today,
      sum(interest_total)::bigint as interest_total, sum(penalty)::bigint as penalty_total
    from (
      select kind, currency, case status when 'active' then principal else 0 end as principal, 0::bigint as interest_today,
        0::bigint as interest_total, coalesce(penalty, 0) as penalty
      from own
      union all
      select kind, reward_currency, 0, case when ${earnedAt(today)} then interest_per_day else 0 end,
        coalesce(interest_paid, interest_per_day * least(days_covered,
          greatest(0, extract(epoch from ${today} - starts_at) / 86400)::int)), 0
      from own) part
    group by kind, currency order by kind, currency desc`.execute(db)
  return rows
}

/** The active subscriptions of a customer in a currency, the oldest first. */
export const activeIn = (
  db: Db | Tx,
  customer: CustomerId,
  currency: string,
  limit: number,
): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('earn_subscription')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('currency', '=', currency)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * What is known of a customer's active subscriptions, by currency, and the last interest of those that ended today.
 * `todayMs` is the last midnight.
 */
export async function balancesIn(
  db: Db | Tx,
  customer: CustomerId,
  todayMs: number,
): Promise<ProductBalance[]> {
  const today = sql`${new Date(todayMs)}::timestamptz`
  const { rows } = await sql<ProductBalance>`
    with own as materialized (
      select * from earn_subscription
      where customer_id = ${customer} and (status = 'active' or (status = 'matured' and ends_at >= ${today})))
    select ${earnAccounts.earn.number}::int as kind, currency,
      coalesce(sum(interest) filter (where ${earnedAt(today)}), 0)::bigint as "todayInterest",
      (count(distinct product_id) filter (where status = 'active'))::int as products,
      min(ends_at) filter (where status = 'active') as "earliestMaturityMs"
    from (
      select currency, status, starts_at, ends_at, product_id,
        case when currency = reward_currency then interest_per_day else 0 end as interest
      from own
      union all
      select reward_currency, status, starts_at, ends_at, product_id, interest_per_day
      from own where currency <> reward_currency) part
    group by currency order by currency desc`.execute(db)
  return rows
}

/** How a subscription ends: in `status`, having paid these. */
export interface Ending extends EarlyRedemption {
  readonly row: SubscriptionRow
  readonly status: 'matured' | 'redeemed'
}

/** Ends active subscriptions, each of them locked. */
export async function endSubscriptions(tx: Tx, endings: readonly Ending[], nowMs: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update earn_subscription s set status = e.status, next_due_at = null, ended_at = ${new Date(nowMs)}::timestamptz,
      interest_paid = e.interest + s.paid_daily, penalty = e.penalty, refund = e.refund
    from unnest(
      ${endings.map(({ row }) => row.id)}::bigint[],
      ${endings.map(({ status }) => status)}::text[],
      ${endings.map(({ interest }) => interest)}::bigint[],
      ${endings.map(({ penalty }) => penalty)}::bigint[],
      ${endings.map(({ refund }) => refund)}::bigint[]) e (id, status, interest, penalty, refund)
    where s.id = e.id and s.status = 'active'`.execute(tx)
  assert(numAffectedRows === BigInt(endings.length), 'only active subscriptions end')
}

/** Saves how far subscriptions have come, and when to look at each next. */
export async function saveProgress(tx: Tx, rows: readonly SubscriptionRow[]): Promise<void> {
  const times = (list: readonly (number | null)[]) =>
    list.map((atMs) => (atMs === null ? null : new Date(atMs).toISOString()))
  await sql`
    update earn_subscription s set days_earned = d.earned, days_covered = d.covered, ends_at = d.ends,
      notice_at = d.notice, next_due_at = d.due
    from unnest(
      ${rows.map((row) => row.id)}::bigint[],
      ${rows.map((row) => row.days_earned)}::int[],
      ${rows.map((row) => row.days_covered)}::int[],
      ${times(rows.map((row) => row.ends_at))}::timestamptz[],
      ${times(rows.map((row) => row.notice_at))}::timestamptz[],
      ${times(rows.map((row) => row.next_due_at))}::timestamptz[]) d (id, earned, covered, ends, notice, due)
    where s.id = d.id`.execute(tx)
}

/**
 * Notes the days credited, each with its transfer. As arrays: a year of fifty subscriptions would be more
 * parameters than one statement can have.
 */
export async function saveAccruals(
  tx: Tx,
  accruals: readonly { readonly row: SubscriptionRow; readonly day: number; readonly transferId: bigint }[],
): Promise<void> {
  await sql`
    insert into earn_accrual (subscription_id, day, amount, transfer_id)
    select * from unnest(
      ${accruals.map(({ row }) => row.id)}::bigint[],
      ${accruals.map(({ day }) => day)}::int[],
      ${accruals.map(({ row }) => row.interest_per_day)}::bigint[],
      ${accruals.map(({ transferId }) => transferId)}::bigint[])`.execute(tx)
}

/** The customers with active subscriptions in a product, after one of them, in the order of their ids. */
export async function customersIn(
  db: Db | Tx,
  productId: bigint,
  after: CustomerId,
  limit: number,
): Promise<CustomerId[]> {
  const rows = await db
    .selectFrom('earn_subscription')
    .select('customer_id')
    .distinct()
    .where('product_id', '=', productId)
    .where(sql<boolean>`status = 'active'`)
    .where('customer_id', '>', after)
    .orderBy('customer_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.customer_id)
}

/** The days a subscription was credited for, newest first. */
export const listAccruals = (db: Db, subscriptionId: bigint) =>
  db
    .selectFrom('earn_accrual')
    .select(['day', 'amount', 'transfer_id'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('day', 'desc')
    .execute()
