import {
  lockedOrder,
  lockedOrders,
  lockedProducts,
  placeLockedOrder,
  quoteRedemption as quoteRedemptionCall,
  redeemLockedOrder,
} from '#domain/earn/contract.ts'
import { refusal } from '#domain/errors.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { earnAccounts } from './accounts.ts'
import { placeOrder, quoteRedemption, redeem } from './service.ts'
import { findOrder, listAccruals, listOrders, listProducts, totalsOf } from './store.ts'
import { orderView, productView } from './views.ts'

/** The routes for the calls of `domain/earn/contract.ts`. */
export const earnRoutes: Route[] = [
  route(lockedProducts, async (_, { db }) => {
    const products = await listProducts(db)
    const funds = new Map<string, Awaited<ReturnType<typeof fundOf>>>()
    for (const { currency } of products) {
      if (!funds.has(currency)) funds.set(currency, await fundOf(db, currency))
    }
    return {
      products: products
        .filter((product) => product.status === 'open')
        .map((product) => productView(product, funds.get(product.currency)!.free)),
      interestFund: [...funds].map(([currency, { free, reserved }]) => ({
        currency,
        free: formatAmount(free, currency),
        reserved: formatAmount(reserved, currency),
      })),
    }
  }),

  route(lockedOrders, async ({ status, ...page }, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    const orders = await pageOf(
      page,
      ['id'],
      (slice) => listOrders(db, customer.id, { status, ...slice }),
      (row) => orderView(row, nowMs),
    )
    const totals = await totalsOf(db, customer.id, startOfDayUtc(nowMs))
    return {
      ...orders,
      totals: totals.map(({ currency, ...sums }) => ({
        currency,
        principal: formatAmount(sums.principal, currency),
        interestToday: formatAmount(sums.interest_today, currency),
        interestTotal: formatAmount(sums.interest_total, currency),
        penaltyTotal: formatAmount(sums.penalty_total, currency),
      })),
    }
  }),

  route(lockedOrder, async ({ id }, { db, clock, customer }) => {
    const row = await findOrder(db, BigInt(id), customer.id)
    if (!row) throw refusal('ORDER_NOT_FOUND')
    const days = await listAccruals(db, row.id)
    return {
      ...orderView(row, clock.nowMs()),
      days: days.map(({ day, amount, transfer_id }) => ({
        day,
        atMs: row.starts_at + day * DAY_MS,
        amount: formatAmount(amount, row.currency),
        transferId: String(transfer_id),
      })),
    }
  }),

  moneyRoute(placeLockedOrder, async ({ productId, amount, termsVersion }, { clock, customer }, tx) => {
    const nowMs = clock.nowMs()
    const order = await placeOrder(
      tx,
      { customer: customer.id, productId: BigInt(productId), amount, termsVersion },
      nowMs,
    )
    return orderView(order, nowMs)
  }),

  route(quoteRedemptionCall, async ({ id }, { db, clock, customer }) => {
    const { order, quote } = await db
      .transaction()
      .execute((tx) => quoteRedemption(tx, { customer: customer.id, id: BigInt(id) }, clock.nowMs()))
    return {
      quoteId: String(quote.id),
      orderId: String(order.id),
      currency: order.currency,
      principal: formatAmount(order.principal, order.currency),
      interest: formatAmount(quote.interest, order.currency),
      penalty: formatAmount(quote.penalty, order.currency),
      refund: formatAmount(quote.refund, order.currency),
      validUntilMs: quote.valid_until,
    }
  }),

  moneyRoute(redeemLockedOrder, async ({ id, quoteId }, { clock, customer }, tx) => {
    const nowMs = clock.nowMs()
    const order = await redeem(
      tx,
      { customer: customer.id, id: BigInt(id), quoteId: quoteId === undefined ? undefined : BigInt(quoteId) },
      nowMs,
    )
    return orderView(order, nowMs)
  }),
]

async function fundOf(db: Db, currency: string) {
  return {
    free: await balanceOf(db, platformAccount(earnAccounts.interest, currency)),
    reserved: await balanceOf(db, platformAccount(earnAccounts.reserve, currency)),
  }
}
