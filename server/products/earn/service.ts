import {
  canRedeem,
  daysEarned,
  decideOrder,
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
import { nextId } from '#server/core/ids.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import type { ProductBalances } from '#server/core/ledger/product-balances.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { accrue } from './accrue.ts'
import { accountsOf, orderTransfers, redemptionTransfers } from './flows.ts'
import {
  adjustSubscribed,
  balancesIn,
  endOrder,
  lockOrder,
  lockProduct,
  type OrderRow,
  principalIn,
  productTermsOf,
  termsOf,
} from './store.ts'

/** What a customer can do with locked deposits: one function each, inside the caller's transaction. */

/**
 * Puts money of a customer's funding wallet into a product, and sets all its interest aside.
 *
 * Refuses: NOT_FOUND, the amount's own refusals, and what `decideOrder` says.
 */
export async function placeOrder(
  tx: Tx,
  request: { customer: bigint; productId: bigint; amount: string; termsVersion: number | undefined },
  nowMs: number,
): Promise<OrderRow> {
  const { customer, productId } = request
  const product = await lockProduct(tx, productId)
  if (!product) throw refusal('NOT_FOUND')
  const { currency } = product
  const principal = readAmount(request.amount, currency)

  const { funding, locked, interest, reserve } = accountsOf({ customer_id: customer, currency })
  const balances = await lockBalances(tx, [funding, locked, interest, reserve])
  const terms = productTermsOf(product)
  const decision = decideOrder(
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
  const order = await tx
    .insertInto('locked_order')
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
      ordered_at: new Date(nowMs),
      starts_at: new Date(startsAtMs),
      matures_at: new Date(maturesAtMs),
      status: 'active',
      next_due_at: new Date(startsAtMs + DAY_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await adjustSubscribed(tx, product.id, principal)
  await post(tx, orderTransfers(order, interestToReserve), nowMs)
  return order
}

/** What is known of a customer's active orders beside the balance of their `locked` account. */
export const lockedBalances: ProductBalances = (db, customer, nowMs) =>
  balancesIn(db, customer, startOfDayUtc(nowMs))

/** The figures of redeeming now, firm until `valid_until`. */
export async function quoteRedemption(tx: Tx, request: { customer: bigint; id: bigint }, nowMs: number) {
  const order = await redeemable(tx, request, nowMs)
  const quote = await tx
    .insertInto('locked_quote')
    .values({
      id: nextId(),
      order_id: order.id,
      ...redemptionNow(order, nowMs),
      valid_until: new Date(nowMs + QUOTE_VALID_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { order, quote }
}

/**
 * Redeems a deposit early: at the figures of a quote, or at this moment's without one.
 *
 * Refuses: ORDER_NOT_FOUND, LOCKED_NOT_REDEEMABLE once ended or matured, LOCKED_QUOTE_EXPIRED.
 */
export async function redeem(
  tx: Tx,
  request: { customer: bigint; id: bigint; quoteId: bigint | undefined },
  nowMs: number,
): Promise<OrderRow> {
  const found = await redeemable(tx, request, nowMs)
  const exit =
    request.quoteId === undefined
      ? redemptionNow(found, nowMs)
      : await quoted(tx, found.id, request.quoteId, nowMs)

  // As an order does: the product, then all the accounts at once. The transfers below come in two parts.
  await lockProduct(tx, found.product_id)
  await lockBalances(tx, Object.values(accountsOf(found)))
  const [order] = await accrue(tx, [found], nowMs)
  await endOrder(tx, order!.id, { status: 'redeemed', ...exit }, nowMs)
  await adjustSubscribed(tx, order!.product_id, -order!.principal)
  await post(tx, redemptionTransfers(order!, exit), nowMs)
  return (await lockOrder(tx, order!.id, order!.customer_id))!
}

async function redeemable(
  tx: Tx,
  { customer, id }: { customer: bigint; id: bigint },
  nowMs: number,
): Promise<OrderRow> {
  const order = await lockOrder(tx, id, customer)
  if (!order) throw refusal('ORDER_NOT_FOUND')
  if (!canRedeem({ status: order.status, maturesAtMs: order.matures_at }, nowMs)) {
    throw refusal('LOCKED_NOT_REDEEMABLE')
  }
  return order
}

const redemptionNow = (order: OrderRow, nowMs: number) =>
  earlyRedemption(
    order.principal,
    termsOf(order),
    daysEarned({ startsAtMs: order.starts_at, termDays: order.term_days }, nowMs),
  )

async function quoted(tx: Tx, orderId: bigint, quoteId: bigint, nowMs: number) {
  const quote = await tx
    .selectFrom('locked_quote')
    .select(['interest', 'penalty', 'refund', 'valid_until'])
    .where('id', '=', quoteId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!quote || quote.valid_until < nowMs) throw refusal('LOCKED_QUOTE_EXPIRED')
  const { interest, penalty, refund } = quote
  return { interest, penalty, refund }
}
