/**
 * Why money moved: one word per kind of transfer, shown in the statement in the customer's language.
 * A reason is never reused for something else. docs/recipes shows each as a debit and credit table.
 */
export const reasons = [
  'deposit',
  'demo-grant',
  'treasury-funding',
  'account-transfer',
  'spot-hold',
  'spot-release',
  'spot-trade',
  'spot-fee',
  'earn-subscription',
  // Between the platform's accounts only; no customer's statement shows these three.
  'earn-reserve',
  'earn-accrual',
  'earn-return',
  'earn-interest',
  'earn-matured',
  'earn-redeemed',
  'earn-penalty',
] as const

export type Reason = (typeof reasons)[number]
