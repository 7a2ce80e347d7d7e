import { hexToBytes } from '@noble/hashes/utils.js'
import type { Tick } from '../market/tick.ts'
import type { BoxProofFile } from '../proof/contract.ts'
import { openReceipt } from '../proof/receipt.ts'
import { decodeTick, encodeTick } from '../proof/tick-bytes.ts'
import { drawItem, headOf, inventoryRoot, isCommitted, itemsLeft } from './draw.ts'
import { type BoughtBox, boxOfReceipt } from './receipt.ts'
import { SEAL_AFTER_MS } from './rules.ts'

/**
 * Computes the draw of a box again from its receipt, the secret that was revealed, and the first tick after its purchase.
 *
 * | Shown                             | By                                                                          |
 * | --------------------------------- | --------------------------------------------------------------------------- |
 * | no earlier tick is the seal tick  | the tick before it of its instrument, which it names, is within the receipt |
 * |                                   | or less than a second younger, which it shows itself                        |
 * | the secret was fixed before       | its place in the tree whose root is in the receipt                          |
 * | so were the contents              | all items, which make the root that is in the receipt                       |
 * | so were the earlier draws         | what sums them up in the receipt, as far as it goes                         |
 */

/** What of a purchase says which tick its draw takes. */
type Bought = Pick<BoughtBox, 'symbol' | 'tapeSize' | 'boughtAtMs'>

/** Whether a tick counts for a purchase: by the tape's count and by its time. It is true of all ticks behind the first. */
export const isAfterPurchase = ({ tapeSize, boughtAtMs }: Bought, tick: Tick): boolean =>
  tick.sequence > tapeSize && tick.atMs >= boughtAtMs + SEAL_AFTER_MS

/** The number of the tick that shows that none before this one counts; undefined where the receipt shows it. */
export const neededBefore = ({ tapeSize }: Pick<Bought, 'tapeSize'>, tick: Tick): number | undefined =>
  tick.links !== undefined && tick.links.previous > tapeSize ? tick.links.previous : undefined

/**
 * Whether a tick is the first of its instrument that counts for a purchase. `before`: the tick before it, where one is
 * needed. The tape's time never goes back.
 */
export const isSealTick = (bought: Bought, tick: Tick | undefined, before?: Tick): boolean => {
  if (!tick?.links || tick.isHeld || tick.symbol !== bought.symbol || !isAfterPurchase(bought, tick))
    return false
  const needed = neededBefore(bought, tick)
  if (needed === undefined) return before === undefined
  return before?.sequence === needed && before.symbol === bought.symbol && !isAfterPurchase(bought, before)
}

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
  tickBefore,
  ...box
}: BoxProofFile['box'] & {
  readonly receipt: string
  readonly publicKey: string
  /** As it was hashed, hex. */
  readonly sealTick: string
  /** The tick of its instrument before it, where one is needed. */
  readonly tickBefore?: Tick | undefined
}): boolean {
  const opened = openReceipt(receipt, publicKey)
  const bought = opened && boxOfReceipt(opened)
  const tick = decodeTick({ bytes: hexToBytes(sealTick), at: 0 })
  return (
    bought !== undefined &&
    bought.order === box.order &&
    bought.number === box.number &&
    isSealTick(bought, tick, tickBefore) &&
    isAsPromised(bought, box) &&
    drawnItem(bought, box, tick) === box.item
  )
}
