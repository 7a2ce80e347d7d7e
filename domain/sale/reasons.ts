/** Of the coin: held, sold and its fee. `sale-payout` is what the platform sets aside and pays in US dollars. */
export const saleReasons = ['sale-hold', 'sale', 'sale-fee', 'sale-payout'] as const
