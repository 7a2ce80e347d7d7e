/** Why a customer's money moves. */
export const customerDualReasons = [
  'dual-subscription',
  'dual-return',
  'dual-yield',
  'dual-exchange',
  'dual-payout',
] as const

export const dualReasons = [
  ...customerDualReasons,
  // Between the platform's accounts only; no customer's statement shows these two.
  'dual-escrow',
  'dual-escrow-return',
] as const
