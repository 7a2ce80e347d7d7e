import { ReplayFailed, replayFailure } from '../contract/replay.ts'
import type { Tick } from '../market/tick.ts'
import type { ContractProofFile } from './contract.ts'
import { type LogCheckpoint, openCheckpoint } from './log.ts'
import { areOfSources, type CheckedStep, runChecks, ticksIn } from './proof-file.ts'
import { openReceipt, type Receipt } from './receipt.ts'

/** What was found on the way; as much of it as was reached. */
export interface ContractFacts {
  readonly receipts?: readonly Receipt[]
  readonly checkpoint?: LogCheckpoint
  readonly ticks?: readonly Tick[]
}

export interface CheckedContractProof {
  readonly ok: boolean
  readonly steps: readonly CheckedStep[]
  readonly facts: ContractFacts
}

/**
 * Checks the proof of a contract: its receipts and ticks are what was signed, and replayed over them it ends as claimed.
 * The steps are those of a stop, so that they read alike.
 */
export function checkContractProof(file: ContractProofFile, nowMs: () => number): CheckedContractProof {
  let facts: ContractFacts = {}
  let replayed: unknown
  const learn = (more: ContractFacts): true => {
    facts = { ...facts, ...more }
    return true
  }
  /** Whether the replay did not fail at this, nor before. */
  const isPast = (...errors: readonly string[]) =>
    replayed === undefined || (replayed instanceof ReplayFailed && !errors.includes(replayed.error))
  const steps = runChecks(
    {
      receipt() {
        const receipts = file.receipts.map((note) => openReceipt(note, file.publicKey))
        const [order] = receipts
        if (receipts.includes(undefined) || order?.order !== file.position) return false
        return learn({ receipts: receipts as Receipt[] })
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
        replayed = replayFailure(facts.receipts!, file.changes, facts.ticks!)
        return isPast('tick')
      },
      earlier: () => isPast('earlier'),
      outcome: () => replayed === undefined,
    },
    nowMs,
  )
  return { ok: steps.every(({ state }) => state === 'passed'), steps, facts }
}
