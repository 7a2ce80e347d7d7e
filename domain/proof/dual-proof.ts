import { type AcceptedDual, dualOfReceipt } from '../dual/receipt.ts'
import { claimOf, type DualResult, isSameClaim, type ProvenDual, proveDual } from '../dual/replay.ts'
import type { DualProofFile } from './contract.ts'
import { type CheckedProof, checkSteps, type TapeFacts } from './proof-steps.ts'
import { openReceipt, type Receipt } from './receipt.ts'
import { unshareHashes } from './shared-hashes.ts'

/** What was found on the way; as much of it as was reached. */
export interface DualFacts extends TapeFacts {
  readonly receipt?: Receipt
  readonly dual?: AcceptedDual
  readonly dualResult?: DualResult
}

/**
 * Checks the proof of a dual investment: its receipt and ticks are what was signed, none of its window is left out, and by
 * the rules their average comes to what is claimed. The steps are those of a stop, so that they read alike.
 */
export function checkDualProof(file: DualProofFile, nowMs: () => number): CheckedProof<DualFacts> {
  let proven: ProvenDual
  return checkSteps<DualFacts>({ ...file, ticks: unshareHashes(file) }, 'dual', nowMs, (facts, learn) => ({
    receipt() {
      const receipt = openReceipt(file.receipt, file.publicKey)
      const dual = receipt && dualOfReceipt(receipt)
      return dual !== undefined && receipt!.order === file.result.order && learn({ receipt: receipt!, dual })
    },
    tick() {
      proven = proveDual(facts.dual!, facts.ticks!)
      return proven.ok ? learn({ dualResult: proven.result }) : proven.error !== 'tick'
    },
    earlier: () => proven.ok,
    outcome: () => isSameClaim(file.result, claimOf(facts.receipt!.order, facts.dual!, facts.dualResult!)),
  }))
}
