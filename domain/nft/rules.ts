import { allowed, type Decision, refused } from '../errors.ts'
import { formatDecimal, mulDiv, type Units, units } from '../money/amount.ts'
import { formatAmount } from '../money/read-amount.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import type { NftAuctionStatus, NftOffer, NftOrderStatus, NftPurchase } from './words.ts'

/**
 * Artworks, each a row with one owner: what they cost, who gets what of it, and how auctions run. Money is of USDT. A
 * bidder's margin lies in their own account until the auction is over.
 */

/** The version of these rules, which every order and auction keeps. */
export const NFT_RULES_VERSION = 1

/** What artworks are paid with. */
export const PAID_IN = 'USDT'

/** One USDT in the ledger's units. */
const USDT = 10n ** 7n
const BPS = 10_000n
/** Of the start price, paid before the first bid. Source: rulings, section 5, as all figures here. */
export const MARGIN_BPS = 1_000
/** Of the start price: by how much a bid must exceed the one before. */
export const STEP_BPS = 500
/** A bid so shortly before the end moves the end by `EXTENSION_MS`. */
export const EXTENDS_WITHIN_MS = 2 * MINUTE_MS
export const EXTENSION_MS = 2 * MINUTE_MS
/** No end is moved further than this past the one that was planned: nobody keeps an auction open for ever. */
export const MAX_EXTENDED_MS = DAY_MS
/** An auction that stood still and is opened again takes bids for at least so long. */
export const LEFT_AFTER_REOPENING_MS = HOUR_MS
/** How long the winner of an auction has to pay. */
export const PAY_WITHIN_MS = DAY_MS
/** How long an auction, or the payment of its order, waits for a winner who froze the account. */
export const AWAITS_WINNER_MS = 3 * DAY_MS
/** How long an artwork is kept before its owner may offer it. */
export const RESALE_AFTER_MS = DAY_MS
/** What the platform takes of each sale. */
export const FEE_BPS = 250
export const MAX_ROYALTY_BPS = 1_000
/** Ten million: more than anything here costs. */
export const MAX_PRICE = units(10_000_000n * USDT)
/** One: below, a share of a sale is nothing. */
export const MIN_PRICE = units(USDT)
/** A bid is at most so many times the lowest that is allowed: more is a slip of the finger. */
export const MAX_BID_TIMES = 10n
/** How long an auction takes at least, and at most. */
export const MIN_AUCTION_MS = HOUR_MS
export const MAX_AUCTION_MS = 30 * DAY_MS
/** Artworks of one run, which differ by their number. */
export const MAX_EDITIONS = 100
/** Artworks that one customer marks. */
export const MAX_FAVOURITES = 500
/** Of pictures, and of videos. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024
export const MAX_VIDEO_BYTES = 64 * 1024 * 1024

/** The margin of an auction. Rounds: up. */
export const marginOf = (startPrice: bigint): Units =>
  units(mulDiv(startPrice, BigInt(MARGIN_BPS), BPS, 'up'))
/** By how much a bid must exceed the one before. Rounds: up. */
export const stepOf = (startPrice: bigint): Units => units(mulDiv(startPrice, BigInt(STEP_BPS), BPS, 'up'))

/** Who gets what of a price. */
export interface Shares {
  readonly fee: Units
  readonly royalty: Units
  readonly seller: Units
}

/**
 * Who gets what of a price. An artist who sells gets no royalty beside: the price is theirs.
 *
 * Rounds: fee and royalty down; the rest is the seller's.
 */
export function sharesOf(
  price: bigint,
  { royaltyBps, isArtistSelling }: { readonly royaltyBps: number; readonly isArtistSelling: boolean },
): Shares {
  const fee = mulDiv(price, BigInt(FEE_BPS), BPS, 'down')
  const royalty = isArtistSelling ? 0n : mulDiv(price, BigInt(royaltyBps), BPS, 'down')
  return { fee: units(fee), royalty: units(royalty), seller: units(price - fee - royalty) }
}

/** Basis points as a percentage. @example percentOf(250) // '2.50' */
export const percentOf = (bps: number) => formatDecimal(BigInt(bps), 2)

/** What is offered of an artwork, as decisions need it. */
export interface Offered {
  readonly offer: NftOffer
  /** Whether it can be bought, as far as operators go. */
  readonly isOpen: boolean
  readonly opensAtMs: number | null
  /** Null of what is offered until it is sold or withdrawn. */
  readonly endsAtMs: number | null
}

/**
 * The purchase state at a moment: 2 before the start; from the start, up to but not including the end, 1 when it can
 * be bought, and 0 when its flag is off or it is not offered; from the end 0.
 *
 * Source: rulings, section 1, NFT purchase state.
 */
export function purchaseOf({ offer, isOpen, opensAtMs, endsAtMs }: Offered, nowMs: number): NftPurchase {
  if (offer === 'none') return 'closed'
  if (opensAtMs !== null && nowMs < opensAtMs) return 'soon'
  if (endsAtMs !== null && nowMs >= endsAtMs) return 'closed'
  return isOpen ? 'open' : 'closed'
}

/** Who asks, as far as what they may do with an artwork goes. */
export interface Asker {
  /** Whether the seller, or the artist, is the one who asks, as far as is known. */
  readonly isSeller: boolean
  readonly isArtist: boolean
}

/** What the decision on a purchase needs, read under lock. */
export interface Purchase extends Offered {
  readonly price: bigint | null
  /** The seller's account was frozen. */
  readonly isSellerFrozen: boolean
}

/**
 * Decides on a purchase at the price that is asked.
 *
 * Refuses: NFT_NOT_FOR_SALE; NFT_IS_YOURS; NFT_PRICE_DIFFERS from what the buyer saw; INSUFFICIENT_BALANCE.
 */
export function decidePurchase(
  artwork: Purchase,
  asker: Asker,
  expected: bigint | undefined,
  { nowMs, available }: { readonly nowMs: number; readonly available: bigint },
): Decision<{ readonly price: Units }> {
  if (artwork.offer !== 'fixed' || purchaseOf(artwork, nowMs) !== 'open' || artwork.isSellerFrozen)
    return refused('NFT_NOT_FOR_SALE')
  if (asker.isSeller) return refused('NFT_IS_YOURS')
  const price = artwork.price!
  if (expected !== undefined && expected !== price)
    return refused('NFT_PRICE_DIFFERS', { price: formatAmount(price, PAID_IN), currency: PAID_IN })
  if (price > available) return refused('INSUFFICIENT_BALANCE')
  return allowed({ price: units(price) })
}

/** An auction as its decisions need it. */
export interface NftAuction {
  readonly status: NftAuctionStatus
  readonly isOpen: boolean
  readonly startPrice: bigint
  readonly opensAtMs: number
  readonly endsAtMs: number
  /** The end as it was planned. */
  readonly plannedEndMs: number
  /** The highest bid; null before the first. */
  readonly highest: bigint | null
}

/** Whether an auction takes margins and bids. */
export const takesBids = (auction: NftAuction, nowMs: number): boolean =>
  auction.status === 'open' && purchaseOf({ offer: 'auction', ...auction }, nowMs) === 'open'

/** The lowest bid that is allowed now. */
export const lowestBid = ({ highest, startPrice }: Pick<NftAuction, 'highest' | 'startPrice'>): Units =>
  units(highest === null ? startPrice : highest + stepOf(startPrice))

/** The highest bid that is taken for meant. */
export const highestBid = (auction: Pick<NftAuction, 'highest' | 'startPrice'>): Units => {
  const times = lowestBid(auction) * MAX_BID_TIMES
  return times < MAX_PRICE ? units(times) : MAX_PRICE
}

/**
 * The end after a bid at a moment: two minutes later for one of the last two minutes, but never later than a day past
 * the planned end.
 */
export function endAfterBid(
  { endsAtMs, plannedEndMs }: Pick<NftAuction, 'endsAtMs' | 'plannedEndMs'>,
  atMs: number,
): number {
  if (endsAtMs - atMs > EXTENDS_WITHIN_MS) return endsAtMs
  return Math.min(endsAtMs + EXTENSION_MS, plannedEndMs + MAX_EXTENDED_MS)
}

/**
 * Decides on the margin of an auction.
 *
 * Refuses: NFT_NOT_FOR_SALE; NFT_IS_YOURS to its seller and artist; NFT_MARGIN_PAID; INSUFFICIENT_BALANCE.
 */
export function decideMargin(
  auction: NftAuction,
  asker: Asker & { readonly hasMargin: boolean },
  { nowMs, available }: { readonly nowMs: number; readonly available: bigint },
): Decision<{ readonly margin: Units }> {
  if (!takesBids(auction, nowMs)) return refused('NFT_NOT_FOR_SALE')
  if (asker.isSeller || asker.isArtist) return refused('NFT_IS_YOURS')
  if (asker.hasMargin) return refused('NFT_MARGIN_PAID')
  const margin = marginOf(auction.startPrice)
  if (margin > available) return refused('INSUFFICIENT_BALANCE')
  return allowed({ margin })
}

/**
 * Decides on a bid. It is covered by the margin alone: the price is paid within a day by whoever wins.
 *
 * Refuses: NFT_NOT_FOR_SALE; NFT_IS_YOURS; NFT_MARGIN_NEEDED; NFT_LEADING to whoever has the highest bid; NFT_BID_TOO_LOW
 *          with the lowest that is allowed; AMOUNT_TOO_LARGE.
 */
export function decideBid(
  auction: NftAuction,
  asker: Asker & { readonly hasMargin: boolean; readonly isLeading: boolean },
  price: bigint,
  nowMs: number,
): Decision<{ readonly price: Units; readonly endsAtMs: number }> {
  if (!takesBids(auction, nowMs)) return refused('NFT_NOT_FOR_SALE')
  if (asker.isSeller || asker.isArtist) return refused('NFT_IS_YOURS')
  if (!asker.hasMargin)
    return refused('NFT_MARGIN_NEEDED', {
      amount: formatAmount(marginOf(auction.startPrice), PAID_IN),
      currency: PAID_IN,
    })
  if (asker.isLeading) return refused('NFT_LEADING')
  const lowest = lowestBid(auction)
  if (price < lowest)
    return refused('NFT_BID_TOO_LOW', { minimum: formatAmount(lowest, PAID_IN), currency: PAID_IN })
  const highest = highestBid(auction)
  if (price > highest)
    return refused('AMOUNT_TOO_LARGE', { maximum: formatAmount(highest, PAID_IN), currency: PAID_IN })
  return allowed({ price: units(price), endsAtMs: endAfterBid(auction, nowMs) })
}

/** What an owner may do with an artwork, as decisions need it. */
export interface Owned {
  readonly offer: NftOffer
  readonly isOwner: boolean
  readonly ownedSinceMs: number
  /** Won by somebody who has not paid yet. */
  readonly isReserved: boolean
}

/**
 * Decides whether an owner may offer an artwork at a price; one that is offered already gets another price.
 *
 * Refuses: NFT_NOT_YOURS; NFT_IN_AUCTION; NFT_RESALE_TOO_EARLY within a day of getting it; AMOUNT_TOO_SMALL and
 *          AMOUNT_TOO_LARGE outside the prices that are taken.
 */
export function decideResale(artwork: Owned, price: bigint, nowMs: number): Decision {
  if (!artwork.isOwner) return refused('NFT_NOT_YOURS')
  if (artwork.offer === 'auction' || artwork.isReserved) return refused('NFT_IN_AUCTION')
  if (nowMs < resaleFrom(artwork.ownedSinceMs)) return refused('NFT_RESALE_TOO_EARLY')
  return decidePrice(price)
}

/** Whether a price is one that is taken. Refuses: AMOUNT_TOO_SMALL; AMOUNT_TOO_LARGE. */
export function decidePrice(price: bigint): Decision {
  if (price < MIN_PRICE)
    return refused('AMOUNT_TOO_SMALL', { minimum: formatAmount(MIN_PRICE, PAID_IN), currency: PAID_IN })
  if (price > MAX_PRICE)
    return refused('AMOUNT_TOO_LARGE', { maximum: formatAmount(MAX_PRICE, PAID_IN), currency: PAID_IN })
  return allowed({})
}

/** From when an artwork may be offered again. */
export const resaleFrom = (ownedSinceMs: number): number => ownedSinceMs + RESALE_AFTER_MS

/** Whether an offer may be taken back: of an owner at a fixed price. Refuses: NFT_NOT_YOURS; NFT_NOT_FOR_SALE; NFT_IN_AUCTION. */
export function decideWithdrawal({ offer, isOwner }: Pick<Owned, 'offer' | 'isOwner'>): Decision {
  if (!isOwner) return refused('NFT_NOT_YOURS')
  if (offer === 'none') return refused('NFT_NOT_FOR_SALE')
  return offer === 'auction' ? refused('NFT_IN_AUCTION') : allowed({})
}

/** An order as its payment needs it. */
export interface Payable {
  readonly status: NftOrderStatus
  readonly payByMs: number
  readonly price: bigint
  /** What of the price lies in the margin. */
  readonly margin: bigint
}

/**
 * Decides on the payment of an order: up to but not including the moment it must be paid by.
 *
 * Refuses: NFT_ORDER_ENDED; INSUFFICIENT_BALANCE.
 */
export function decidePayment(
  { status, payByMs, price, margin }: Payable,
  { nowMs, available }: { readonly nowMs: number; readonly available: bigint },
): Decision<{ readonly due: Units }> {
  if (status !== 'unpaid' || nowMs >= payByMs) return refused('NFT_ORDER_ENDED')
  const due = units(price - margin)
  return due > available ? refused('INSUFFICIENT_BALANCE') : allowed({ due })
}

/** What fixes an artist. */
export interface ArtistDraft {
  readonly name: string
  readonly bio: string
  /** A picture of the store; none for none. */
  readonly portrait: string | undefined
  /** The artist's own account, which their works are sold from and royalties go to; none of an artist without one. */
  readonly customer: bigint | undefined
}

/** What fixes a collection. */
export interface CollectionDraft {
  readonly artistId: bigint
  readonly name: string
  readonly description: string
  readonly cover: string | undefined
}

/** How an artwork is offered. */
export interface OfferDraft {
  readonly offer: 'fixed' | 'auction'
  /** The price; of an auction that of the first bid. */
  readonly price: Units
  readonly opensAtMs: number
  readonly endsAtMs: number
}

/** The first field of an offer that may not be as it is; undefined when all may. */
export function invalidOffer({
  offer,
  price,
  opensAtMs,
  endsAtMs,
}: OfferDraft): keyof OfferDraft | undefined {
  if (!decidePrice(price).ok) return 'price'
  if (endsAtMs <= opensAtMs) return 'endsAtMs'
  if (offer === 'auction' && endsAtMs - opensAtMs < MIN_AUCTION_MS) return 'endsAtMs'
  if (offer === 'auction' && endsAtMs - opensAtMs > MAX_AUCTION_MS) return 'endsAtMs'
  return undefined
}

/** What fixes an artwork for good. */
export interface ArtworkDraft {
  /** Of a run: what all codes of it begin with. */
  readonly code: string
  readonly title: string
  readonly description: string
  readonly artistId: bigint
  readonly collectionId: bigint | undefined
  readonly media: string
  /** Of a video: the picture that stands for it. */
  readonly poster: string | undefined
  readonly royaltyBps: number
  readonly editions: number
  /** Whether the artist sells it, from an account of their own; otherwise the platform does. */
  readonly isArtists: boolean
}

/** What artworks are called by. @example 'RAIN-3' */
export const NFT_CODE = /^[A-Z0-9][A-Z0-9-]{1,29}[A-Z0-9]$/

/** The codes of a run: one alone has the code itself. @example codesOf('RAIN', 2) // ['RAIN-1', 'RAIN-2'] */
export const codesOf = (code: string, editions: number): string[] =>
  editions === 1 ? [code] : Array.from({ length: editions }, (_, index) => `${code}-${index + 1}`)

/** The first field of an artwork that may not be as it is; undefined when all may. */
export function invalidArtwork(draft: ArtworkDraft): keyof ArtworkDraft | undefined {
  const { editions, royaltyBps } = draft
  if (!Number.isInteger(editions) || editions < 1 || editions > MAX_EDITIONS) return 'editions'
  if (codesOf(draft.code, editions).some((code) => !NFT_CODE.test(code))) return 'code'
  if (!Number.isInteger(royaltyBps) || royaltyBps < 0 || royaltyBps > MAX_ROYALTY_BPS) return 'royaltyBps'
  return undefined
}

/** Auctions that somebody won and did not pay within `UNPAID_WITHIN_MS`, before the next margin is refused. */
export const MAX_UNPAID = 2
export const UNPAID_WITHIN_MS = 90 * DAY_MS
