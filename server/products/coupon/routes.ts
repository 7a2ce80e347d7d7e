import * as calls from '#domain/coupon/contract.ts'
import { pageOf } from '#server/core/page.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { claim, start } from './service.ts'
import { listCoupons, ordersOfCoupons, useOfOrder } from './store.ts'
import { couponView, useView } from './views.ts'

/** The routes for the calls of `domain/coupon/contract.ts`. */
export const couponRoutes: Route[] = [
  route(calls.coupons, async ({ status, ...page }, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    const rows = await pageOf(
      page,
      ['id'],
      (slice) => listCoupons(db, customer.id, { status, ...slice }, nowMs),
      (row) => row,
    )
    const orders = await ordersOfCoupons(
      db,
      rows.items.map(({ id }) => id),
    )
    return { ...rows, items: rows.items.map((row) => couponView(row, orders.get(row.id), nowMs)) }
  }),

  route(calls.claimCoupon, async ({ code }, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    const claimed = await db.transaction().execute((tx) => claim(tx, { customer: customer.id, code }, nowMs))
    return couponView(claimed, undefined, nowMs)
  }),

  moneyRoute(calls.startTrial, async ({ id }, { clock, customer }, tx) => {
    const nowMs = clock.nowMs()
    const started = await start(tx, { customer: customer.id, id }, nowMs)
    return couponView(started, (await ordersOfCoupons(tx, [id])).get(id), nowMs)
  }),

  route(calls.couponOfOrder, async ({ orderId }, { db, customer }) => ({
    items: (await useOfOrder(db, orderId, customer.id)).map(useView),
  })),
]
