import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import type { productTags, SubscriptionStatus } from '#domain/earn/contract.ts'
import type { ProductTerms } from '#domain/earn/rules.ts'
import type { Rate, Units } from '#domain/money/amount.ts'
import type { ProductBalance } from '#server/core/ledger/product-balances.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { earnAccounts } from './accounts.ts'

type Time = ColumnType<number, Date, Date>
type TimeOrNull = ColumnType<number | null, Date | null, Date | null>

export type ProductTag = (typeof productTags)[number]

interface ProductTable {
  id: Generated<bigint>
  kind: 'locked'
  currency: string
  term_days: number
  daily_rate: Rate
  penalty_rate: Rate
  minimum: Units
  maximum: Units
  cap: Units
  subscribed: Generated<Units>
  tag: ProductTag | null
  status: 'open' | 'closed'
  terms_version: Generated<number>
  created_at: Time
  updated_at: Time
}

interface SubscriptionTable {
  id: bigint
  product_id: bigint
  customer_id: bigint
  currency: string
  principal: Units
  term_days: number
  daily_rate: Rate
  penalty_rate: Rate
  interest_per_day: Units
  terms_version: number
  rules_version: number
  subscribed_at: Time
  starts_at: Time
  matures_at: Time
  status: SubscriptionStatus
  days_earned: Generated<number>
  next_due_at: TimeOrNull
  ended_at: TimeOrNull
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
      interest: Units
      penalty: Units
      refund: Units
      valid_until: Time
    }
  }
}

export type ProductRow = Selectable<ProductTable>
export type SubscriptionRow = Selectable<SubscriptionTable>

/** The terms of a product's or an order's row, as the rules know them. */
export const termsOf = (row: Pick<SubscriptionRow, 'term_days' | 'daily_rate' | 'penalty_rate'>) => ({
  termDays: row.term_days,
  dailyRate: row.daily_rate,
  penaltyRate: row.penalty_rate,
})

export const productTermsOf = (row: ProductRow): ProductTerms => ({
  ...termsOf(row),
  minimum: row.minimum,
  maximum: row.maximum,
  cap: row.cap,
})

/** Every product, by currency, longest term first. */
export const listProducts = (db: Db | Tx): Promise<ProductRow[]> =>
  db
    .selectFrom('earn_product')
    .selectAll()
    .orderBy('currency', 'desc')
    .orderBy('term_days', 'desc')
    .orderBy('id')
    .execute()

export const findProduct = (db: Db | Tx, id: bigint): Promise<ProductRow | undefined> =>
  db.selectFrom('earn_product').selectAll().where('id', '=', id).executeTakeFirst()

/** One product, locked against other subscriptions until the transaction ends. */
export const lockProduct = (tx: Tx, id: bigint): Promise<ProductRow | undefined> =>
  tx.selectFrom('earn_product').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * The same for several, in the order of their ids. Whoever adjusts `subscribed` locks products before it touches
 * the ledger: a subscription does, and two who lock in opposite orders wait for each other.
 */
export async function lockProducts(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await sql`select 1 from earn_product where id = any (${[...ids]}::bigint[]) order by id for update`.execute(
    tx,
  )
}

/** Adds to a product's subscribed amount; a negative amount subtracts. */
export async function adjustSubscribed(tx: Tx, productId: bigint, amount: bigint): Promise<void> {
  await sql`update earn_product set subscribed = subscribed + ${amount} where id = ${productId}`.execute(tx)
}

/** A customer's principal in one product's active subscriptions. */
export async function principalIn(tx: Tx, productId: bigint, customer: bigint): Promise<Units> {
  const { rows } = await sql<{ total: Units }>`
    select coalesce(sum(principal), 0)::bigint as total from earn_subscription
    where customer_id = ${customer} and product_id = ${productId} and status = 'active'`.execute(tx)
  return rows[0]!.total
}

/** One subscription of a customer, locked until the transaction ends. Somebody else's is as missing. */
export const lockSubscription = (
  tx: Tx,
  id: bigint,
  customer: bigint,
): Promise<SubscriptionRow | undefined> =>
  tx
    .selectFrom('earn_subscription')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .forUpdate()
    .executeTakeFirst()

/** Active subscriptions with a midnight behind them, locked; those that somebody else works on are left out. */
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

export const findSubscription = (
  db: Db | Tx,
  id: bigint,
  customer: bigint,
): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('earn_subscription')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .executeTakeFirst()

/** A customer's subscriptions, newest first. */
export function listSubscriptions(
  db: Db,
  customer: bigint,
  { status, after, offset, limit }: PageSlice & { readonly status: 'active' | 'ended' | undefined },
): Promise<SubscriptionRow[]> {
  let query = db.selectFrom('earn_subscription').selectAll().where('customer_id', '=', customer)
  if (status) query = query.where('status', status === 'active' ? '=' : '<>', 'active')
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

export interface SubscriptionTotals {
  readonly currency: string
  readonly principal: Units
  readonly interest_today: Units
  readonly interest_total: Units
  readonly penalty_total: Units
}

/**
 * What a customer has and had in locked deposits, by currency, whether or not the job has been there since
 * `todayMs`, the last midnight.
 */
export async function totalsOf(db: Db, customer: bigint, todayMs: number): Promise<SubscriptionTotals[]> {
  const today = sql`${new Date(todayMs)}::timestamptz`
  const { rows } = await sql<SubscriptionTotals>`
    select currency,
      coalesce(sum(principal) filter (where status = 'active'), 0)::bigint as principal,
      coalesce(sum(interest_per_day) filter (
        where status <> 'redeemed' and starts_at < ${today} and ${today} <= matures_at), 0)::bigint as interest_today,
      sum(coalesce(interest_paid, interest_per_day * least(term_days,
        greatest(0, extract(epoch from ${today} - starts_at) / 86400)::int)))::bigint as interest_total,
      sum(coalesce(penalty, 0))::bigint as penalty_total
    from earn_subscription where customer_id = ${customer} group by currency order by currency desc`.execute(
    db,
  )
  return rows
}

/** What is known of a customer's active subscriptions, by currency. `todayMs` is the last midnight. */
export async function balancesIn(db: Db | Tx, customer: bigint, todayMs: number): Promise<ProductBalance[]> {
  const { rows } = await sql<ProductBalance>`
    select ${earnAccounts.earn.number}::int as kind, currency,
      coalesce(sum(interest_per_day) filter (where days_earned > 0
        and starts_at + days_earned * interval '24 hours' = ${new Date(todayMs)}::timestamptz), 0)::bigint as "todayInterest",
      count(distinct product_id)::int as products,
      min(matures_at) as "earliestMaturityMs"
    from earn_subscription where customer_id = ${customer} and status = 'active'
    group by currency order by currency desc`.execute(db)
  return rows
}

/** How a subscription ends: in `status`, having paid these. */
export interface Ending {
  readonly status: 'matured' | 'redeemed'
  readonly interest: Units
  readonly penalty: Units
  readonly refund: Units
}

/**
 * Ends an active subscription.
 *
 * Returns: false when it was not active any more; nothing is written then.
 */
export async function endSubscription(tx: Tx, id: bigint, ending: Ending, nowMs: number): Promise<boolean> {
  const result = await tx
    .updateTable('earn_subscription')
    .set({
      status: ending.status,
      next_due_at: null,
      ended_at: new Date(nowMs),
      interest_paid: ending.interest,
      penalty: ending.penalty,
      refund: ending.refund,
    })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Notes how many days each subscription has earned, and when to look at it next. */
export async function saveDaysEarned(
  tx: Tx,
  subscriptions: readonly { id: bigint; days_earned: number; next_due_at: number }[],
): Promise<void> {
  await sql`
    update earn_subscription o set days_earned = d.days, next_due_at = d.due
    from unnest(
      ${subscriptions.map((subscription) => subscription.id)}::bigint[],
      ${subscriptions.map((subscription) => subscription.days_earned)}::int[],
      ${subscriptions.map((subscription) => new Date(subscription.next_due_at).toISOString())}::timestamptz[]) d (id, days, due)
    where o.id = d.id`.execute(tx)
}

/**
 * Notes the days credited, each with its transfer. As arrays: a year of fifty subscriptions would be more
 * parameters than one statement can have.
 */
export async function saveAccruals(
  tx: Tx,
  accruals: readonly {
    subscription: Pick<SubscriptionRow, 'id' | 'interest_per_day'>
    day: number
    transferId: bigint
  }[],
): Promise<void> {
  await sql`
    insert into earn_accrual (subscription_id, day, amount, transfer_id)
    select * from unnest(
      ${accruals.map(({ subscription }) => subscription.id)}::bigint[],
      ${accruals.map(({ day }) => day)}::int[],
      ${accruals.map(({ subscription }) => subscription.interest_per_day)}::bigint[],
      ${accruals.map(({ transferId }) => transferId)}::bigint[])`.execute(tx)
}

/** The days a subscription was credited for, newest first. */
export const listAccruals = (db: Db, subscriptionId: bigint) =>
  db
    .selectFrom('earn_accrual')
    .select(['day', 'amount', 'transfer_id'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('day', 'desc')
    .execute()
