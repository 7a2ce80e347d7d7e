/**
 * The questions that a customer answers before the first order, beside the risk notice. Their words, and those of the
 * answers `1` to `3`, are texts; which answers are right only the server knows.
 */
export const riskQuestions = [
  /** What is lost where the price goes the other way: nothing, a part, the whole stake. */
  'loss',
  /** How many of a hundred orders at 85 % must be won for no loss: 50, 54.06, 85. */
  'break-even',
  /** Whether an order can be ended before its time: always, for a fee, never. */
  'end',
  /** Who decides the price that it ends at: the platform, the recorded prices, the customer. */
  'price',
] as const
