/** The words of artworks, by themselves: what only names them loads no rules. */

/** How an artwork is offered now. */
export const nftOffers = ['none', 'fixed', 'auction'] as const
export type NftOffer = (typeof nftOffers)[number]

/** The specification's purchase states: 2 before the start, 1 while it can be bought, 0 otherwise. Source: rulings, section 1. */
export const nftPurchases = ['soon', 'open', 'closed'] as const
export type NftPurchase = (typeof nftPurchases)[number]

/** What an order is: bought at the price that was asked, or won in an auction. */
export const nftOrderKinds = ['fixed', 'auction'] as const
export type NftOrderKind = (typeof nftOrderKinds)[number]

/** An order of an auction waits for its payment; one at a fixed price is paid at once. */
export const nftOrderStatuses = ['unpaid', 'paid', 'forfeited', 'cancelled'] as const
export type NftOrderStatus = (typeof nftOrderStatuses)[number]

/**
 * `awaiting`: it is over, and the highest bidder's account is frozen. `won`: there is an order, whose status says what
 * became of it.
 */
export const nftAuctionStatuses = ['open', 'awaiting', 'won', 'unsold', 'cancelled'] as const
export type NftAuctionStatus = (typeof nftAuctionStatuses)[number]

/** Why an auction or its order was cancelled: the seller's account, the winner's, or two operators. */
export const nftCancellations = ['seller', 'winner', 'operators'] as const
export type NftCancellation = (typeof nftCancellations)[number]

/** What becomes of a margin: with its bidder until the end, back, part of the price, or the seller's. */
export const nftMarginStatuses = ['held', 'returned', 'forfeited'] as const
export type NftMarginStatus = (typeof nftMarginStatuses)[number]

/** How an artwork came to whoever has it. `box`: out of a blind box. */
export const nftHistoryKinds = ['created', 'sale', 'auction', 'box'] as const
export type NftHistoryKind = (typeof nftHistoryKinds)[number]

/** Who has an artwork, or sells it. */
export const nftHolders = ['platform', 'artist', 'customer'] as const
export type NftHolder = (typeof nftHolders)[number]

export const nftMediaKinds = ['picture', 'video'] as const
export type NftMediaKind = (typeof nftMediaKinds)[number]

/** What media are kept and answered as. */
export const nftMediaTypes = ['image/jpeg', 'image/png', 'video/mp4', 'video/webm'] as const
export type NftMediaType = (typeof nftMediaTypes)[number]

/** Who may offer works: an artist, or nobody any more. */
export const nftArtistStatuses = ['active', 'stopped'] as const
export type NftArtistStatus = (typeof nftArtistStatuses)[number]
