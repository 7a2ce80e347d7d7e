import * as calls from '#domain/box/contract.ts'
import { assert } from '#domain/errors.ts'
import { pageOf } from '#server/core/page.ts'
import { receiptsOf } from '#server/core/receipts.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { shownArtworks } from '../nft/service.ts'
import type { RequireEquity } from '../wallet/service.ts'
import type { BoxDeps } from './drawing.ts'
import { proofOfBox } from './proof.ts'
import { buyBox, openBox } from './service.ts'
import {
  type BoxRow,
  listBoxes,
  listDraws,
  listItems,
  listSeries,
  requireBox,
  requireSeries,
} from './store.ts'
import { boxViews, seriesDetail, seriesViews } from './views.ts'

/** The routes for the calls of `domain/box/contract.ts`. */
export const boxRoutes = (deps: BoxDeps & { readonly equity: RequireEquity }): Route[] => [
  route(calls.boxList, async ({ listed, ...page }, { db, clock, customerOrUndefined: customer }) => {
    const nowMs = clock.nowMs()
    const rows = await pageOf(
      page,
      ['id'],
      (slice) => listSeries(db, { listed, nowMs, ...slice }),
      (row) => row,
    )
    return { ...rows, items: await seriesViews(db, rows.items, customer?.id, nowMs) }
  }),

  route(calls.boxDetail, async ({ code }, { db, clock, customerOrUndefined: customer }) =>
    seriesDetail(db, await requireSeries(db, code), customer?.id, clock.nowMs()),
  ),

  route(calls.boxItems, async ({ code, ...page }, { db }) => {
    const series = await requireSeries(db, code)
    const rows = await pageOf(
      page,
      ['key'],
      async (slice) =>
        (await listItems(db, series.id, slice)).map((row) => ({ ...row, key: BigInt(row.place) })),
      (row) => row,
    )
    const artworks = await shownArtworks(
      db,
      rows.items.map(({ artwork_id }) => artwork_id),
    )
    return {
      ...rows,
      items: rows.items.map(({ place, rarity, digest, drawn_in: drawnIn, artwork_id }) => ({
        ...{ ...artworks.get(artwork_id)!, place, rarity, digest, drawnIn },
      })),
    }
  }),

  route(calls.boxDraws, async ({ code, ...page }, { db }) => {
    const series = await requireSeries(db, code)
    return pageOf(
      page,
      ['key'],
      async (slice) =>
        (await listDraws(db, series.id, slice)).map((row) => ({ ...row, key: BigInt(row.number) })),
      ({ number, state, failure, bought_at, drawn_at, place, artwork, rarity }) => ({
        ...{ number, state, failure, boughtAtMs: bought_at, drawnAtMs: drawn_at, place, artwork, rarity },
      }),
    )
  }),

  route(calls.boxProof, ({ code, number }) => proofOfBox(deps, code, number)),

  moneyRoute(calls.buyBox, async (input, { clock, customer }, tx) => {
    const { box } = await buyBox(tx, deps, { customer: customer.id, ...input }, clock)
    return withReceipt(tx, box)
  }),

  route(calls.openBox, async (input, { db, customer }) => {
    const box = await openBox(deps, { customer: customer.id, ...input })
    return (await boxViews(db, [box]))[0]!
  }),

  route(calls.myBoxes, async ({ state, ...page }, { db, customer }) => {
    const rows = await pageOf(
      page,
      ['id'],
      (slice) => listBoxes(db, customer.id, { state, ...slice }),
      (row) => row,
    )
    return { ...rows, items: await boxViews(db, rows.items) }
  }),

  route(calls.myBox, async ({ id }, { db, customer }) => {
    return withReceipt(db, await requireBox(db, { id, customer: customer.id }))
  }),
]

/** A box with the receipt that its purchase signed. */
async function withReceipt(db: Db | Tx, box: BoxRow) {
  const [[view], receipts] = [await boxViews(db, [box]), await receiptsOf(db, 'box', [box.id])]
  const receipt = receipts.get(box.id)
  assert(receipt, `box ${box.id} has a receipt`)
  return { ...view!, receipt }
}
