import { refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import { units } from '#domain/money/amount.ts'
import { readPrice } from '#domain/money/read-amount.ts'
import {
  decidePurchase,
  decideResale,
  decideWithdrawal,
  MAX_FAVOURITES,
  NFT_RULES_VERSION,
  PAID_IN,
  sharesOf,
} from '#domain/nft/rules.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { requireNotFrozen } from '#server/users/freeze.ts'
import { requireTier } from '#server/users/tiers.ts'
import type { RequireEquity } from '../wallet/service.ts'
import { fundingOf } from './accounts.ts'
import { requireArtist } from './artist-store.ts'
import {
  countFavourites,
  giveArtwork,
  lockArtwork,
  lockOwn,
  notOffered,
  requireArtwork,
  setFavourite,
  updateArtwork,
} from './artwork-store.ts'
import { accountsOfSale, saleTransfers } from './flows.ts'
import { soldNotices } from './notices.ts'
import { insertOrder } from './order-store.ts'
import { isBlocked, isSamePerson, requireMayOrder } from './standing.ts'
import type { ArtistRow, ArtworkRow, OrderRow } from './tables.ts'

/** What customers do with artworks outside auctions, inside the caller's transaction. */

/** Who gets what of a price of an artwork, as its owner sells it: the figures that its order keeps. */
export function sharesFor(
  { owner_id, royalty_bps }: Pick<ArtworkRow, 'owner_id' | 'royalty_bps'>,
  artist: Pick<ArtistRow, 'customer_id'>,
  price: bigint,
): { readonly fee: Units; readonly royalty: Units; readonly royalty_to: CustomerId | null } {
  const royalties = artist.customer_id
  const { fee, royalty } = sharesOf(price, {
    royaltyBps: royalties === null ? 0 : royalty_bps,
    isArtistSelling: royalties !== null && owner_id === royalties,
  })
  return { fee, royalty, royalty_to: royalty === 0n ? null : royalties }
}

/**
 * Buys an artwork at the price that is asked: paid and handed over at once.
 *
 * Refuses: KYC_REQUIRED, ACCOUNT_FROZEN, NFT_EXCLUDED; NOT_FOUND; PARAMETER_ERROR without the price that the buyer saw,
 *          where a customer sells; EQUITY_OWED whoever sells, as a royalty is a customer's, and the artwork can be sold on
 *          below its price; and what `decidePurchase` says.
 */
export async function buyArtwork(
  tx: Tx,
  equity: RequireEquity,
  { customer, code, price: sent }: { customer: CustomerId; code: string; price?: string | undefined },
  nowMs: number,
): Promise<OrderRow> {
  await requireMayOrder(tx, customer, nowMs)
  const expected = sent === undefined ? undefined : readPrice(sent, PAID_IN)
  const artwork = await lockArtwork(tx, { code })
  const { owner_id: seller } = artwork
  if (expected === undefined && seller !== null && artwork.offer === 'fixed')
    throw refusal('PARAMETER_ERROR', { field: 'price' })
  const artist = await requireArtist(tx, artwork.artist_id)
  const order: OrderRow = {
    ...{ id: nextId(), artwork_id: artwork.id, auction_id: null, margin_id: null, kind: 'fixed' },
    ...{ buyer_id: customer, seller_id: seller, price: artwork.price ?? units(1n), margin: units(0n) },
    ...sharesFor(artwork, artist, artwork.price ?? 1n),
    ...{ status: 'paid', placed_at: nowMs, pay_by: null, ended_at: nowMs, cancelled: null, read_at: null },
    rules_version: NFT_RULES_VERSION,
  }
  if (artwork.offer === 'fixed') await equity(tx, { customer, currency: PAID_IN, amount: order.price }, nowMs)
  const balances = await lockBalances(tx, accountsOfSale(order))
  requireAllowed(
    decidePurchase(
      {
        ...{ offer: artwork.offer, isOpen: artwork.is_open, price: artwork.price },
        ...{ opensAtMs: artwork.opens_at, endsAtMs: artwork.ends_at },
        isSellerFrozen: await isBlocked(tx, seller),
      },
      { isSeller: await isSamePerson(tx, customer, seller), isArtist: false },
      expected,
      { nowMs, available: balances.get(fundingOf(customer))! },
    ),
  )
  await insertOrder(tx, order)
  const handover = { kind: 'sale', to: customer, price: order.price, orderId: order.id } as const
  await giveArtwork(tx, artwork, handover, nowMs)
  await post(tx, saleTransfers(order), nowMs)
  await writeNotices(tx, soldNotices(artwork, order), nowMs)
  return order
}

/**
 * Offers an artwork of one's own at a price; one that is offered already gets this price.
 *
 * Refuses: KYC_REQUIRED, ACCOUNT_FROZEN; what `readPrice` refuses; and what `decideResale` says.
 */
export async function resellArtwork(
  tx: Tx,
  { customer, id, price: typed }: { customer: CustomerId; id: bigint; price: string },
  nowMs: number,
): Promise<ArtworkRow> {
  await requireTier(tx, customer, 'basic')
  await requireNotFrozen(tx, customer)
  const price = readPrice(typed, PAID_IN)
  const artwork = await lockOwn(tx, id)
  const owned = {
    ...{ offer: artwork.offer, isOwner: artwork.owner_id === customer, ownedSinceMs: artwork.owned_since },
    isReserved: artwork.offer === 'auction',
  }
  requireAllowed(decideResale(owned, price, nowMs))
  const offered = artwork.offer === 'fixed' ? {} : { opensAtMs: nowMs }
  await updateArtwork(tx, id, { offer: 'fixed', price, ...offered, endsAtMs: null })
  return lockArtwork(tx, { id })
}

/** Offers an artwork of one's own no more. Refuses: what `decideWithdrawal` says. */
export async function withdrawArtwork(
  tx: Tx,
  { customer, id }: { customer: CustomerId; id: bigint },
): Promise<ArtworkRow> {
  const artwork = await lockOwn(tx, id)
  requireAllowed(decideWithdrawal({ offer: artwork.offer, isOwner: artwork.owner_id === customer }))
  await updateArtwork(tx, id, notOffered)
  return lockArtwork(tx, { id })
}

/** Marks an artwork or unmarks it; without `on` it becomes what it was not. Refuses: NOT_FOUND; NFT_TOO_MANY_FAVOURITES. */
export async function markFavourite(
  tx: Tx,
  { customer, code, on }: { customer: CustomerId; code: string; on?: boolean | undefined },
): Promise<{ isFavourite: boolean; favourites: number }> {
  const { id } = await lockArtwork(tx, { code })
  const wasMarked = on === undefined ? !(await setFavourite(tx, customer, id, true)) : undefined
  if (wasMarked) await setFavourite(tx, customer, id, false)
  if (on !== undefined) await setFavourite(tx, customer, id, on)
  const isFavourite = on ?? !wasMarked
  if (isFavourite && (await countFavourites(tx, customer)) > MAX_FAVOURITES)
    throw refusal('NFT_TOO_MANY_FAVOURITES', { maximum: MAX_FAVOURITES })
  return { isFavourite, favourites: (await requireArtwork(tx, code)).favourites }
}

// What blind boxes do with artworks, and what a demonstration begins with.
export { boxableArtworks, giveFromBox, setBoxed, shownArtworks } from './boxed.ts'
export { makeSamples } from './samples.ts'
export { requireMayOrder } from './standing.ts'
