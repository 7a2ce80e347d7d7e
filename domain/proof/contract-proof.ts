import { ReplayFailed, replayFailure } from '../contract/replay.ts'
import type { ContractProofFile } from './contract.ts'
import { type CheckedProof, checkSteps, openReceipts, type TapeFacts } from './proof-steps.ts'
import type { Receipt } from './receipt.ts'

/** What was found on the way; as much of it as was reached. */
export interface ContractFacts extends TapeFacts {
  readonly receipts?: readonly Receipt[]
}

/**
 * Checks the proof of a contract: its receipts and ticks are what was signed, and replayed over them it ends as claimed.
 * The steps are those of a stop, so that they read alike.
 */
export function checkContractProof(
  file: ContractProofFile,
  nowMs: () => number,
): CheckedProof<ContractFacts> {
  let replayed: unknown
  /** Whether the replay did not fail at this, nor before. */
  const isPast = (...errors: readonly string[]) =>
    replayed === undefined || (replayed instanceof ReplayFailed && !errors.includes(replayed.error))
  return checkSteps<ContractFacts>(file, 'contract', nowMs, (facts, learn) => ({
    receipt() {
      const receipts = openReceipts(file.receipts, file.publicKey, file.position)
      return receipts !== undefined && learn({ receipts })
    },
    tick() {
      replayed = replayFailure(facts.receipts!, file.changes, facts.ticks!)
      return isPast('tick')
    },
    earlier: () => isPast('earlier'),
    outcome: () => replayed === undefined,
  }))
}
