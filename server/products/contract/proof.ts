import { openingTerms } from '#domain/contract/receipt.ts'
import { type Claim, isAsked, ReplayFailed, replayPosition } from '#domain/contract/replay.ts'
import type { ContractProofFile } from '#domain/proof/contract.ts'
import { openReceipt, type Receipt } from '#domain/proof/receipt.ts'
import { receiptsOf } from '#server/core/receipts.ts'
import type { ProofReader, Proofs } from '#server/markets/tape/proofs.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Position, PositionChange } from './position.ts'
import type { LastTick } from './views.ts'

interface Prover {
  readonly db: Db
  readonly lastTick: LastTick
  readonly proofs: Proofs
}

/**
 * All that is needed to compute again what became of a position that is over; undefined of one that is not, before
 * there were receipts, and until the instrument that converts its quote has had a price since.
 */
export async function proofOfPosition(
  { db, lastTick, proofs }: Prover,
  position: Position,
  changes: readonly PositionChange[],
): Promise<ContractProofFile | undefined> {
  if (position.status !== 'closed' && position.status !== 'cancelled') return undefined
  const { publicKey } = proofs.signer
  const acts = changes.filter(isAct).map(({ id }) => id)
  const notes = await receiptsOf(db, 'contract', [position.id, ...acts])
  const receipts = [position.id as bigint, ...acts].flatMap((id) => notes.get(id) ?? [])
  const opened = receipts.map((note) => openReceipt(note, publicKey))
  const reader = await proofs.reader()
  if (receipts.length <= acts.length || opened.includes(undefined) || !reader) return undefined
  const read = opened as Receipt[]
  const claims = claimsOf(position, read[0]!, changes)
  if (!(await readTicks(reader, read, claims, lastTick))) return undefined
  return {
    ...{ version: 1, product: 'contract', publicKey, position: String(position.id), receipts },
    ...{ changes: claims, ...(await reader.proof()) },
  }
}

/** Whether a change is something that its customer, or what it copies, asked for. */
export const isAct = ({ kind, reason, sequence }: PositionChange): boolean =>
  kind === 'margin' ||
  kind === 'stops' ||
  kind === 'amended' ||
  ((kind === 'closed' || kind === 'cancelled') && isAsked({ reason, sequence }))

/** What is claimed of a position: that it opened, and what happened since. A warning decides nothing. */
export function claimsOf(position: Position, receipt: Receipt, changes: readonly PositionChange[]): Claim[] {
  const told = changes.flatMap(({ kind, ...change }) =>
    kind === 'margin-call' ? [] : [claimOf({ ...change, kind })],
  )
  const terms = openingTerms(receipt)
  if (terms.setAside !== null) return told
  // What the later changes charged is not of the opening.
  const fee = changes.reduce((rest, change) => rest - (change.fee ?? 0n), position.fee)
  return [
    {
      ...{ kind: 'opened', reason: null, lots: position.lots, price: position.entryPrice },
      ...{ sequence: position.entrySequence, conversionSequence: position.conversionSequence },
      ...{ amount: null, fee: String(fee), shortfall: null, margin: String(position.initialMargin) },
      ...{ takeProfit: terms.takeProfit, stopLoss: terms.stopLoss, liquidationPrice: terms.liquidationPrice },
    },
    ...told,
  ]
}

const claimOf = (change: Omit<PositionChange, 'kind'> & Pick<Claim, 'kind'>): Claim => ({
  ...{ kind: change.kind, reason: change.reason, lots: change.lots, price: change.price },
  ...{ sequence: change.sequence, conversionSequence: change.conversionSequence },
  ...{ amount: text(change.amount), fee: text(change.fee), shortfall: text(change.shortfall) },
  ...{ margin: String(change.margin), takeProfit: change.takeProfit, stopLoss: change.stopLoss },
  liquidationPrice: change.liquidationPrice,
})
const text = (amount: bigint | null): string | null => (amount === null ? null : String(amount))

/**
 * Reads every tick that whoever replays the position will ask for, by replaying it.
 *
 * Returns: false where one of them is not on the tape yet.
 */
async function readTicks(
  reader: ProofReader,
  receipts: readonly Receipt[],
  claims: readonly Claim[],
  lastTick: LastTick,
): Promise<boolean> {
  const replay = replayPosition(receipts, claims)
  try {
    let step = replay.next()
    while (!step.done) {
      const ask = step.value
      const tick = 'at' in ask ? await reader.at(ask.at) : await reader.after(ask.after, lastTick(ask.symbol))
      if (!tick) return false
      step = replay.next(tick)
    }
  } catch (error) {
    // What does not check out is shown all the same: whoever verifies it sees where.
    if (!(error instanceof ReplayFailed)) throw error
  }
  return true
}
