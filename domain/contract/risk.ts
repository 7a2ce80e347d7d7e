import type { Disclosure } from '../user/disclosure.ts'

/** The questions that a customer answers before the first contract, beside the risk notice. */
const questions = [
  /** What can be lost of a position: nothing, its fees, its whole margin. */
  'loss',
  /** What a price move of 1 % is of the margin at 10×: 1 %, 10 %, 100 %. */
  'leverage',
  /** What happens at the liquidation level, which the terms have: a warning, the position is closed, margin is added. */
  'liquidation',
  /** Whether a stop loss closes at its price: always, with a limit order, not after a gap. */
  'gap',
] as const

export const contractDisclosure = { product: 'contract', version: 2, questions } as const satisfies Disclosure
