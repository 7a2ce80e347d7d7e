export const contractReasons = [
  // Set aside as margin, with the fee of an order that waits; and given back.
  'contract-margin',
  'contract-release',
  'contract-fee',
  'contract-profit',
  'contract-loss',
  'contract-financing',
  // Between the platform's accounts only; no customer's statement shows these two.
  'contract-shortfall',
  'contract-cover',
] as const
