import * as calls from '#domain/earn/contract.ts'
import { givenUp } from '#domain/earn/rules.ts'
import { refusal } from '#domain/errors.ts'
import type { Units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { pageOf } from '#server/core/page.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { requireOffered } from '#server/users/countries.ts'
import { requireTier } from '#server/users/tiers.ts'
import type { MarketData } from '../product.ts'
import { fundOf } from './products.ts'
import { quoteRedemption, redeem, subscribe } from './service.ts'
import {
  customerTotals,
  findProduct,
  findSubscription,
  interestOf,
  listAccruals,
  listProducts,
  listSubscriptions,
  principalByProduct,
} from './store.ts'
import { atTodaysPrice } from './todays-price.ts'
import { productView, subscriptionView } from './views.ts'

/** The routes for the calls of `domain/earn/contract.ts`. */
export const earnRoutes = (markets: Pick<MarketData, 'lastTick'>): Route[] => [
  route(calls.earnProducts, async ({ kind }, { db, customerOrUndefined: customer }) => {
    const products = await listProducts(db, kind)
    const own = customer ? await principalByProduct(db, customer.id) : new Map<bigint, Units>()
    const funds = new Map<string, Awaited<ReturnType<typeof fundOf>>>()
    for (const { reward_currency: currency } of products) {
      if (!funds.has(currency)) funds.set(currency, await fundOf(db, currency))
    }
    return {
      products: products
        .filter((product) => product.status === 'open')
        .map((product) =>
          productView(
            product,
            funds.get(product.reward_currency)!.free,
            own.get(product.id),
            atTodaysPrice(product, markets),
          ),
        ),
      interestFund: [...funds].map(([currency, { free, reserved }]) => ({
        currency,
        free: formatAmount(free, currency),
        reserved: formatAmount(reserved, currency),
      })),
    }
  }),

  route(calls.earnSubscriptions, async ({ kind, status, ...page }, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    const subscriptions = await pageOf(
      page,
      ['id'],
      (slice) => listSubscriptions(db, customer.id, { kind, status, ...slice }),
      (row) => subscriptionView(row, nowMs),
    )
    const totals = await customerTotals(db, customer.id, startOfDayUtc(nowMs), kind)
    return {
      ...subscriptions,
      totals: totals.map(({ currency, ...sums }) => ({
        currency,
        principal: formatAmount(sums.principal, currency),
        interestToday: formatAmount(sums.interest_today, currency),
        interestSoFar: formatAmount(sums.interest_total, currency),
        penaltyTotal: formatAmount(sums.penalty_total, currency),
      })),
    }
  }),

  route(calls.earnSubscription, async ({ id }, { db, clock, customer }) => {
    const row = await findSubscription(db, id, customer.id)
    if (!row) throw refusal('ORDER_NOT_FOUND')
    const days = await listAccruals(db, row.id)
    return {
      ...subscriptionView(row, clock.nowMs()),
      days: days.map(({ day, amount, transfer_id }) => ({
        day,
        atMs: row.starts_at + day * DAY_MS,
        interest: formatAmount(amount, row.reward_currency),
        transferId: String(transfer_id),
      })),
    }
  }),

  moneyRoute(calls.subscribe, async ({ productId, amount, termsVersion }, { clock, customer }, tx) => {
    const nowMs = clock.nowMs()
    // Who is not verified puts money into locked deposits alone (rulings, section 4).
    if ((await findProduct(tx, productId))?.kind !== 'locked') await requireTier(tx, customer.id, 'basic')
    await requireOffered(tx, customer.id, 'earn')
    const subscription = await subscribe(
      tx,
      { customer: customer.id, productId, amount, termsVersion },
      nowMs,
    )
    return subscriptionView(subscription, nowMs)
  }),

  route(calls.quoteRedemption, async ({ id }, { db, clock, customer }) => {
    const { subscription, quote } = await db
      .transaction()
      .execute((tx) => quoteRedemption(tx, { customer: customer.id, id }, clock.nowMs()))
    return {
      quoteId: String(quote.id),
      subscriptionId: String(subscription.id),
      currency: subscription.currency,
      rewardCurrency: subscription.reward_currency,
      principal: formatAmount(subscription.principal, subscription.currency),
      interest: formatAmount(quote.interest, subscription.reward_currency),
      penalty: formatAmount(quote.penalty, subscription.currency),
      refund: formatAmount(quote.refund, subscription.currency),
      givenUp: formatAmount(
        givenUp(interestOf(subscription, quote.days), subscription.kind),
        subscription.reward_currency,
      ),
      validUntilMs: quote.valid_until,
    }
  }),

  moneyRoute(calls.redeem, async ({ id, quoteId }, { clock, customer }, tx) => {
    const nowMs = clock.nowMs()
    const subscription = await redeem(tx, { customer: customer.id, id, quoteId }, nowMs)
    return subscriptionView(subscription, nowMs)
  }),
]
