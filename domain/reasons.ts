import { depositReasons } from './deposit/reasons.ts'
import { earnReasons } from './earn/reasons.ts'
import { spotReasons } from './spot/reasons.ts'
import { treasuryReasons } from './treasury/reasons.ts'
import { walletReasons } from './wallet/reasons.ts'

/**
 * Why money moved: one word per kind of transfer, shown in the statement in the customer's language.
 * A reason is never reused for something else. docs/recipes shows each as a debit and credit table.
 */
export const reasons = [
  ...depositReasons,
  ...walletReasons,
  ...treasuryReasons,
  ...spotReasons,
  ...earnReasons,
] as const

export type Reason = (typeof reasons)[number]
