import type { OptionId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { optionReceipt } from '#domain/option/receipt.ts'
import { type AcceptedOption, entryDeadline, expiryOf, mayBeEntry, payoutOf } from '#domain/option/rules.ts'
import type { OptionProofFile } from '#domain/proof/contract.ts'
import type { Receipt } from '#domain/proof/receipt.ts'
import { receiptsOf } from '#server/core/receipts.ts'
import type { ProofReader } from '#server/markets/tape/proofs.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MarketData } from '../product.ts'
import type { OptionNow, OptionOrder } from './order.ts'

/** What is signed of an order, in the batch that accepts it. */
export const receiptOfOption = (order: OptionOrder): Receipt =>
  optionReceipt(findInstrument(order.symbol)!, order)

/** The receipt of an order; undefined of one that was accepted without. */
export const noteOfOption = async (db: Db, id: OptionId): Promise<string | undefined> =>
  (await receiptsOf(db, 'option', [id])).get(id)

/** What a proof is made from. */
export interface Prover extends Pick<MarketData, 'lastTick' | 'proofs'> {
  readonly db: Db
}

/**
 * All that is needed to compute again what became of an order; undefined of one without a result, before there were
 * receipts, and until its instrument has had a price that shows that no other counts.
 */
export async function proofOfOption(
  { db, lastTick, proofs }: Prover,
  { order, result }: OptionNow,
): Promise<OptionProofFile | undefined> {
  const receipt = await noteOfOption(db, order.id)
  const reader = await proofs.reader()
  if (!result || receipt === undefined || !reader) return undefined
  if (!(await readTicks(reader, order, lastTick(order.symbol)))) return undefined
  const { outcome, reason, entry, exit, expiresAtMs } = result
  const paid = String(payoutOf(order, outcome))
  return {
    ...{ version: 1, product: 'option', publicKey: proofs.signer.publicKey, receipt },
    result: { order: String(order.id), outcome, reason, entry, exit, expiresAtMs, paid },
    ...(await reader.proof()),
  }
}

/** Reads the ticks that prove the outcome of an order. Returns: whether the tape has them all. */
async function readTicks(
  reader: ProofReader,
  order: AcceptedOption,
  newest: Tick | undefined,
): Promise<boolean> {
  const entry = await reader.first(newest, (tick) => mayBeEntry(order, tick))
  if (!entry?.links) return false
  if (entry.links.previous > order.acceptedSequence) await reader.at(entry.links.previous)
  // One that came too late decides it: there is no exit.
  if (entry.atMs > entryDeadline(order)) return true
  const next = await reader.first(newest, ({ atMs }) => atMs > expiryOf(order, entry))
  return next?.links !== undefined && (await reader.at(next.links.previous)) !== undefined
}
