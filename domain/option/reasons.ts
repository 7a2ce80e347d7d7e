export const optionReasons = [
  'option-stake',
  'option-return',
  'option-winnings',
  'option-loss',
  // Between the platform's accounts only; no customer's statement shows these two.
  'option-escrow',
  'option-escrow-return',
] as const
