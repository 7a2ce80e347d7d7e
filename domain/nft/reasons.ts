/**
 * Why money moves: a price, what the platform and the artist get of it; the margin of an auction, its way back, and what
 * a winner loses who does not pay.
 */
export const nftReasons = [
  'nft-payment',
  'nft-fee',
  'nft-royalty',
  'nft-margin',
  'nft-margin-return',
  'nft-forfeit',
] as const
