/**
 * How far a customer's identity was verified. Each tier allows what those before it do.
 *
 * Source: rulings, section 4, who may do what.
 */
export const tiers = ['unverified', 'basic', 'advanced'] as const
export type Tier = (typeof tiers)[number]

/** Whether a customer of one tier may do what takes another. */
export const isAtLeast = (tier: Tier, needed: Tier): boolean => tiers.indexOf(tier) >= tiers.indexOf(needed)
