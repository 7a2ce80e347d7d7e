/** What a coupon gives: points a year on savings, principal to try savings with, or part of spot fees. */
export const couponKinds = ['boost', 'trial', 'discount'] as const
export type CouponKind = (typeof couponKinds)[number]

/** Where a coupon stands. `running`: it is in an order that is not over. */
export const couponStates = ['usable', 'running', 'used', 'expired'] as const
export type CouponState = (typeof couponStates)[number]

/** How a customer's coupons are listed: those in an order count as used. */
export const couponTabs = ['usable', 'used', 'expired'] as const
export type CouponTab = (typeof couponTabs)[number]

/** What became of a coupon in one order. `unfunded`: the fund, or the campaign's budget, could not pay, and nothing was applied. */
export const couponUseStates = ['running', 'paid', 'returned', 'unfunded'] as const
export type CouponUseState = (typeof couponUseStates)[number]

/** Whom a campaign is for: who has its code, or the customers it names. */
export const couponAudiences = ['code', 'named'] as const

export const campaignStates = ['planned', 'open', 'ended', 'stopped'] as const
export type CampaignState = (typeof campaignStates)[number]
