import { addUpFills, type FilledOrder } from '../spot/fills.ts'
import type { FillsProofFile } from './contract.ts'
import { type CheckedProof, checkSteps, openReceipts, type TapeFacts } from './proof-steps.ts'
import type { Receipt } from './receipt.ts'

/** What was found on the way; as much of it as was reached. */
export interface FillsFacts extends TapeFacts {
  readonly receipt?: Receipt
  readonly receipts?: readonly Receipt[]
  readonly filled?: FilledOrder
}

/**
 * Checks what is signed of an order in the book: that it is, that each fill keeps to the order and its fees, and that they
 * come to its end. The steps are those of a stop, so that they read alike.
 */
export function checkFillsProof(file: FillsProofFile, nowMs: () => number): CheckedProof<FillsFacts> {
  let added: ReturnType<typeof addUpFills>
  return checkSteps<FillsFacts>(file, 'spot', nowMs, (facts, learn) => ({
    receipt() {
      const receipts = openReceipts(file.receipts, file.publicKey, file.order)
      return receipts !== undefined && learn({ receipt: receipts[0], receipts })
    },
    tick() {
      added = addUpFills(facts.receipts!, facts.ticks!)
      return added.ok ? learn({ filled: added.order }) : added.error !== 'tick'
    },
    earlier: () => added.ok || added.error === 'outcome',
    outcome: () => added.ok,
  }))
}
