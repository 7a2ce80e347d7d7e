import { formatPrice, formatQuantity } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { ProofFile } from '#domain/proof/contract.ts'
import { openReceipt, type Receipt } from '#domain/proof/receipt.ts'
import { receiptsOf } from '#server/core/receipts.ts'
import type { Proofs } from '#server/markets/tape/proofs.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SpotOrder } from './books.ts'
import { amendmentsOf } from './store.ts'

/** What is signed when a stop is accepted, and again when it is amended while it waits: then it names the amendment. */
export function receiptOfStop(
  order: SpotOrder,
  amendment?: { readonly id: bigint; readonly atMs: number },
): Receipt {
  const instrument = findInstrument(order.symbol)!
  const { side, orderType, timeInForce, postOnly, makerFeeBps, takerFeeBps } = order
  return {
    ...{ product: 'spot', order: String(order.id), symbol: order.symbol },
    ...{
      acceptedAtMs: amendment?.atMs ?? order.createdAtMs,
      tapeSize: order.tapeSequence!,
      rulesVersion: order.termsVersion,
    },
    terms: {
      ...{ side, type: orderType, quantity: formatQuantity(instrument, order.quantity) },
      'limit-price': formatPrice(instrument, order.price),
      'trigger-price': formatPrice(instrument, order.triggerPrice!),
      'trigger-direction': order.triggerDirection!,
      'tick-size': instrument.tickSize,
      'time-in-force': timeInForce,
      'post-only': String(postOnly),
      'maker-fee-bps': String(makerFeeBps),
      'taker-fee-bps': String(takerFeeBps),
      ...(order.sibling === null ? {} : { 'cancels-order': String(order.sibling) }),
      ...(amendment && { amendment: String(amendment.id) }),
    },
  }
}

/** Under which number a receipt is kept: each amendment of a stop has one of its own. */
export const receiptNumber = ({ order, terms }: Receipt): string => terms.amendment ?? order

/** The receipt of an order by which it waits or waited last, where it has one. */
export async function noteOfOrder(db: Db, { id, triggerPrice }: SpotOrder): Promise<string | null> {
  if (triggerPrice === null) return null
  const numbers = [id, ...(await amendmentsOf(db, id)).map((amendment) => amendment.id)]
  const notes = await receiptsOf(db, 'spot', numbers)
  return numbers.reverse().flatMap((number) => notes.get(number) ?? [])[0] ?? null
}

/** All that is needed to compute again which tick triggered a stop; undefined where none has, or before receipts. */
export async function proofOfStop(
  db: Db,
  { signer, wayBack }: Proofs,
  order: SpotOrder,
): Promise<ProofFile | undefined> {
  const { triggerSequence, triggeredAtPrice } = order
  const note = await noteOfOrder(db, order)
  const receipt = note === null ? undefined : openReceipt(note, signer.publicKey)
  if (!note || !receipt || triggerSequence === null || triggeredAtPrice === null) return undefined
  const way = await wayBack(triggerSequence, receipt.tapeSize)
  const price = formatPrice(findInstrument(order.symbol)!, triggeredAtPrice)
  return (
    way && {
      ...{ version: 1, publicKey: signer.publicKey, receipt: note },
      outcome: { order: String(order.id), sequence: triggerSequence, price },
      ...way,
    }
  )
}
