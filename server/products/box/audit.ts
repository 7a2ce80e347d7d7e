import { sql } from 'kysely'
import { headOf } from '#domain/box/draw.ts'
import { checkBoxDraw, neededBefore } from '#domain/box/replay.ts'
import { BOX_CURRENCY } from '#domain/box/rules.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { accountDifferences } from '#server/core/ledger/account-differences.ts'
import { receiptsOf } from '#server/core/receipts.ts'
import { createTickReader } from '#server/markets/tape/ticks.ts'
import type { Db } from '#server/platform/db/database.ts'
import { boxAccounts, heldAccount } from './accounts.ts'
import { boughtOf } from './drawing.ts'
import { hashesOf } from './secrets.ts'
import { allItems, decidedBefore, type SeriesRow } from './store.ts'

/** What differs between boxes, series and the ledger, in words. Empty when consistent. Reads every series and open box. */
export async function auditBoxes(db: Db): Promise<string[]> {
  const { rows: series } = await sql<{ code: string }>`
    select s.code from box_series s cross join lateral (
      select count(*) as issued, count(*) filter (where state in ('drawn', 'opened')) as drawn,
        count(*) filter (where state = 'refunded') as refunded
      from box where series_id = s.id) b
    cross join lateral (
      select count(*) as items, count(*) filter (where drawn_in is not null) as gone
      from box_item where series_id = s.id) i
    where (s.issued, s.drawn, s.refunded) is distinct from (b.issued, b.drawn, b.refunded)
      or (s.items, s.drawn) is distinct from (i.items, i.gone)`.execute(db)
  const { rows: items } = await sql<{ id: bigint }>`
    select b.id from box b join box_item i on i.series_id = b.series_id and i.place = b.place
    where i.drawn_in is distinct from b.number limit 20`.execute(db)
  const { rows: held } = await sql<{ customer: CustomerId; total: bigint }>`
    select customer_id as customer, sum(price)::bigint as total from box where state = 'sealed' group by 1`.execute(
    db,
  )
  const needed = new Map(held.map(({ customer, total }) => [heldAccount(customer, BOX_CURRENCY), total]))
  return [
    ...series.map(({ code }) => `blind boxes ${code}: the series does not sum up its boxes`),
    ...items.map(({ id }) => `blind box ${id}: its item was in another`),
    ...(await artworkDifferences(db)),
    ...(await accountDifferences(db, [boxAccounts.box.number], needed)),
  ]
}

/** Artworks that are set aside and in no box that may still be opened, or the other way round. */
async function artworkDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: bigint }>`
    with needed as (
      select i.artwork_id as id from box_item i join box_series s on s.id = i.series_id
      left join box b on b.series_id = i.series_id and b.number = i.drawn_in
      where (i.drawn_in is null and s.status = 'sale') or b.state = 'drawn'
    ), boxed as (select id from nft_artwork where is_boxed)
    select coalesce(n.id, x.id) as id from needed n full join boxed x on x.id = n.id
    where n.id is null or x.id is null limit 20`.execute(db)
  return rows.map(({ id }) => `artwork ${id}: set aside for a box that it is not in, or not set aside`)
}

/** The newest boxes whose draws are not what their receipts, secrets and ticks make of them, in words. */
export async function auditDraws(
  db: Db,
  { publicKey, newest }: { readonly publicKey: string; readonly newest: number },
): Promise<string[]> {
  const boxes = await db
    .selectFrom('box')
    .selectAll()
    .where('secret', 'is not', null)
    .orderBy('id', 'desc')
    .limit(newest)
    .execute()
  const receipts = await receiptsOf(
    db,
    'box',
    boxes.map(({ id }) => id),
  )
  const wrong: string[] = []
  // After the boxes: what they name was on the tape before.
  const tape = await createTickReader(db)
  for (const [seriesId, drawn] of Map.groupBy(boxes, ({ series_id }) => series_id)) {
    const series = await db
      .selectFrom('box_series')
      .selectAll()
      .where('id', '=', seriesId)
      .executeTakeFirstOrThrow()
    const items = await allItems(db, seriesId)
    const decided = await decidedBefore(db, seriesId, series.drawn + series.refunded + 1)
    if (headOf(decided) !== series.decided_head)
      wrong.push(`blind boxes ${series.code}: what sums up its draws is another`)
    const proofs = await proofsOf(db, series)
    for (const box of drawn) {
      const receipt = receipts.get(box.id)
      assert(box.secret && box.seal_tick && box.place, `box ${box.id} is drawn`)
      const tick = await tape.at(Number(box.seal_sequence))
      const needed = tick && neededBefore(boughtOf(box), tick)
      const isRight =
        receipt !== undefined &&
        checkBoxDraw({
          ...{ receipt, publicKey, order: String(box.id), number: box.number, secret: box.secret },
          ...{ secretProof: hashesOf(proofs.get(box.number)!), items, item: box.place },
          ...{ before: decided.slice(0, box.number - 1), sealTick: box.seal_tick },
          tickBefore: needed === undefined ? undefined : await tape.at(needed),
        })
      if (!isRight) wrong.push(`blind box ${box.id}: another item follows from its receipt`)
    }
  }
  return wrong
}

async function proofsOf(db: Db, series: SeriesRow): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('box_secret')
    .select(['number', 'proof'])
    .where('series_id', '=', series.id)
    .execute()
  return new Map(rows.map(({ number, proof }) => [number, proof]))
}
