import type { earnReasons } from './reasons.ts'

/**
 * The kinds of term product: what a customer deposits earns a fixed daily rate from a funded account. What
 * they have in common is in `rules.ts`; where they differ is here, as data.
 */
export const termKinds = ['locked', 'quantization', 'mining'] as const
export type TermKind = (typeof termKinds)[number]

export interface KindRules {
  /** When interest reaches the customer's funding wallet: with the principal, or at each midnight. */
  readonly paysInterest: 'at-end' | 'daily'
  /** Whether a product may be without a term: it then runs on until its customer gives notice. */
  readonly mayBeOpenEnded: boolean
  /**
   * Whether it earns another coin than was put in, at a rate of units a day for each unit. Redeemed early, its reward
   * is given up: a penalty could not take back what is in another coin.
   */
  readonly earnsAnotherCoin: boolean
  /** Why its money moves, as the customer's statement says it. */
  readonly reasons: Readonly<
    Record<'subscription' | 'interest' | 'matured' | 'redeemed' | 'penalty', (typeof earnReasons)[number]>
  >
}

export const kindRules: Readonly<Record<TermKind, KindRules>> = {
  /** Locked deposit: interest stays in it until it ends. */
  locked: {
    paysInterest: 'at-end',
    mayBeOpenEnded: false,
    earnsAnotherCoin: false,
    reasons: {
      subscription: 'earn-subscription',
      interest: 'earn-interest',
      matured: 'earn-matured',
      redeemed: 'earn-redeemed',
      penalty: 'earn-penalty',
    },
  },
  /** Quantitative savings, the specification's name: a fixed daily rate; no trading strategy stands behind it. */
  quantization: {
    paysInterest: 'daily',
    mayBeOpenEnded: true,
    earnsAnotherCoin: false,
    reasons: {
      subscription: 'earn-quantization-subscription',
      interest: 'earn-quantization-interest',
      matured: 'earn-quantization-matured',
      redeemed: 'earn-quantization-redeemed',
      penalty: 'earn-penalty',
    },
  },
  /** Lock-mining: one coin is staked for a term, another is the reward; it stays in it until the end. */
  mining: {
    paysInterest: 'at-end',
    mayBeOpenEnded: false,
    earnsAnotherCoin: true,
    reasons: {
      subscription: 'earn-mining-subscription',
      interest: 'earn-mining-reward',
      matured: 'earn-mining-matured',
      redeemed: 'earn-mining-redeemed',
      penalty: 'earn-penalty',
    },
  },
}
