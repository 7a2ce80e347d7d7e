import type { DualOutcome } from '#domain/dual/outcomes.ts'
import { dualReceipt } from '#domain/dual/receipt.ts'
import { windowBefore } from '#domain/dual/rules.ts'
import { assert } from '#domain/errors.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { DualProofFile } from '#domain/proof/contract.ts'
import type { Receipt } from '#domain/proof/receipt.ts'
import { shareHashes } from '#domain/proof/shared-hashes.ts'
import { receiptsOf } from '#server/core/receipts.ts'
import type { ProofReader } from '#server/markets/tape/proofs.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MarketData } from '../product.ts'
import { fixingsOf, type OrderRow } from './store.ts'
import { paidOf } from './views.ts'

/** What is signed of an order, in the transaction that accepts it. */
export function receiptOfDual(order: OrderRow): Receipt {
  const instrument = findInstrument(order.symbol)
  assert(instrument, `${order.symbol} is listed`)
  return dualReceipt(instrument, {
    ...{ id: order.id, symbol: order.symbol, type: order.type, strike: Number(order.strike) },
    ...{ yieldRate: order.yield_rate, principal: order.principal, above: order.above, below: order.below },
    ...{ settlesAtMs: order.settles_at, acceptedAtMs: order.accepted_at },
    ...{ acceptedSequence: Number(order.accepted_sequence), rulesVersion: order.rules_version },
  })
}

/** The receipt of an order. */
export async function noteOfDual(db: Db, id: bigint): Promise<string> {
  const note = (await receiptsOf(db, 'dual', [id])).get(id)
  assert(note, `dual investment ${id} has a receipt`)
  return note
}

/** What a proof is made from. */
export interface Prover extends Pick<MarketData, 'lastTick' | 'proofs'> {
  readonly db: Db
}

/**
 * All that is needed to compute again what an order paid; undefined of one that is active or was cancelled, and until its
 * instrument has had a price that shows that no other counts.
 */
export async function proofOfDual(
  { db, lastTick, proofs }: Prover,
  order: OrderRow,
): Promise<DualProofFile | undefined> {
  const { status, symbol } = order
  if (status === 'active' || status === 'cancelled') return undefined
  const reader = await proofs.reader()
  if (!reader) return undefined
  const fixings = await fixingsOf(db, symbol, [order.settles_at, order.due_at])
  const newest = lastTick(symbol)
  for (const { fixed_at: atMs } of fixings) {
    if (!newest || newest.atMs < atMs || !(await readWindow(reader, newest, atMs))) return undefined
  }
  const decided = fixings.at(-1)
  const paid = paidOf(order)
  assert(decided && paid, `dual investment ${order.id} was settled by an average`)
  const { ticks, checkpoint } = await reader.proof()
  return {
    ...{ version: 1, product: 'dual', publicKey: proofs.signer.publicKey },
    receipt: await noteOfDual(db, order.id),
    result: {
      ...{ order: String(order.id), outcome: status satisfies DualOutcome, atMs: decided.fixed_at },
      price: decided.price === null ? null : Number(decided.price),
      ...{ minutes: decided.minutes, ticks: decided.ticks },
      ...{ paid: formatAmount(paid.amount, paid.currency), currency: paid.currency },
    },
    ...shareHashes(ticks),
    checkpoint,
  }
}

/**
 * Reads a window from the first tick of its instrument after it back to the one before it. Returns: whether the tape has
 * them all.
 */
async function readWindow(
  reader: ProofReader,
  newest: NonNullable<ReturnType<MarketData['lastTick']>>,
  atMs: number,
): Promise<boolean> {
  const { fromMs } = windowBefore(atMs)
  let tick = await reader.first(newest, (each) => each.atMs >= atMs)
  while (tick && tick.atMs >= fromMs) {
    if (!tick.links) return false
    if (tick.links.previous === 0) return true
    tick = await reader.at(tick.links.previous)
  }
  return tick !== undefined
}
