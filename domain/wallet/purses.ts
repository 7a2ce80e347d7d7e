/** The four accounts a customer has in each currency. */
export const purses = ['funding', 'spot', 'contract', 'options'] as const
export type Purse = (typeof purses)[number]

/** What the specification's wire calls them. */
export const purseOnWire: Record<Purse, string> = {
  funding: 'legal',
  spot: 'change',
  contract: 'lever',
  options: 'micro',
}

/** Each account is two balances: what may be spent, and what waits for an order or a request. */
export type HoldState = 'available' | 'held'
