import { assert, refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { units } from '#domain/money/amount.ts'
import { readPrice } from '#domain/money/read-amount.ts'
import {
  AWAITS_WINNER_MS,
  decideBid,
  decideMargin,
  marginOf as marginFor,
  NFT_RULES_VERSION,
  PAID_IN,
  PAY_WITHIN_MS,
} from '#domain/nft/rules.ts'
import type { NftCancellation } from '#domain/nft/words.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { RequireEquity } from '../wallet/service.ts'
import { fundingOf, marginOf } from './accounts.ts'
import { requireArtist } from './artist-store.ts'
import { lockArtwork, notOffered, updateArtwork } from './artwork-store.ts'
import {
  auctionOfRow,
  endAuctionRow,
  endMargins,
  findMargin,
  insertBid,
  insertMargin,
  lockAuction,
  lockHeldMargins,
  markSettled,
  requireAuction,
} from './auction-store.ts'
import { marginReturn, marginTransfer } from './flows.ts'
import { cancelledSaleNotices, marginNotice, outbidNotice, unsoldNotices, wonNotice } from './notices.ts'
import { insertOrder } from './order-store.ts'
import { forfeitOrder } from './orders.ts'
import { sharesFor } from './service.ts'
import { isBlocked, isSamePerson, obstacleOf, requireMayOrder, requirePaidBefore } from './standing.ts'
import type { ArtworkRow, AuctionRow, MarginRow, OrderRow } from './tables.ts'

/** Margins, bids and the ends of auctions, inside the caller's transaction: each has the artwork's row lock first. */

interface Locked {
  readonly artwork: ArtworkRow
  readonly auction: AuctionRow
}

/** The artwork of a code and its auction, locked. Refuses: NOT_FOUND; NFT_NOT_FOR_SALE where it is in none. */
async function lockByCode(tx: Tx, code: string): Promise<Locked> {
  const artwork = await lockArtwork(tx, { code })
  if (artwork.offer !== 'auction') throw refusal('NFT_NOT_FOR_SALE')
  return { artwork, auction: await lockAuction(tx, artwork.auction_id!) }
}

/** An auction and its artwork, locked. Refuses: NOT_FOUND. */
export async function lockById(tx: Tx, id: bigint): Promise<Locked> {
  const artwork = await lockArtwork(tx, { id: (await requireAuction(tx, id)).artwork_id })
  return { artwork, auction: await lockAuction(tx, id) }
}

/** What decisions ask of who asks: whether they sell the artwork or made it, by another account too. */
async function askerOf(tx: Tx, customer: CustomerId, { artwork, auction }: Locked) {
  const artist = await requireArtist(tx, artwork.artist_id)
  return {
    isSeller: await isSamePerson(tx, customer, auction.seller_id),
    isArtist: await isSamePerson(tx, customer, artist.customer_id),
  }
}

/** Refuses: NFT_NOT_FOR_SALE where the seller's account is frozen. */
async function requireSellerActive(tx: Tx, { seller_id }: AuctionRow): Promise<void> {
  if (await isBlocked(tx, seller_id)) throw refusal('NFT_NOT_FOR_SALE')
}

/**
 * Takes a customer's margin in the auction of an artwork.
 *
 * Refuses: KYC_REQUIRED, ACCOUNT_FROZEN, NFT_EXCLUDED, NFT_TOO_MANY_UNPAID; NOT_FOUND; EQUITY_OWED, as a
 *          margin may be forfeited; and what `decideMargin` says.
 */
export async function payMargin(
  tx: Tx,
  equity: RequireEquity,
  { customer, code }: { customer: CustomerId; code: string },
  nowMs: number,
): Promise<MarginRow> {
  await requireMayOrder(tx, customer, nowMs)
  await requirePaidBefore(tx, customer, nowMs)
  const locked = await lockByCode(tx, code)
  const { artwork, auction } = locked
  await requireSellerActive(tx, auction)
  const hasMargin = (await findMargin(tx, auction.id, customer)) !== undefined
  const asker = { ...(await askerOf(tx, customer, locked)), hasMargin }
  await equity(tx, { customer, currency: PAID_IN, amount: marginFor(auction.start_price) }, nowMs)
  const balances = await lockBalances(tx, [fundingOf(customer), marginOf(customer)])
  const available = balances.get(fundingOf(customer))!
  requireAllowed(decideMargin(auctionOfRow(auction, artwork), asker, { nowMs, available }))
  const margin = await insertMargin(tx, auction, customer, nowMs)
  await post(tx, [marginTransfer(margin)], nowMs)
  return margin
}

/**
 * Bids for an artwork. A bid is covered by the margin alone.
 *
 * Refuses: KYC_REQUIRED, ACCOUNT_FROZEN, NFT_EXCLUDED; NOT_FOUND; what `readPrice` refuses; and what `decideBid` says.
 */
export async function bid(
  tx: Tx,
  { customer, code, price: typed }: { customer: CustomerId; code: string; price: string },
  nowMs: number,
): Promise<MarginRow> {
  await requireMayOrder(tx, customer, nowMs)
  const sent = readPrice(typed, PAID_IN)
  const locked = await lockByCode(tx, code)
  const { artwork, auction } = locked
  await requireSellerActive(tx, auction)
  const margin = await findMargin(tx, auction.id, customer)
  const asker = {
    ...(await askerOf(tx, customer, locked)),
    ...{ hasMargin: margin !== undefined, isLeading: auction.leader_id === customer },
  }
  const { price, endsAtMs } = requireAllowed(decideBid(auctionOfRow(auction, artwork), asker, sent, nowMs))
  const { id: auction_id, leader_id: outbid } = auction
  await insertBid(tx, {
    ...{ id: nextId(), auction_id, artwork_id: artwork.id, customer_id: customer },
    ...{ number: margin!.number, price, ends_at: endsAtMs, at: nowMs },
  })
  if (endsAtMs !== artwork.ends_at) await updateArtwork(tx, artwork.id, { endsAtMs })
  if (outbid !== null) await writeNotices(tx, [outbidNotice(artwork, auction, outbid, price)], nowMs)
  return { ...margin!, bid: price }
}

/**
 * Decides the end of an auction that is over: done twice, or before it is over, it does nothing.
 *
 * A seller whose account is frozen sells nothing. A highest bidder whose account is frozen is waited for. One who stays so, or
 * has excluded themselves, walks away from the bid as one who does not pay: nobody bids while either stands, only the customer
 * does either, and so it came after the bid.
 */
export async function endAuction(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  const locked = await lockById(tx, id)
  const { artwork, auction } = locked
  const { status, leader_id: leader } = auction
  const isOver = status === 'open' && artwork.is_open && nowMs >= auction.ends_at
  if (!isOver && status !== 'awaiting') return
  if (await isBlocked(tx, auction.seller_id)) return cancelAuction(tx, locked, 'seller', nowMs)
  if (leader === null) {
    await endAuctionRow(tx, id, { status: 'unsold', atMs: nowMs })
    await updateArtwork(tx, artwork.id, notOffered)
    await writeNotices(tx, unsoldNotices(artwork, auction), nowMs)
    return
  }
  const obstacle = await obstacleOf(tx, leader, nowMs)
  const awaitsUntilMs = auction.awaits_until ?? auction.ends_at + AWAITS_WINNER_MS
  if (obstacle?.kind === 'frozen' && nowMs < awaitsUntilMs) {
    if (status === 'open') await endAuctionRow(tx, id, { status: 'awaiting', untilMs: awaitsUntilMs })
    return
  }
  const order = await win(tx, locked, leader, nowMs)
  if (obstacle) return forfeitOrder(tx, artwork, order, 'barred', nowMs)
  await writeNotices(tx, [wonNotice(artwork, order)], nowMs)
}

/** The highest bidder gets an order, and a day to pay it from now. */
async function win(
  tx: Tx,
  { artwork, auction }: Locked,
  leader: CustomerId,
  nowMs: number,
): Promise<OrderRow> {
  const artist = await requireArtist(tx, artwork.artist_id)
  const margin = await findMargin(tx, auction.id, leader)
  assert(margin?.status === 'held', 'the highest bidder has a margin')
  const price = auction.highest!
  const order: OrderRow = {
    ...{ id: nextId(), artwork_id: artwork.id, auction_id: auction.id, margin_id: margin.id },
    ...{ kind: 'auction', buyer_id: leader, seller_id: auction.seller_id, price: units(price) },
    ...{ ...sharesFor(artwork, artist, price), margin: margin.amount, status: 'unpaid' },
    ...{ placed_at: nowMs, pay_by: nowMs + PAY_WITHIN_MS, ended_at: null, cancelled: null, read_at: null },
    rules_version: NFT_RULES_VERSION,
  }
  await endAuctionRow(tx, auction.id, { status: 'won', atMs: nowMs })
  await insertOrder(tx, order)
  return order
}

/** Cancels an auction that nobody has won: margins go back by the job, all of them. */
export async function cancelAuction(
  tx: Tx,
  { artwork, auction }: Locked,
  cancelled: NftCancellation,
  nowMs: number,
): Promise<void> {
  await endAuctionRow(tx, auction.id, { status: 'cancelled', cancelled, atMs: nowMs })
  await updateArtwork(tx, artwork.id, notOffered)
  await writeNotices(tx, cancelledSaleNotices(artwork, auction, cancelled), nowMs)
}

/** How many margins one transaction gives back. */
const MARGINS = 200

/**
 * Gives margins of an auction that is over back, so many at a time: all but the winner's, which the order takes, and that of a
 * bidder who is waited for.
 *
 * Returns: whether there may be more.
 */
export async function returnMargins(tx: Tx, id: bigint, nowMs: number): Promise<boolean> {
  const { artwork, auction } = await lockById(tx, id)
  if (auction.status === 'open' || auction.is_settled) return false
  const keeps = auction.status === 'won' || auction.status === 'awaiting'
  const margins = await lockHeldMargins(tx, id, keeps ? auction.leader_id : null, MARGINS)
  await endMargins(
    tx,
    margins.map((margin) => margin.id),
    'returned',
    nowMs,
  )
  await post(tx, margins.map(marginReturn), nowMs)
  await writeNotices(
    tx,
    margins.map((margin) => marginNotice(artwork, margin, auction.cancelled)),
    nowMs,
  )
  const hasMore = margins.length === MARGINS
  if (!hasMore) await markSettled(tx, id)
  return hasMore
}
