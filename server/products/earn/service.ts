import { kindRules } from '#domain/earn/kinds.ts'
import {
  canRedeem,
  daysEarned,
  daysToCover,
  decideSubscription,
  earlyRedemption,
  endAfterNotice,
  fullDays,
  givenUp,
  interestPerDay,
  quoteEnd,
  RULES_VERSION,
  redemptionRefusal,
  schedule,
} from '#domain/earn/rules.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import { rankExits } from '#domain/financial/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { units } from '#domain/money/amount.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { startOfDayUtc } from '#domain/time.ts'
import type { ListIncome, QuoteExits } from '#server/core/exits.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import type { ProductBalances } from '#server/core/ledger/product-balances.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { boostFor, giveUpBoost, runningBoosts, type Savings } from '../coupon/service.ts'
import { accrue, withNextDue } from './accrue.ts'
import { accountsOf, endTransfers, reserveTransfers, subscriptionTransfers } from './flows.ts'
import { endNotice } from './notices.ts'
import {
  activeIn,
  balancesIn,
  customerTotals,
  endSubscriptions,
  insertSubscription,
  interestOf,
  limitsOf,
  listProducts,
  lockProducts,
  lockSubscription,
  paidDaily,
  principalIn,
  type SubscriptionRow,
  saveProgress,
  termsOf,
  updateProductTotals,
} from './store.ts'

/** What a customer can do with term products: one function each, inside the caller's transaction. */

/**
 * Puts money of a customer's funding wallet into a product, and sets its interest aside.
 *
 * Refuses: NOT_FOUND, the amount's own refusals, and what `decideSubscription` says.
 */
export async function subscribe(
  tx: Tx,
  request: { customer: CustomerId; productId: bigint; amount: string; termsVersion: number | undefined },
  nowMs: number,
): Promise<SubscriptionRow> {
  const { customer, productId } = request
  const product = (await lockProducts(tx, [productId])).get(productId)
  if (!product) throw refusal('NOT_FOUND')
  const { currency, reward_currency } = product
  const principal = readAmount(request.amount, currency)

  const { kind, term_days: termDays } = product
  // Before the accounts: who pays coupons locks in the same order.
  const boost = await boostFor(tx, { customer, kind, currency, principal, termDays }, nowMs)
  const { funding, earn, interest, reserve } = accountsOf({
    customer_id: customer,
    currency,
    reward_currency,
  })
  const balances = await lockBalances(tx, [funding, earn, interest, reserve, ...boost.accounts])
  const decision = decideSubscription(
    limitsOf(product),
    {
      termsVersionSeen: request.termsVersion,
      inProduct: await principalIn(tx, productId, customer),
      available: units(balances.get(funding)!),
      fund: units(balances.get(interest)!),
    },
    principal,
  )
  requireAllowed(decision)

  const { term_days, notice_hours, daily_rate, penalty_rate, terms_version } = product
  const { startsAtMs, maturesAtMs } = schedule(term_days, nowMs)
  const subscription = withNextDue({
    id: nextId(),
    product_id: product.id,
    customer_id: customer,
    ...{
      kind,
      currency,
      reward_currency,
      principal,
      term_days,
      notice_hours,
      daily_rate,
      penalty_rate,
      terms_version,
    },
    interest_per_day: interestPerDay(principal, termsOf(product)),
    rules_version: RULES_VERSION,
    subscribed_at: nowMs,
    starts_at: startsAtMs,
    matures_at: term_days > 0 ? maturesAtMs : null,
    status: 'active',
    ends_at: maturesAtMs,
    days_covered: daysToCover(term_days),
    days_earned: 0,
    ...{ notice_at: null, next_due_at: null, ended_at: null },
    ...{ interest_paid: null, penalty: null, refund: null },
  })
  await insertSubscription(tx, subscription)
  await updateProductTotals(tx, [], [subscription])
  const boosted = await boost.apply(
    {
      ...{ id: subscription.id, customer, kind, currency, principal, termDays },
      ...{ startsAtMs, maturesAtMs },
    },
    balances,
  )
  await post(tx, [...subscriptionTransfers(subscription), ...boosted], nowMs)
  return subscription
}

/** How those of these subscriptions ended that have. */
export async function endsOfSubscriptions(
  tx: Tx,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, 'matured' | 'redeemed'>> {
  const rows = await tx
    .selectFrom('earn_subscription')
    .select(['id', 'status'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.flatMap(({ id, status }) => (status === 'active' ? [] : [[id, status] as const])))
}

/** Open products with a term that pay in what is put in, as far as a trial of one needs to know. */
export async function trialProducts(db: Db | Tx) {
  const rows = await listProducts(db)
  return rows
    .filter(
      ({ term_days, status, kind }) =>
        term_days > 0 && status === 'open' && !kindRules[kind].earnsAnotherCoin,
    )
    .map(({ id, kind, currency, term_days: termDays, daily_rate: dailyRate }) => ({
      ...{ id, kind, currency, termDays, dailyRate },
    }))
}

/** What is known of a customer's active subscriptions beside the balance of their `earn` account. */
export const earnBalances: ProductBalances = (db, customer, nowMs) =>
  balancesIn(db, customer, startOfDayUtc(nowMs))

/** What a customer has in products by kind, and what they earned. */
export const earnIncome: ListIncome = async (db, customer, nowMs) =>
  (await customerTotals(db, customer, startOfDayUtc(nowMs))).map(
    ({ kind, currency, principal, interest_today: today, interest_total: total }) => ({
      ...{ kind, currency, principal, today, total },
    }),
  )

/** The figures of redeeming now, firm until `valid_until`. */
export async function quoteRedemption(tx: Tx, request: { customer: CustomerId; id: bigint }, nowMs: number) {
  const subscription = await redeemable(tx, request, nowMs)
  const [quote] = await insertQuotes(tx, [subscription], nowMs)
  return { subscription, quote: quote! }
}

const insertQuotes = (tx: Tx, subscriptions: readonly SubscriptionRow[], nowMs: number) =>
  tx
    .insertInto('earn_quote')
    .values(
      subscriptions.map((row) => ({
        id: nextId(),
        subscription_id: row.id,
        ...redemptionNow(row, nowMs),
        valid_until: new Date(quoteEnd(row.kind, nowMs)),
      })),
    )
    .returningAll()
    .execute()

/** How many of a customer's subscriptions are looked at for the cheapest of them. */
const MAX_LOOKED_AT = 500

/** What each subscription in a currency would pay to end now, quoted as `quoteRedemption` does; without a term, by notice. */
export const earnExits: QuoteExits = async (tx, { customer, currency, needed, limit }, nowMs) => {
  const rows = await activeIn(tx, customer, currency, MAX_LOOKED_AT)
  const boosts = await runningBoosts(
    tx,
    rows.map(({ id }) => id),
  )
  const kept = (row: SubscriptionRow) => ({
    ...{ id: row.id, kind: row.kind, currency, amount: row.principal, termDays: row.term_days },
  })
  const candidates = rows.flatMap((row) => {
    const { status, ends_at: endsAtMs, notice_at: noticeAtMs, notice_hours: noticeHours } = row
    if (!canRedeem({ status, endsAtMs, noticeAtMs }, nowMs)) return []
    const { days, penalty, refund } = redemptionNow(row, nowMs)
    const lost = givenUp(interestOf(row, days), row.kind)
    const exit = {
      ...kept(row),
      pays: refund,
      costs: penalty,
      givesUp: lost > 0n,
      // Redeeming gives it up: see `giveUpBoost`.
      boost: boosts.get(row.id),
      givenUp: lost > 0n ? { currency: row.reward_currency, amount: lost } : null,
      paidAtMs: row.term_days === 0 ? endAfterNotice({ endsAtMs, noticeHours }, nowMs) : null,
    }
    return [{ row, ...exit }]
  })
  const first = rankExits(candidates, needed).slice(0, limit)
  const quotes =
    first.length === 0
      ? []
      : await insertQuotes(
          tx,
          first.map(({ row }) => row),
          nowMs,
        )
  const quoteOf = new Map(quotes.map((quote) => [quote.subscription_id, quote]))
  return {
    exits: first.map(({ row, ...exit }) => {
      const { id: quoteId, valid_until: validUntilMs } = quoteOf.get(row.id)!
      return { ...exit, quoteId, validUntilMs }
    }),
    locked: rows
      .filter((row) => candidates.every(({ id }) => id !== row.id))
      .slice(0, limit)
      .map((row) => ({ ...kept(row), freeAtMs: row.ends_at })),
  }
}

/**
 * Redeems a subscription early: at the figures of a quote, or at this moment's without one. One without a term
 * is paid out when the notice is over that is given by this.
 *
 * Refuses: ORDER_NOT_FOUND; EARN_NOT_REDEEMABLE once ended, EARN_AT_ITS_END, EARN_NOTICE_GIVEN;
 * EARN_QUOTE_EXPIRED.
 */
export async function redeem(
  tx: Tx,
  request: { customer: CustomerId; id: bigint; quoteId: bigint | undefined },
  nowMs: number,
): Promise<SubscriptionRow> {
  const found = await redeemable(tx, request, nowMs)
  const { days: _, ...redemption } =
    request.quoteId === undefined
      ? redemptionNow(found, nowMs)
      : await quotedRedemption(tx, found, request.quoteId, nowMs)

  await giveUpBoost(tx, found.id, nowMs)
  const [subscription] = await accrue(tx, [found], nowMs)
  if (subscription!.term_days === 0) return giveNotice(tx, subscription!, nowMs)
  await endSubscriptions(tx, [{ row: subscription!, status: 'redeemed', ...redemption }], nowMs)
  await updateProductTotals(tx, [subscription!], [])
  await post(tx, endTransfers(subscription!, 'redeemed', redemption), nowMs)
  await writeNotices(tx, [endNotice(subscription!, 'redeemed', redemption)], nowMs)
  return (await lockSubscription(tx, subscription!.id, subscription!.customer_id))!
}

/** Sets the end of a subscription that was without one, and gives the interest of all days after it back to the fund. */
async function giveNotice(tx: Tx, subscription: SubscriptionRow, nowMs: number): Promise<SubscriptionRow> {
  const { starts_at, ends_at: endsAtMs, notice_hours: noticeHours, days_covered } = subscription
  const ends_at = endAfterNotice({ endsAtMs, noticeHours }, nowMs)
  const noticed = withNextDue({
    ...subscription,
    notice_at: nowMs,
    ends_at,
    days_covered: Math.max(fullDays(starts_at, ends_at), subscription.days_earned),
  })
  await saveProgress(tx, [noticed])
  await updateProductTotals(tx, [subscription], [noticed])
  await post(tx, reserveTransfers(subscription, noticed.days_covered - days_covered), nowMs)
  return noticed
}

async function redeemable(
  tx: Tx,
  { customer, id }: { customer: CustomerId; id: bigint },
  nowMs: number,
): Promise<SubscriptionRow> {
  const subscription = await lockSubscription(tx, id, customer)
  if (!subscription) throw refusal('ORDER_NOT_FOUND')
  const { status, ends_at: endsAtMs, notice_at: noticeAtMs } = subscription
  const why = redemptionRefusal({ status, endsAtMs, noticeAtMs }, nowMs)
  if (why) throw refusal(why.code, why.params)
  return subscription
}

/** What redeeming gives after the days that are over, or were credited already by a later clock. */
function redemptionNow(row: SubscriptionRow, nowMs: number) {
  const behind = daysEarned({ startsAtMs: row.starts_at, daysCovered: row.days_covered }, nowMs)
  const days = Math.max(behind, row.days_earned)
  return { days, ...earlyRedemption(row.principal, termsOf(row), days, row.kind) }
}

async function quotedRedemption(tx: Tx, subscription: SubscriptionRow, quoteId: bigint, nowMs: number) {
  const quote = await tx
    .selectFrom('earn_quote')
    .select(['days', 'interest', 'penalty', 'refund', 'valid_until'])
    .where('id', '=', quoteId)
    .where('subscription_id', '=', subscription.id)
    .executeTakeFirst()
  if (!quote || quote.valid_until < nowMs) throw refusal('EARN_QUOTE_EXPIRED')
  // Paid out since by a later clock: the quote's penalty does not take it back.
  if (paidDaily(subscription) > interestOf(subscription, quote.days)) throw refusal('EARN_QUOTE_EXPIRED')
  await tx
    .updateTable('earn_quote')
    .set({ used_at: new Date(nowMs) })
    .where('id', '=', quoteId)
    .execute()
  const { days, interest, penalty, refund } = quote
  return { days, interest, penalty, refund }
}

/** What coupons need of savings. */
export const savings: Savings = { endsOf: endsOfSubscriptions, trialProducts }
