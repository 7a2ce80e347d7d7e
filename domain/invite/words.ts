/** What becomes of a commission: it is held, then paid, in whole or in part, or not paid. */
export const commissionStates = ['held', 'paid', 'unpaid'] as const
export type CommissionState = (typeof commissionStates)[number]

/** Why less than all of a commission was paid. */
export const unpaidReasons = ['unverified', 'monthly-cap'] as const
export type UnpaidReason = (typeof unpaidReasons)[number]
