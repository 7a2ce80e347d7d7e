import type { BoxItem } from '../box/draw.ts'
import { type BoughtBox, boxOfReceipt } from '../box/receipt.ts'
import { drawnItem, isAsPromised, isSealTick } from '../box/replay.ts'
import type { BoxProofFile } from './contract.ts'
import { type CheckedProof, checkSteps, type TapeFacts } from './proof-steps.ts'
import { openReceipt, type Receipt } from './receipt.ts'

/** What was found on the way; as much of it as was reached. */
export interface BoxFacts extends TapeFacts {
  readonly receipt?: Receipt
  readonly bought?: BoughtBox
  /** How many items were left to draw from, and the one that was drawn. */
  readonly pool?: number
  readonly item?: BoxItem
}

/**
 * Checks the proof of a blind box: its receipt and tick are what was signed, the tick is the first after the purchase,
 * secret, contents and earlier draws are as promised, and the draw gives the item that is claimed. `keptReceipt`: what the
 * customer was given with the purchase, where they still have it.
 */
export const checkBoxProof = (
  file: BoxProofFile,
  nowMs: () => number,
  keptReceipt?: string,
): CheckedProof<BoxFacts> =>
  checkSteps<BoxFacts>(file, 'box', nowMs, (facts, learn) => ({
    receipt() {
      const receipt = openReceipt(file.receipt, file.publicKey)
      const bought = receipt && boxOfReceipt(receipt)
      const isOfBox =
        bought !== undefined && bought.order === file.box.order && bought.number === file.box.number
      const isKept = keptReceipt === undefined || keptReceipt === file.receipt
      return isOfBox && isKept && learn({ receipt: receipt!, bought })
    },
    tick() {
      const [tick, before, ...others] = facts.ticks!
      return others.length === 0 && isSealTick(facts.bought!, tick, before)
    },
    earlier: () =>
      isAsPromised(facts.bought!, file.box) &&
      learn({ pool: file.box.items.length - file.box.before.filter((item) => item !== 0).length }),
    outcome() {
      const drawn = drawnItem(facts.bought!, file.box, facts.ticks![0]!)
      return drawn === file.box.item && learn({ item: file.box.items[drawn - 1]! })
    },
  }))
