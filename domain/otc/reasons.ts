/** Of the coin: reserved for an offer, held in escrow for an order, and released to the buyer. */
export const otcReasons = ['otc-offer', 'otc-order', 'otc'] as const
