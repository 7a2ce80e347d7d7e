import type { Disclosure } from '../user/disclosure.ts'

/** The questions that a customer answers before the first order, beside the risk notice. */
const questions = [
  /** What is lost where the price goes the other way: nothing, a part, the whole stake. */
  'loss',
  /** How many of a hundred orders at 85 % must be won for no loss: 50, 54.06, 85. */
  'break-even',
  /** Whether an order can be ended before its time: always, for a fee, never. */
  'end',
  /** Who decides the price that it ends at: the platform, the recorded prices, the customer. */
  'price',
] as const

export const optionDisclosure = { product: 'option', version: 1, questions } as const satisfies Disclosure
