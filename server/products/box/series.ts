import { sql } from 'kysely'
import { type BoxItem, inventoryRoot, NO_DRAWS } from '#domain/box/draw.ts'
import { type BoxDraft, boxesFor, invalidBox, isOver } from '#domain/box/rules.ts'
import type { BoxRarity } from '#domain/box/words.ts'
import { refusal } from '#domain/errors.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Sealer } from '#server/platform/sealer.ts'
import { boxableArtworks, setBoxed } from '../nft/service.ts'
import { makeSecrets } from './secrets.ts'
import { lockSeries, type SeriesRow, seriesOfRow } from './store.ts'

/** What operators can do with series, inside the caller's transaction. */

/** What is put into a series, by its code and how rare it is. */
export interface Content {
  readonly artwork: string
  readonly rarity: BoxRarity
}

/** Contents as the artworks are now, in the order in which they were named. */
interface FoundContents {
  readonly items: readonly BoxItem[]
  readonly ids: readonly bigint[]
}

/**
 * Reads what the artworks of a series are now. Refuses: BOX_ITEM_TAKEN for the first that is unknown, not the platform's
 * own, offered, or in another series.
 */
export async function readContents(
  db: Db | Tx,
  contents: readonly Content[],
  lock = false,
): Promise<FoundContents> {
  const found = await boxableArtworks(
    db,
    contents.map(({ artwork }) => artwork),
    lock,
  )
  const missing = contents.find(({ artwork }) => !found.has(artwork))
  if (missing) throw refusal('BOX_ITEM_TAKEN', { name: missing.artwork })
  return {
    items: contents.map(({ artwork, rarity }) => ({ rarity, artwork, digest: found.get(artwork)!.digest })),
    ids: contents.map(({ artwork }) => found.get(artwork)!.id),
  }
}

/** Refuses: TERMS_INVALID with the first wrong field; ALREADY_LISTED for a code that another series has. */
export async function checkDraft(db: Db | Tx, draft: BoxDraft): Promise<void> {
  const field = invalidBox(draft)
  if (field) throw refusal('TERMS_INVALID', { field })
  const other = await db
    .selectFrom('box_series')
    .select('id')
    .where('code', '=', draft.code)
    .executeTakeFirst()
  if (other) throw refusal('ALREADY_LISTED', { name: draft.code })
}

/** What a series is made from, besides its contents. */
export type SeriesTerms = Omit<BoxDraft, 'items'>

/**
 * Makes a series: its contents are set aside and published by their root, and its secrets are made, sealed and committed
 * to, before anybody can buy.
 *
 * `inventory`: the root that was approved, of a series that two operators decided on.
 * Refuses: PROPOSAL_OUTDATED where the contents are no longer what was approved; what `readContents` and `checkDraft` do.
 */
export async function insertSeries(
  tx: Tx,
  sealer: Sealer,
  terms: SeriesTerms,
  contents: readonly Content[],
  by: { readonly inventory?: string; readonly proposal: bigint | null },
  nowMs: number,
): Promise<SeriesRow> {
  const { items, ids } = await readContents(tx, contents, true)
  await checkDraft(tx, { ...terms, items })
  const inventory = inventoryRoot(items)
  if (by.inventory !== undefined && by.inventory !== inventory) throw refusal('PROPOSAL_OUTDATED')
  const boxes = boxesFor(items.length)
  const { kept, commitment } = makeSecrets(sealer, terms.code, boxes)
  const at = new Date(nowMs)
  const { code, name, description, price, perCustomer } = terms
  const row = await tx
    .insertInto('box_series')
    .values({
      ...{ code, name, description, price, per_customer: perCustomer, items: items.length, boxes },
      ...{ inventory, commitment, status: 'sale', is_open: true, closed_at: null, decided_head: NO_DRAWS },
      ...{ opens_at: new Date(terms.opensAtMs), ends_at: new Date(terms.endsAtMs) },
      ...{ proposal: by.proposal, created_at: at, updated_at: at },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const places = items.map((item, n) => ({ ...item, place: n + 1, id: ids[n]! }))
  await sql`
    insert into box_item (series_id, place, artwork_id, artwork, digest, rarity)
    select ${row.id}::bigint, * from unnest(
      ${arrayLiteral(places, ({ place }) => place)}::int[], ${arrayLiteral(places, ({ id }) => id)}::bigint[],
      ${textArrayLiteral(places, ({ artwork }) => artwork)}::text[],
      ${textArrayLiteral(places, ({ digest }) => digest)}::text[],
      ${textArrayLiteral(places, ({ rarity }) => rarity)}::text[])`.execute(tx)
  await sql`
    insert into box_secret (series_id, number, sealed, proof)
    select ${row.id}::bigint, s.number, decode(s.sealed, 'hex'), s.proof from unnest(
      ${arrayLiteral(kept, ({ number }) => number)}::int[],
      ${textArrayLiteral(kept, ({ sealed }) => sealed.toString('hex'))}::text[],
      ${textArrayLiteral(kept, ({ proof }) => proof)}::text[]) s (number, sealed, proof)`.execute(tx)
  await setBoxed(tx, ids, true)
  return row
}

/** Sells no more boxes of a series, or sells them again. Refuses: NOT_FOUND; BOX_CLOSED once it is over. */
export async function setSeriesOpen(tx: Tx, id: bigint, isOpen: boolean, nowMs: number): Promise<void> {
  const row = await lockSeries(tx, { id })
  if (row.status !== 'sale') throw refusal('BOX_CLOSED')
  await tx
    .updateTable('box_series')
    .set({ is_open: isOpen, ...(!isOpen && { closed_at: new Date(nowMs) }), updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
}

/** Ends a series that is over: what nobody drew is free again. Whoever comes second finds nothing to do. */
export async function endSeries(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  const row = await lockSeries(tx, { id })
  if (!isOver(seriesOfRow(row), nowMs)) return
  const left = await tx
    .selectFrom('box_item')
    .select('artwork_id')
    .where('series_id', '=', id)
    .where('drawn_in', 'is', null)
    .execute()
  await setBoxed(
    tx,
    left.map(({ artwork_id }) => artwork_id),
    false,
  )
  await tx
    .updateTable('box_series')
    .set({ status: 'ended', updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
}

/** Series that are over. */
export async function overSeries(db: Db, nowMs: number, limit: number): Promise<bigint[]> {
  const rows = await db
    .selectFrom('box_series')
    .select('id')
    .where('status', '=', 'sale')
    .where('ends_at', '<=', sql<number>`${new Date(nowMs)}::timestamptz`)
    .where(sql<boolean>`issued = drawn + refunded`)
    .orderBy('ends_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
