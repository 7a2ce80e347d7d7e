import type { BoxArtwork, BoxSeriesDetail, BoxSeriesView, BoxView } from '#domain/box/contract.ts'
import {
  BOX_CURRENCY,
  boxesLeft,
  OPENED_WITHIN_MS,
  oddsOf,
  phaseOf,
  REFUNDED_WITHIN_MS,
  SEAL_SYMBOL,
  sealedIn,
} from '#domain/box/rules.ts'
import { type BoxPhase, boxRarities } from '#domain/box/words.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { shownArtworks } from '../nft/service.ts'
import { type BoxRow, contentsOf, ownBoxes, type SeriesRow, seriesOfRow } from './store.ts'

/** Rows as the contract shows them. Each function reads what a whole page needs at once. */

export const showMoney = (amount: bigint) => formatAmount(amount, BOX_CURRENCY)

/** The specification's purchase states. Source: rulings, section 1. */
function purchaseOf(phase: BoxPhase): BoxSeriesView['purchase'] {
  if (phase === 'announced') return 'soon'
  return phase === 'open' ? 'open' : 'closed'
}

/** What stands for each of these series: the first of its rarest items. */
function coversOf(contents: Awaited<ReturnType<typeof contentsOf>>): Map<bigint, bigint> {
  return new Map(
    [...contents].map(([series, counts]) => {
      const rarest = boxRarities.findLast((rarity) => counts.some((each) => each.rarity === rarity))
      return [series, counts.find(({ rarity }) => rarity === rarest)!.first]
    }),
  )
}

/** Series, with what the customer who asks has of each. */
export async function seriesViews(
  db: Db | Tx,
  rows: readonly SeriesRow[],
  customer: CustomerId | undefined,
  nowMs: number,
): Promise<BoxSeriesView[]> {
  const ids = rows.map(({ id }) => id)
  const contents = await contentsOf(db, ids)
  const covers = coversOf(contents)
  const artworks = await shownArtworks(db, [...covers.values()])
  const own = customer ? await ownBoxes(db, customer, ids) : new Map<bigint, number>()
  return rows.map((row) => {
    const series = seriesOfRow(row)
    const phase = phaseOf(series, nowMs)
    return {
      ...{ code: row.code, name: row.name, description: row.description, currency: BOX_CURRENCY },
      ...{ price: showMoney(row.price), phase, purchase: purchaseOf(phase), items: row.items },
      ...{ drawn: row.drawn, sealed: sealedIn(series), left: Math.max(0, boxesLeft(series)) },
      ...{ refunded: row.refunded, perCustomer: row.per_customer, own: own.get(row.id) ?? 0 },
      ...{ opensAtMs: row.opens_at, endsAtMs: row.ends_at },
      odds: oddsOf(contents.get(row.id)!).map(({ rarity, items, left, chance }) => ({
        ...{ rarity, items, left, chancePercent: formatDecimal(BigInt(chance), 3) },
      })),
      cover: artworks.get(covers.get(row.id)!)!,
    }
  })
}

/** One series with what it has committed to. */
export async function seriesDetail(
  db: Db,
  row: SeriesRow,
  customer: CustomerId | undefined,
  nowMs: number,
): Promise<BoxSeriesDetail> {
  const [view] = await seriesViews(db, [row], customer, nowMs)
  return {
    ...view!,
    ...{ inventory: row.inventory, commitment: row.commitment, boxes: row.boxes },
    ...{ publishedAtMs: row.created_at, symbol: SEAL_SYMBOL },
    ...{ refundedWithinMs: REFUNDED_WITHIN_MS, openedWithinMs: OPENED_WITHIN_MS },
  }
}

/** A customer's boxes. What is in one is shown once it is open. */
export async function boxViews(db: Db | Tx, boxes: readonly BoxRow[]): Promise<BoxView[]> {
  const ids = [...new Set(boxes.map(({ series_id }) => series_id))]
  if (ids.length === 0) return []
  const series = new Map(
    (await db.selectFrom('box_series').selectAll().where('id', 'in', ids).execute()).map((row) => [
      row.id,
      row,
    ]),
  )
  const covers = coversOf(await contentsOf(db, ids))
  const opened = boxes.filter(({ state }) => state === 'opened')
  const items = await itemsOf(db, opened)
  const artworks = await shownArtworks(db, [
    ...covers.values(),
    ...[...items.values()].map(({ artwork_id }) => artwork_id),
  ])
  return boxes.map((box) => {
    const { code, name } = series.get(box.series_id)!
    const item = items.get(box.id)
    return {
      ...{ id: String(box.id), series: code, name, number: box.number, state: box.state },
      ...{ failure: box.failure, currency: BOX_CURRENCY, price: showMoney(box.price) },
      ...{ clientSeed: box.client_seed, boughtAtMs: box.bought_at },
      ...{ refundedByMs: box.bought_at + REFUNDED_WITHIN_MS, drawnAtMs: box.drawn_at },
      opensByMs: box.drawn_at === null ? null : box.drawn_at + OPENED_WITHIN_MS,
      endedAtMs: box.ended_at,
      item: item ? { ...artworks.get(item.artwork_id)!, rarity: item.rarity } : null,
      cover: artworks.get(covers.get(box.series_id)!) as BoxArtwork,
    }
  })
}

async function itemsOf(db: Db | Tx, opened: readonly BoxRow[]) {
  if (opened.length === 0) return new Map<bigint, never>()
  const rows = await db
    .selectFrom('box')
    .innerJoin('box_item', (join) =>
      join.onRef('box_item.series_id', '=', 'box.series_id').onRef('box_item.place', '=', 'box.place'),
    )
    .select(['box.id', 'box_item.artwork_id', 'box_item.rarity'])
    .where(
      'box.id',
      'in',
      opened.map(({ id }) => id),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
