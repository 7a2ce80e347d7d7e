import { setImmediate as turn } from 'node:timers/promises'
import { formatPrice, formatQuantity } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import type { FillsProofFile, ProofFile } from '#domain/proof/contract.ts'
import { openReceipt, type Receipt, receiptNote } from '#domain/proof/receipt.ts'
import { receiptsOf } from '#server/core/receipts.ts'
import type { Proofs } from '#server/markets/tape/proofs.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SpotOrder } from './order.ts'
import { amendmentsOf, tradesOf } from './order-store.ts'
import type { SpotAmendmentRow, SpotTradeRow } from './store.ts'
import { fillView, orderView } from './views.ts'

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
      ...(order.attachedTo === null ? {} : { 'attached-to': String(order.attachedTo) }),
      ...(amendment && { amendment: String(amendment.id) }),
    },
  }
}

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

/**
 * What is signed of an order in the book once it is over, when its customer asks: the order with its terms, each fill and
 * each amendment, and the end. Undefined of one that is not over, of a stop, and of one before the first tick.
 *
 * It is signed here and not at acceptance: the engine would sign every order for the few that are asked about, and what
 * binds the exchange is the signature, whenever it is made.
 */
export async function proofOfFills(
  db: Db,
  { signer, reader }: Proofs,
  order: SpotOrder,
): Promise<FillsProofFile | undefined> {
  const isOver = order.status === 'filled' || order.status === 'cancelled'
  const tape = await reader()
  if (!isOver || order.triggerPrice !== null || order.tapeSequence === null) return undefined
  if (!tape || !(await tape.at(order.tapeSequence))) return undefined
  const [trades, amendments] = [await tradesOf(db, order), await amendmentsOf(db, order.id)]
  const receipts = [
    receiptOfAccepted(order, amendments[0]),
    ...[
      ...trades.map((row) => ({ id: row.id as bigint, ...fillOf(order, row) })),
      ...amendments.map((row) => ({ id: row.id, ...amendOf(order, row) })),
    ]
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ atMs, terms }) => happened(order, atMs, terms)),
    happened(order, order.updatedAtMs, endOf(order, trades.length, amendments.length)),
  ]
  return {
    ...{ version: 1, product: 'spot', publicKey: signer.publicKey, order: String(order.id) },
    ...{ receipts: await signed(signer, receipts), ...(await tape.proof()) },
  }
}

/** Others have their turns after so many signatures: an order may have as many fills as the book has orders. */
export const SIGNED_A_TURN = 50

async function signed(signer: Proofs['signer'], receipts: readonly Receipt[]): Promise<string[]> {
  const notes: string[] = []
  for (const [n, receipt] of receipts.entries()) {
    if (n > 0 && n % SIGNED_A_TURN === 0) await turn()
    notes.push(receiptNote(signer, receipt))
  }
  return notes
}

const happened = (order: SpotOrder, acceptedAtMs: number, terms: Receipt['terms']): Receipt => ({
  ...{ product: 'spot', order: String(order.id), symbol: order.symbol, acceptedAtMs },
  ...{ tapeSize: order.tapeSequence!, rulesVersion: order.termsVersion, terms },
})

/** The order as it was before it was amended. */
function receiptOfAccepted(order: SpotOrder, first: SpotAmendmentRow | undefined): Receipt {
  const instrument = findInstrument(order.symbol)!
  const decimals = (code: string) => String(findCurrency(code)!.decimals)
  return happened(order, order.createdAtMs, {
    ...{ side: order.side, type: order.orderType },
    quantity: formatQuantity(instrument, Number(first?.previous_quantity ?? order.quantity)),
    'limit-price': formatPrice(instrument, Number(first?.previous_price ?? order.price)),
    'tick-size': instrument.tickSize,
    'base-decimals': decimals(instrument.base),
    'quote-decimals': decimals(instrument.quote),
    'time-in-force': order.timeInForce,
    'post-only': String(order.postOnly),
    'maker-fee-bps': String(order.makerFeeBps),
    'taker-fee-bps': String(order.takerFeeBps),
    ...(order.takeProfit === null ? {} : { 'take-profit': formatPrice(instrument, order.takeProfit) }),
    ...(order.stopLoss === null ? {} : { 'stop-loss': formatPrice(instrument, order.stopLoss) }),
    ...(order.attachedTo === null ? {} : { 'attached-to': String(order.attachedTo) }),
  })
}

function fillOf(order: SpotOrder, row: SpotTradeRow) {
  const { id, price, quantity, notional, fee, liquidity, atMs } = fillView(order, row)
  return { atMs, terms: { act: 'fill', trade: id, liquidity, price, quantity, notional, fee } }
}

function amendOf(order: SpotOrder, { price, quantity, created_at }: SpotAmendmentRow) {
  const instrument = findInstrument(order.symbol)!
  const to = {
    'limit-price': formatPrice(instrument, Number(price)),
    quantity: formatQuantity(instrument, Number(quantity)),
  }
  return { atMs: created_at, terms: { act: 'amend', ...to } }
}

function endOf(order: SpotOrder, fills: number, amendments: number): Receipt['terms'] {
  const { filled, notional, fee, status, reason } = orderView(order)
  const counts = { fills: String(fills), amendments: String(amendments) }
  return { act: 'ended', status, ...(reason === null ? {} : { reason }), ...counts, filled, notional, fee }
}
