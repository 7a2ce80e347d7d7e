export const earnReasons = [
  // Between the platform's accounts only; no customer's statement shows these three.
  'earn-reserve',
  'earn-accrual',
  'earn-return',
  // Of locked deposits; the penalty of every kind.
  'earn-subscription',
  'earn-interest',
  'earn-matured',
  'earn-redeemed',
  'earn-penalty',
  // Of quantitative savings.
  'earn-quantization-subscription',
  'earn-quantization-interest',
  'earn-quantization-matured',
  'earn-quantization-redeemed',
  // Of lock-mining.
  'earn-mining-subscription',
  'earn-mining-reward',
  'earn-mining-matured',
  'earn-mining-redeemed',
] as const
