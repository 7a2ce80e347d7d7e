export const cellsReasons = [
  'cell-sent',
  'cell-received',
  'cell-returned',
  // Between the two sides of a settlement account: no customer's statement shows it.
  'cell-settled',
] as const
