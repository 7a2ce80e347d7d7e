/**
 * Why money moved: one word per kind of transfer, shown in the statement in the customer's language.
 * A reason is never reused for something else. docs/recipes shows each as a debit and credit table.
 */
export const reasons = [
  'deposit',
  'demo-grant',
  'house-funding',
  'account-transfer',
  'spot-hold',
  'spot-release',
  'spot-trade',
  'spot-fee',
  'locked-deposit',
  // Between the platform's accounts only; no customer's statement shows these three.
  'locked-reserve',
  'locked-accrual',
  'locked-return',
  'locked-interest',
  'locked-matured',
  'locked-redeemed',
  'locked-penalty',
] as const

export type Reason = (typeof reasons)[number]
