export const earnReasons = [
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
