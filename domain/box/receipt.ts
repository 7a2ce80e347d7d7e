import type { Receipt } from '../proof/receipt.ts'
import type { DrawTerms } from './draw.ts'
import { BOX_RULES_VERSION, CLIENT_SEED } from './rules.ts'

/**
 * What is signed of a blind box when it is bought: everything that its draw takes beside the secret, which is committed to,
 * and the tick, which comes later; and what was decided of earlier boxes by then.
 */

/** A bought box as its receipt names it. */
export interface BoughtBox extends DrawTerms {
  readonly boughtAtMs: number
  /** A decimal in USDT. */
  readonly price: string
  /** How many boxes were decided by then, and what sums them up. */
  readonly decided: number
  readonly decidedHead: string
}

/** What is signed when a box is bought. */
export const boxReceipt = (box: BoughtBox): Receipt => ({
  ...{ product: 'box', order: box.order, symbol: box.symbol, acceptedAtMs: box.boughtAtMs },
  ...{ tapeSize: box.tapeSize, rulesVersion: BOX_RULES_VERSION },
  terms: {
    series: box.series,
    box: String(box.number),
    price: box.price,
    'client-seed': box.clientSeed,
    items: String(box.items),
    boxes: String(box.boxes),
    inventory: box.inventory,
    commitment: box.commitment,
    decided: String(box.decided),
    'decided-head': box.decidedHead,
  },
})

const HASH = /^[0-9a-f]{64}$/
const wholeOf = (text = ''): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** What a receipt says about the draw of its box; undefined where it is not of one. */
export function boxOfReceipt(receipt: Receipt): BoughtBox | undefined {
  const { product, order, symbol, acceptedAtMs: boughtAtMs, tapeSize, rulesVersion, terms } = receipt
  const { series = '', price = '', inventory = '', commitment = '' } = terms
  const clientSeed = terms['client-seed'] ?? ''
  const decidedHead = terms['decided-head'] ?? ''
  const counts = [terms.box, terms.items, terms.boxes, terms.decided].map(wholeOf)
  if (product !== 'box' || rulesVersion !== BOX_RULES_VERSION || counts.includes(undefined)) return undefined
  if (![inventory, commitment, decidedHead].every((hash) => HASH.test(hash))) return undefined
  if (!CLIENT_SEED.test(clientSeed) || series === '') return undefined
  const [number, items, boxes, decided] = counts as [number, number, number, number]
  if (number < 1 || number > boxes || decided >= number) return undefined
  return {
    ...{ order, symbol, boughtAtMs, tapeSize, series, price, inventory, commitment, clientSeed, decidedHead },
    ...{ number, items, boxes, decided },
  }
}
