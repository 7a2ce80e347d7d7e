import type { Tier } from '../user/tiers.ts'

/** What each tier allows, for the page that leads to verification. Source: rulings, section 4; specification section 6. */

/** By the name of its text, from which tier on. */
export const unlocks = {
  trade: 'unverified',
  savings: 'unverified',
  deposits: 'unverified',
  contracts: 'basic',
  seconds: 'basic',
  copying: 'basic',
  withdrawals: 'basic',
  leading: 'advanced',
} as const satisfies Record<string, Tier>
export type Unlock = keyof typeof unlocks

/** Figures that differ by tier; null where the tier does not allow it at all. */
export const tierLimits = [
  { name: 'withdrawal', currency: 'BTC', unverified: null, basic: '200', advanced: '500' },
  { name: 'otc', currency: 'USDT', unverified: null, basic: '2000', advanced: '1000000' },
] as const
