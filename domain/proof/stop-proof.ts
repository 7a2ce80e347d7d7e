import type { ProofFile } from './contract.ts'
import { type CheckedProof, checkSteps, type TapeFacts } from './proof-steps.ts'
import { openReceipt, type Receipt } from './receipt.ts'
import { isSameDecimal, priceOf, settleStop, stopTermsOf, type WayBack } from './stop.ts'

/** What was found on the way; as much of it as was reached. */
export interface StopFacts extends TapeFacts {
  readonly receipt?: Receipt
  readonly way?: WayBack
}

/** Checks the proof of a stop: the tick that is named triggered it, and no earlier one did. */
export const checkStopProof = (file: ProofFile, nowMs: () => number): CheckedProof<StopFacts> =>
  checkSteps<StopFacts>(file, undefined, nowMs, (facts, learn) => ({
    receipt() {
      const receipt = openReceipt(file.receipt, file.publicKey)
      return receipt !== undefined && receipt.order === file.outcome.order && learn({ receipt })
    },
    tick() {
      const terms = stopTermsOf(facts.receipt!)
      if (terms === undefined) return false
      const way = settleStop(terms, facts.ticks!)
      learn({ way })
      return way.ok || way.error !== 'NOT_TRIGGERED'
    },
    earlier: () => facts.way!.ok,
    outcome() {
      const deciding = facts.ticks![0]!
      const price = priceOf(deciding.price, facts.receipt!.terms['tick-size']!)
      return deciding.sequence === file.outcome.sequence && isSameDecimal(price, file.outcome.price)
    },
  }))
