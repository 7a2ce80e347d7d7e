import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import * as calls from '#domain/ieo/contract.ts'
import { pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { orderIeo } from './service.ts'
import {
  findOrder,
  listAllotments,
  listOrders,
  listProjects,
  ownCoins,
  type ProjectRow,
  requireProject,
  withProjects,
} from './store.ts'
import { orderView, projectView, showCoins } from './views.ts'

/** The routes for the calls of `domain/ieo/contract.ts`. */
export const ieoRoutes: Route[] = [
  route(calls.ieoProjects, async (page, { db, clock, customerOrUndefined: customer }) => {
    const rows = await pageOf(
      page,
      ['id'],
      (slice) => listProjects(db, slice),
      (row) => row,
    )
    return { ...rows, items: await withOwn(db, customer?.id, rows.items, clock.nowMs()) }
  }),

  route(calls.ieoProject, async ({ projectId }, { db, clock, customerOrUndefined: customer }) => {
    const [view] = await withOwn(db, customer?.id, [await requireProject(db, projectId)], clock.nowMs())
    return view!
  }),

  moneyRoute(calls.buyIeo, async (input, { clock, customer }, tx) =>
    orderView(await orderIeo(tx, 'exchange', { customer: customer.id, ...input }, clock.nowMs())),
  ),

  moneyRoute(calls.subscribeIeo, async (input, { clock, customer }, tx) =>
    orderView(await orderIeo(tx, 'subscription', { customer: customer.id, ...input }, clock.nowMs())),
  ),

  route(calls.ieoOrders, async ({ status, ...page }, { db, customer }) => {
    const rows = await pageOf(
      page,
      ['id'],
      (slice) => listOrders(db, customer.id, { status, ...slice }),
      (row) => row,
    )
    return { ...rows, items: (await withProjects(db, rows.items)).map(orderView) }
  }),

  route(calls.ieoOrder, async ({ id }, { db, customer }) => {
    const found = await findOrder(db, id, customer.id)
    if (!found) throw refusal('ORDER_NOT_FOUND')
    return orderView(found)
  }),

  route(calls.ieoAllotments, async ({ projectId, ...page }, { db }) => {
    await requireProject(db, projectId)
    return pageOf(
      page,
      ['position'],
      (slice) => listAllotments(db, projectId, slice),
      ({ position, quantity, allotted }) => ({
        ...{ position: Number(position), asked: showCoins(quantity), allotted: showCoins(allotted) },
      }),
    )
  }),
]

/** Projects with what the customer who asks has ordered in each. */
async function withOwn(db: Db, customer: CustomerId | undefined, rows: readonly ProjectRow[], nowMs: number) {
  const own = customer
    ? await ownCoins(
        db,
        customer,
        rows.map(({ id }) => id),
      )
    : () => 0n
  return rows.map((row) =>
    projectView(row, nowMs, {
      exchange: own(row.id, 'exchange'),
      subscription: own(row.id, 'subscription'),
    }),
  )
}
