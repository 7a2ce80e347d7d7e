import {
  canRedeem,
  daysEarned,
  decideSubscription,
  earlyRedemption,
  interestPerDay,
  QUOTE_VALID_MS,
  RULES_VERSION,
  schedule,
} from '#domain/earn/rules.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import { units } from '#domain/money/amount.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import type { ProductBalances } from '#server/core/ledger/product-balances.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { accrue } from './accrue.ts'
import { accountsOf, redemptionTransfers, subscriptionTransfers } from './flows.ts'
import {
  adjustSubscribed,
  balancesIn,
  endSubscription,
  lockProduct,
  lockSubscription,
  principalIn,
  productTermsOf,
  type SubscriptionRow,
  termsOf,
} from './store.ts'

/** What a customer can do with locked deposits: one function each, inside the caller's transaction. */

/**
 * Puts money of a customer's funding wallet into a product, and sets all its interest aside.
 *
 * Refuses: NOT_FOUND, the amount's own refusals, and what `decideSubscription` says.
 */
export async function subscribe(
  tx: Tx,
  request: { customer: bigint; productId: bigint; amount: string; termsVersion: number | undefined },
  nowMs: number,
): Promise<SubscriptionRow> {
  const { customer, productId } = request
  const product = await lockProduct(tx, productId)
  if (!product) throw refusal('NOT_FOUND')
  const { currency } = product
  const principal = readAmount(request.amount, currency)

  const { funding, earn, interest, reserve } = accountsOf({ customer_id: customer, currency })
  const balances = await lockBalances(tx, [funding, earn, interest, reserve])
  const terms = productTermsOf(product)
  const decision = decideSubscription(
    {
      ...terms,
      currency,
      isOpen: product.status === 'open',
      subscribed: product.subscribed,
      termsVersion: product.terms_version,
    },
    {
      termsVersionSeen: request.termsVersion,
      inProduct: await principalIn(tx, productId, customer),
      available: units(balances.get(funding)!),
      fund: units(balances.get(interest)!),
    },
    principal,
  )
  const { interestToReserve } = requireAllowed(decision)

  const { startsAtMs, maturesAtMs } = schedule(product.term_days, nowMs)
  const subscription = await tx
    .insertInto('earn_subscription')
    .values({
      id: nextId(),
      product_id: product.id,
      customer_id: customer,
      currency,
      principal,
      term_days: product.term_days,
      daily_rate: product.daily_rate,
      penalty_rate: product.penalty_rate,
      interest_per_day: interestPerDay(principal, terms),
      terms_version: product.terms_version,
      rules_version: RULES_VERSION,
      subscribed_at: new Date(nowMs),
      starts_at: new Date(startsAtMs),
      matures_at: new Date(maturesAtMs),
      status: 'active',
      next_due_at: new Date(startsAtMs + DAY_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await adjustSubscribed(tx, product.id, principal)
  await post(tx, subscriptionTransfers(subscription, interestToReserve), nowMs)
  return subscription
}

/** What is known of a customer's active subscriptions beside the balance of their `earn` account. */
export const earnBalances: ProductBalances = (db, customer, nowMs) =>
  balancesIn(db, customer, startOfDayUtc(nowMs))

/** The figures of redeeming now, firm until `valid_until`. */
export async function quoteRedemption(tx: Tx, request: { customer: bigint; id: bigint }, nowMs: number) {
  const subscription = await redeemable(tx, request, nowMs)
  const quote = await tx
    .insertInto('earn_quote')
    .values({
      id: nextId(),
      subscription_id: subscription.id,
      ...redemptionNow(subscription, nowMs),
      valid_until: new Date(nowMs + QUOTE_VALID_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { subscription, quote }
}

/**
 * Redeems a deposit early: at the figures of a quote, or at this moment's without one.
 *
 * Refuses: ORDER_NOT_FOUND, EARN_NOT_REDEEMABLE once ended or matured, EARN_QUOTE_EXPIRED.
 */
export async function redeem(
  tx: Tx,
  request: { customer: bigint; id: bigint; quoteId: bigint | undefined },
  nowMs: number,
): Promise<SubscriptionRow> {
  const found = await redeemable(tx, request, nowMs)
  const exit =
    request.quoteId === undefined
      ? redemptionNow(found, nowMs)
      : await quoted(tx, found.id, request.quoteId, nowMs)

  // As an order does: the product, then all the accounts at once. The transfers below come in two parts.
  await lockProduct(tx, found.product_id)
  await lockBalances(tx, Object.values(accountsOf(found)))
  const [subscription] = await accrue(tx, [found], nowMs)
  await endSubscription(tx, subscription!.id, { status: 'redeemed', ...exit }, nowMs)
  await adjustSubscribed(tx, subscription!.product_id, -subscription!.principal)
  await post(tx, redemptionTransfers(subscription!, exit), nowMs)
  return (await lockSubscription(tx, subscription!.id, subscription!.customer_id))!
}

async function redeemable(
  tx: Tx,
  { customer, id }: { customer: bigint; id: bigint },
  nowMs: number,
): Promise<SubscriptionRow> {
  const subscription = await lockSubscription(tx, id, customer)
  if (!subscription) throw refusal('ORDER_NOT_FOUND')
  if (!canRedeem({ status: subscription.status, maturesAtMs: subscription.matures_at }, nowMs)) {
    throw refusal('EARN_NOT_REDEEMABLE')
  }
  return subscription
}

const redemptionNow = (subscription: SubscriptionRow, nowMs: number) =>
  earlyRedemption(
    subscription.principal,
    termsOf(subscription),
    daysEarned({ startsAtMs: subscription.starts_at, termDays: subscription.term_days }, nowMs),
  )

async function quoted(tx: Tx, subscriptionId: bigint, quoteId: bigint, nowMs: number) {
  const quote = await tx
    .selectFrom('earn_quote')
    .select(['interest', 'penalty', 'refund', 'valid_until'])
    .where('id', '=', quoteId)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst()
  if (!quote || quote.valid_until < nowMs) throw refusal('EARN_QUOTE_EXPIRED')
  const { interest, penalty, refund } = quote
  return { interest, penalty, refund }
}
