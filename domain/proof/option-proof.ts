import { optionOfReceipt } from '../option/receipt.ts'
import { claimOf, isSameClaim, type ProvenOption, proveOption } from '../option/replay.ts'
import type { AcceptedOption, OptionResult } from '../option/rules.ts'
import type { OptionProofFile } from './contract.ts'
import { openCheckpoint } from './log.ts'
import { areOfSources, type CheckedProof, type ProofFacts, runChecks, ticksIn } from './proof-file.ts'
import { openReceipt } from './receipt.ts'

/** What was found on the way; as much of it as was reached. */
export interface OptionFacts extends Omit<ProofFacts, 'way'> {
  readonly order?: AcceptedOption
  readonly result?: OptionResult
}

/**
 * Checks the proof of a seconds option: its receipt and ticks are what was signed, no other tick counts, and by the rules
 * these come to what is claimed. The steps are those of a stop, so that they read alike.
 */
export function checkOptionProof(
  file: OptionProofFile,
  nowMs: () => number,
): Pick<CheckedProof, 'ok' | 'steps'> & { readonly facts: OptionFacts } {
  let facts: OptionFacts = {}
  let proven: ProvenOption
  const learn = (more: OptionFacts): true => {
    facts = { ...facts, ...more }
    return true
  }
  const steps = runChecks(
    {
      receipt() {
        const receipt = openReceipt(file.receipt, file.publicKey)
        const order = receipt && optionOfReceipt(receipt)
        return (
          order !== undefined && receipt!.order === file.result.order && learn({ receipt: receipt!, order })
        )
      },
      checkpoint() {
        const checkpoint = openCheckpoint(file.checkpoint, file.publicKey)
        return checkpoint !== undefined && learn({ checkpoint })
      },
      tape() {
        const ticks = ticksIn(file.ticks, facts.checkpoint!)
        return ticks !== undefined && learn({ ticks })
      },
      sources: () => areOfSources(facts.ticks!),
      tick() {
        proven = proveOption(facts.order!, facts.ticks!)
        return proven.ok ? learn({ result: proven.result }) : proven.error !== 'tick'
      },
      earlier: () => proven.ok,
      outcome: () => isSameClaim(file.result, claimOf(facts.receipt!.order, facts.order!, facts.result!)),
    },
    nowMs,
  )
  return { ok: steps.every(({ state }) => state === 'passed'), steps, facts }
}
