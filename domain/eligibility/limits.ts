import { VALUE_CURRENCY } from '../convert/rules.ts'
import { type Units, units } from '../money/amount.ts'
import type { Tier } from '../user/tiers.ts'
import { LIMIT_CURRENCY } from '../withdrawal/rules.ts'

/** What may be moved at each tier: versions that two operators change. Source: rulings, section 4; specification, section 6. */

/** What each limit is in. */
export const limitCurrencies = { withdrawal: LIMIT_CURRENCY, otc: VALUE_CURRENCY } as const
export type TierLimit = keyof typeof limitCurrencies

/** Units: of the limit's currency. */
export interface TierLimits {
  readonly version: number
  /** Of withdrawals, by their value, within 24 hours. */
  readonly withdrawalBasic: Units
  readonly withdrawalAdvanced: Units
  /** Of one OTC order, and of one sale of a coin, by its value. */
  readonly otcBasic: Units
  readonly otcAdvanced: Units
}

/** What a customer of a tier may move; nothing below basic. Units: of the limit's currency. */
export function limitOf(limits: TierLimits, limit: TierLimit, tier: Tier): Units {
  if (tier === 'unverified') return units(0n)
  return limits[tier === 'basic' ? (`${limit}Basic` as const) : (`${limit}Advanced` as const)]
}

/** The least and the most that each limit can be: 0.01 to 100,000 BTC, and 100 to 1,000,000,000 USDT. */
const bounds = {
  withdrawal: [1_000_000n, 10_000_000_000_000n],
  otc: [1_000_000_000n, 10_000_000_000_000_000n],
} as const satisfies Record<TierLimit, readonly [bigint, bigint]>

/** The first limit that cannot be: of an absurd size, or lower at advanced than at basic; undefined where all can. */
export function invalidTierLimit(limits: Omit<TierLimits, 'version'>): string | undefined {
  for (const limit of ['withdrawal', 'otc'] as const) {
    const [least, most] = bounds[limit]
    const [basic, advanced] = [`${limit}Basic`, `${limit}Advanced`] as const
    if (limits[basic] < least || limits[basic] > most) return basic
    if (limits[advanced] < limits[basic] || limits[advanced] > most) return advanced
  }
  return undefined
}
