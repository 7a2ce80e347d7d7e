import {
  spotAmend,
  spotCancel,
  spotCancelAll,
  spotCosts,
  spotDepth,
  spotDetail,
  spotFillsCsv,
  spotList,
  spotOco,
  spotOrdersCsv,
  spotProof,
  spotTrade,
  spotTradeDetail,
  spotTrades,
} from '#domain/spot/contract.ts'
import type { ANSWERED, Context } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { costsOf } from './costs.ts'
import { fillsCsv, ordersCsv } from './export.ts'
import {
  amendOrder,
  bookDepth,
  type Caller,
  cancelAllOrders,
  cancelOrder,
  orderDetail,
  orderOfTrade,
  orderPage,
  orderProof,
  placeOrder,
  placePair,
  type Spot,
  tradePage,
} from './service.ts'
import { depthView, detailView, orderView } from './views.ts'

/**
 * The calls of spot trading. The engine keeps the idempotency keys itself, in the transaction of its
 * batch, so these are plain routes.
 */
export const spotRoutes = (spot: Spot): Route[] => [
  route(spotTrade, async ({ base, quote, clientKey, termsVersion, ...draft }, ctx) =>
    orderView(
      await placeOrder(spot, { ...callerOf(ctx, clientKey), termsVersion }, `${base}-${quote}`, draft),
    ),
  ),
  route(spotOco, async ({ base, quote, clientKey, termsVersion, ...draft }, ctx) => {
    const orders = await placePair(
      spot,
      { ...callerOf(ctx, clientKey), termsVersion },
      `${base}-${quote}`,
      draft,
    )
    return { id: String(orders[0]!.id), orders: orders.map(orderView) }
  }),
  route(spotAmend, async ({ id, ...draft }, ctx) =>
    orderView(await amendOrder(spot, callerOf(ctx), id, draft)),
  ),
  route(spotCancel, async ({ id }, ctx) => orderView(await cancelOrder(spot, callerOf(ctx), id))),
  route(spotCancelAll, async ({ symbol }, ctx) => {
    const orders = await cancelAllOrders(spot, callerOf(ctx), symbol)
    return { cancelled: orders.map(({ id }) => String(id)) }
  }),
  route(spotList, (question, ctx) => orderPage(spot, { ...question, customer: ctx.customer.id })),
  route(spotOrdersCsv, async (question, ctx): Promise<typeof ANSWERED> => {
    const bytes = await ordersCsv(ctx.db, ctx.customer.id, question)
    return ctx.reply({ bytes, type: 'text/csv; charset=utf-8', fileName: 'plumb-orders.csv' })
  }),
  route(spotFillsCsv, async (question, ctx): Promise<typeof ANSWERED> => {
    const bytes = await fillsCsv(ctx.db, ctx.customer.id, question)
    return ctx.reply({ bytes, type: 'text/csv; charset=utf-8', fileName: 'plumb-fills.csv' })
  }),
  route(spotDetail, async ({ id }, ctx) => detailView(await orderDetail(spot, ctx.customer.id, id))),
  route(spotCosts, async (_, ctx) => ({ costs: await costsOf(ctx.db, ctx.customer.id) })),
  route(spotProof, ({ id }, ctx) => orderProof(spot, ctx.customer.id, id)),
  route(spotTradeDetail, async ({ id }, ctx) => detailView(await orderOfTrade(spot, ctx.customer.id, id))),
  route(spotDepth, async ({ symbol, limit, step }) => {
    const { instrument, depth } = await bookDepth(spot, symbol, step)
    return depthView(instrument, depth, limit, step)
  }),
  route(spotTrades, ({ symbol, ...page }) => tradePage(spot, symbol, page)),
]

const callerOf = (ctx: Context, clientKey?: string): Caller => ({
  customer: ctx.customer.id,
  key: ctx.idempotencyKey ?? clientKey,
})
