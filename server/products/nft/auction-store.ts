import { sql } from 'kysely'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { marginOf, NFT_RULES_VERSION, type NftAuction, type OfferDraft, stepOf } from '#domain/nft/rules.ts'
import type { NftCancellation, NftMarginStatus } from '#domain/nft/words.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { ArtworkRow, AuctionRow, BidRow, MarginRow } from './tables.ts'

/** Auctions, margins and bids. Who changes an auction has locked its artwork. */

/** An auction as the rules know it; whether it is open the artwork says. */
export const auctionOfRow = (row: AuctionRow, { is_open }: Pick<ArtworkRow, 'is_open'>): NftAuction => ({
  ...{ status: row.status, isOpen: is_open, startPrice: row.start_price, highest: row.highest },
  ...{ opensAtMs: row.opens_at, endsAtMs: row.ends_at, plannedEndMs: row.planned_end },
})

/** The auction with this id. Refuses: NOT_FOUND. */
export async function requireAuction(db: Db | Tx, id: bigint): Promise<AuctionRow> {
  const row = await db.selectFrom('nft_auction').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** The same, locked until the transaction ends; its artwork is locked already. */
export async function lockAuction(tx: Tx, id: bigint): Promise<AuctionRow> {
  return tx.selectFrom('nft_auction').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Some auctions by their ids. */
export async function auctionsById(
  db: Db | Tx,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, AuctionRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('nft_auction')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Begins an auction of a locked artwork; returns its id. */
export async function insertAuction(
  tx: Tx,
  artwork: Pick<ArtworkRow, 'id' | 'owner_id'>,
  { price, opensAtMs, endsAtMs }: OfferDraft,
  nowMs: number,
): Promise<bigint> {
  const id = nextId()
  const end = new Date(endsAtMs)
  await tx
    .insertInto('nft_auction')
    .values({
      ...{ id, artwork_id: artwork.id, seller_id: artwork.owner_id, start_price: price },
      ...{ margin: marginOf(price), step: stepOf(price), rules_version: NFT_RULES_VERSION },
      ...{ opens_at: new Date(opensAtMs), planned_end: end, ends_at: end, created_at: new Date(nowMs) },
    })
    .execute()
  return id
}

/** Ends a locked auction, or lets it wait. */
export async function endAuctionRow(
  tx: Tx,
  id: bigint,
  to:
    | { readonly status: 'won' | 'unsold'; readonly atMs: number }
    | { readonly status: 'cancelled'; readonly cancelled: NftCancellation; readonly atMs: number }
    | { readonly status: 'awaiting'; readonly untilMs: number },
): Promise<void> {
  await tx
    .updateTable('nft_auction')
    .set({
      status: to.status,
      ...('atMs' in to && { over_at: new Date(to.atMs) }),
      ...('cancelled' in to && { cancelled: to.cancelled }),
      ...('untilMs' in to && { awaits_until: new Date(to.untilMs) }),
      is_settled: false,
    })
    .where('id', '=', id)
    .execute()
}

/** Moves the end of an auction that stood still. */
export async function moveAuction(tx: Tx, id: bigint, byMs: number): Promise<void> {
  await sql`
    update nft_auction set planned_end = planned_end + ${byMs} * interval '1 millisecond',
      ends_at = ends_at + ${byMs} * interval '1 millisecond' where id = ${id} and status = 'open'`.execute(tx)
}

/** No margin is left to be given back. */
export async function markSettled(tx: Tx, id: bigint): Promise<void> {
  await tx.updateTable('nft_auction').set({ is_settled: true }).where('id', '=', id).execute()
}

/** A customer's margin in an auction. */
export const findMargin = (
  db: Db | Tx,
  auctionId: bigint,
  customer: CustomerId,
): Promise<MarginRow | undefined> =>
  db
    .selectFrom('nft_margin')
    .selectAll()
    .where('auction_id', '=', auctionId)
    .where('customer_id', '=', customer)
    .executeTakeFirst()

/** Some margins by their ids. */
export async function marginsById(db: Db | Tx, ids: readonly bigint[]): Promise<MarginRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('nft_margin')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
}

/** Takes somebody's margin in a locked auction, and counts them. */
export async function insertMargin(
  tx: Tx,
  auction: Pick<AuctionRow, 'id' | 'bidders' | 'margin'>,
  customer: CustomerId,
  nowMs: number,
): Promise<MarginRow> {
  const number = auction.bidders + 1
  await tx.updateTable('nft_auction').set({ bidders: number }).where('id', '=', auction.id).execute()
  return tx
    .insertInto('nft_margin')
    .values({
      ...{ id: nextId(), auction_id: auction.id, customer_id: customer, number, amount: auction.margin },
      paid_at: new Date(nowMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends margins that are held. */
export async function endMargins(
  tx: Tx,
  ids: readonly bigint[],
  status: Exclude<NftMarginStatus, 'held'>,
  nowMs: number,
): Promise<void> {
  if (ids.length === 0) return
  const { numUpdatedRows } = await tx
    .updateTable('nft_margin')
    .set({ status, ended_at: new Date(nowMs) })
    .where('id', 'in', [...ids])
    .where('status', '=', 'held')
    .executeTakeFirst()
  assert(numUpdatedRows === BigInt(ids.length), 'a margin ends once')
}

/** Margins of an auction that are held, locked, but for one customer's. */
export const lockHeldMargins = (
  tx: Tx,
  auctionId: bigint,
  but: CustomerId | null,
  limit: number,
): Promise<MarginRow[]> => {
  let query = tx
    .selectFrom('nft_margin')
    .selectAll()
    .where('auction_id', '=', auctionId)
    .where('status', '=', 'held')
  if (but !== null) query = query.where('customer_id', '<>', but)
  return query.orderBy('id').limit(limit).forUpdate().execute()
}

/** Adds the highest bid to a locked auction. */
export async function insertBid(tx: Tx, bid: BidRow): Promise<void> {
  await tx
    .insertInto('nft_bid')
    .values({ ...bid, ends_at: new Date(bid.ends_at), at: new Date(bid.at) })
    .execute()
  await sql`
    update nft_auction set highest = ${bid.price}, leader_id = ${bid.customer_id}, bids = bids + 1,
      ends_at = ${new Date(bid.ends_at)} where id = ${bid.auction_id}`.execute(tx)
  await sql`
    update nft_margin set bid = ${bid.price}
    where auction_id = ${bid.auction_id} and customer_id = ${bid.customer_id}`.execute(tx)
}

/** A customer's margins, the newest first. */
export function listMargins(
  db: Db,
  customer: CustomerId,
  { status, id }: { readonly status: NftMarginStatus | undefined; readonly id: bigint | undefined },
  { after, offset, limit }: PageSlice,
): Promise<MarginRow[]> {
  let query = db.selectFrom('nft_margin').selectAll().where('customer_id', '=', customer)
  if (id !== undefined) query = query.where('id', '=', id)
  if (status) query = query.where('status', '=', status)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/**
 * Auctions whose end is there to be decided. One whose leader is frozen is among them once that is lifted or was waited for
 * long enough, and not before; one that operators closed stands still.
 */
export async function dueAuctions(db: Db, nowMs: number, limit: number): Promise<bigint[]> {
  const now = sql`${new Date(nowMs)}::timestamptz`
  const { rows } = await sql<{ id: bigint }>`
    (select u.id from nft_auction u join nft_artwork a on a.id = u.artwork_id
      where u.status = 'open' and u.ends_at <= ${now} and a.is_open order by u.ends_at limit ${limit})
    union all
    (select u.id from nft_auction u where u.status = 'awaiting' and (u.awaits_until <= ${now} or not exists (
      select from account_freeze f where f.customer_id = u.leader_id and f.lifted_at is null))
      order by u.awaits_until limit ${limit})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Auctions that are over and in which margins may lie that are to be given back. */
export async function unsettledAuctions(db: Db, limit: number): Promise<bigint[]> {
  const rows = await db
    .selectFrom('nft_auction')
    .select('id')
    .where('is_settled', '=', false)
    .where('status', '<>', 'open')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Who has a margin in an auction, some at a time, in the order of their ids. */
export async function biddersAfter(
  db: Db | Tx,
  auctionId: bigint,
  after: CustomerId,
  limit: number,
): Promise<CustomerId[]> {
  const rows = await db
    .selectFrom('nft_margin')
    .select('customer_id')
    .where('auction_id', '=', auctionId)
    .where('customer_id', '>', after)
    .orderBy('customer_id')
    .limit(limit)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

/** What lies in margins, by auction. */
export async function heldIn(db: Db, auctionIds: readonly bigint[]): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await sql<{ id: bigint; held: bigint }>`
    select auction_id as id, sum(amount)::bigint as held from nft_margin
    where status = 'held' and auction_id = any(${arrayLiteral(auctionIds, (id) => id)}::bigint[]) group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ id, held }) => [id, held]))
}
