import { hexToBytes } from '@noble/hashes/utils.js'
import type { Tick } from '../market/tick.ts'
import type { BoxProofFile } from '../proof/contract.ts'
import { openReceipt } from '../proof/receipt.ts'
import { decodeTick, encodeTick } from '../proof/tick-bytes.ts'
import { drawItem, headOf, inventoryRoot, isCommitted, itemsLeft } from './draw.ts'
import { type BoughtBox, boxOfReceipt } from './receipt.ts'

/**
 * Computes the draw of a box again from its receipt, the secret that was revealed, and the first tick after its purchase.
 *
 * | Shown                             | By                                                                          |
 * | --------------------------------- | --------------------------------------------------------------------------- |
 * | no earlier tick is the seal tick  | the tick before it of its instrument, which it names, is within the receipt |
 * | the secret was fixed before       | its place in the tree whose root is in the receipt                          |
 * | so were the contents              | all items, which make the root that is in the receipt                       |
 * | so were the earlier draws         | what sums them up in the receipt, as far as it goes                         |
 */

/** Whether a tick is the first of its instrument after the purchase. */
export const isSealTick = (
  { symbol, tapeSize }: Pick<BoughtBox, 'symbol' | 'tapeSize'>,
  tick: Tick | undefined,
): boolean =>
  tick?.links !== undefined &&
  !tick.isHeld &&
  tick.symbol === symbol &&
  tick.sequence > tapeSize &&
  tick.links.previous <= tapeSize

/** What is revealed of a box. */
type Revealed = Pick<BoxProofFile['box'], 'secret' | 'secretProof' | 'items' | 'before'>

/** Whether secret, contents and earlier draws are those that the receipt fixed. */
export function isAsPromised(box: BoughtBox, { secret, secretProof, items, before }: Revealed): boolean {
  const taken = before.filter((item) => item !== 0)
  const isWhole = before.length === box.number - 1 && new Set(taken).size === taken.length
  const areItems = before.every((item) => Number.isInteger(item) && item >= 0 && item <= box.items)
  if (!isWhole || !areItems || items.length !== box.items || taken.length >= box.items) return false
  return (
    isCommitted(box, hexToBytes(secret), secretProof) &&
    inventoryRoot(items) === box.inventory &&
    headOf(before.slice(0, box.decided)) === box.decidedHead
  )
}

/** The item that the draw gives. */
export const drawnItem = (
  box: BoughtBox,
  { secret, before }: Pick<Revealed, 'secret' | 'before'>,
  sealTick: Tick,
): number => drawItem(itemsLeft(box.items, before), box, hexToBytes(secret), encodeTick(sealTick))

/** Whether a draw is what its receipt, its secret and its tick make of it, for whoever reads the tape itself. */
export function checkBoxDraw({
  receipt,
  publicKey,
  sealTick,
  ...box
}: BoxProofFile['box'] & {
  readonly receipt: string
  readonly publicKey: string
  /** As it was hashed, hex. */
  readonly sealTick: string
}): boolean {
  const opened = openReceipt(receipt, publicKey)
  const bought = opened && boxOfReceipt(opened)
  const tick = decodeTick({ bytes: hexToBytes(sealTick), at: 0 })
  return (
    bought !== undefined &&
    bought.order === box.order &&
    bought.number === box.number &&
    isSealTick(bought, tick) &&
    isAsPromised(bought, box) &&
    drawnItem(bought, box, tick) === box.item
  )
}
