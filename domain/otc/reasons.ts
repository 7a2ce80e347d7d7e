/** Of the coin: reserved for an offer, held in escrow for an order, and released to the buyer; also of an order that ended unpaid and was paid late. */
export const otcReasons = ['otc-offer', 'otc-order', 'otc', 'otc-late'] as const
