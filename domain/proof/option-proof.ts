import { optionOfReceipt } from '../option/receipt.ts'
import { claimOf, isSameClaim, type ProvenOption, proveOption } from '../option/replay.ts'
import type { AcceptedOption, OptionResult } from '../option/rules.ts'
import type { OptionProofFile } from './contract.ts'
import { type CheckedProof, checkSteps, type TapeFacts } from './proof-steps.ts'
import { openReceipt, type Receipt } from './receipt.ts'

/** What was found on the way; as much of it as was reached. */
export interface OptionFacts extends TapeFacts {
  readonly receipt?: Receipt
  readonly order?: AcceptedOption
  readonly result?: OptionResult
}

/**
 * Checks the proof of a seconds option: its receipt and ticks are what was signed, no other tick counts, and by the rules
 * these come to what is claimed. The steps are those of a stop, so that they read alike.
 */
export function checkOptionProof(file: OptionProofFile, nowMs: () => number): CheckedProof<OptionFacts> {
  let proven: ProvenOption
  return checkSteps<OptionFacts>(file, 'option', nowMs, (facts, learn) => ({
    receipt() {
      const receipt = openReceipt(file.receipt, file.publicKey)
      const order = receipt && optionOfReceipt(receipt)
      return (
        order !== undefined && receipt!.order === file.result.order && learn({ receipt: receipt!, order })
      )
    },
    tick() {
      proven = proveOption(facts.order!, facts.ticks!)
      return proven.ok ? learn({ result: proven.result }) : proven.error !== 'tick'
    },
    earlier: () => proven.ok,
    outcome: () => isSameClaim(file.result, claimOf(facts.receipt!.order, facts.order!, facts.result!)),
  }))
}
