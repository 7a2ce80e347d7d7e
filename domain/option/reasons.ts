/** Why a customer's money moves. */
export const customerOptionReasons = [
  'option-stake',
  'option-return',
  'option-winnings',
  'option-loss',
] as const

export const optionReasons = [
  ...customerOptionReasons,
  // Between the platform's accounts only; no customer's statement shows these two.
  'option-escrow',
  'option-escrow-return',
] as const
