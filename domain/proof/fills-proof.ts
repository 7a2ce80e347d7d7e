import { addUpFills, type FilledOrder } from '../spot/fills.ts'
import type { FillsProofFile } from './contract.ts'
import { openCheckpoint } from './log.ts'
import { areOfSources, type CheckedProof, type ProofFacts, runChecks, ticksIn } from './proof-file.ts'
import { openReceipt, type Receipt } from './receipt.ts'

/** What was found on the way; as much of it as was reached. */
export interface FillsFacts extends Omit<ProofFacts, 'way'> {
  readonly receipts?: readonly Receipt[]
  readonly filled?: FilledOrder
}

/**
 * Checks what is signed of an order in the book: that it is, that each fill keeps to the order and its fees, and that they
 * come to its end. The steps are those of a stop, so that they read alike.
 */
export function checkFillsProof(
  file: FillsProofFile,
  nowMs: () => number,
): Pick<CheckedProof, 'ok' | 'steps'> & { readonly facts: FillsFacts } {
  let facts: FillsFacts = {}
  let added: ReturnType<typeof addUpFills>
  const learn = (more: FillsFacts): true => {
    facts = { ...facts, ...more }
    return true
  }
  const steps = runChecks(
    {
      receipt() {
        const receipts = file.receipts.map((note) => openReceipt(note, file.publicKey))
        const [order] = receipts
        if (receipts.includes(undefined) || order?.order !== file.order) return false
        return learn({ receipt: order, receipts: receipts as Receipt[] })
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
        added = addUpFills(facts.receipts!, facts.ticks!)
        return added.ok ? learn({ filled: added.order }) : added.error !== 'tick'
      },
      earlier: () => added.ok || added.error === 'outcome',
      outcome: () => added.ok,
    },
    nowMs,
  )
  return { ok: steps.every(({ state }) => state === 'passed'), steps, facts }
}
