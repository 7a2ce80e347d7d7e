import { type ActTerms, actReceipt, openingReceipt } from '#domain/contract/receipt.ts'
import type { Receipt } from '#domain/proof/receipt.ts'
import type { CopiedFrom } from './followers.ts'
import type { Position, PositionChange } from './position.ts'
import type { Deciding } from './settle.ts'
import type { Market } from './state.ts'

/** What is signed of an order as it was accepted, in the batch that accepts it. */
export function receiptOfOrder(
  { instrument, terms }: Market,
  position: Position,
  by: Deciding,
  copied: CopiedFrom | undefined,
): Receipt {
  const { id, createdAtMs: acceptedAtMs, tapeSequence: tapeSize, termsVersion: rulesVersion } = position
  const isWaiting = position.status === 'pending'
  return openingReceipt(
    instrument,
    terms,
    { order: String(id), acceptedAtMs, tapeSize, rulesVersion },
    {
      ...position,
      conversionSequence: by.conversion?.sequence ?? null,
      setAside: isWaiting ? position.margin : null,
    },
    copyTerms(copied),
  )
}

/** What is signed of something that its customer asked for and got; its number is that of the change. */
export const receiptOfAct = (
  { instrument, last }: Market,
  { id, termsVersion: rulesVersion, tapeSequence }: Position,
  change: PositionChange,
  asked: ActTerms,
  copied?: CopiedFrom,
): Receipt =>
  actReceipt(
    instrument,
    {
      ...{ order: String(change.id), acceptedAtMs: change.atMs, rulesVersion },
      tapeSize: change.sequence ?? last?.sequence ?? tapeSequence,
    },
    String(id),
    asked,
    copyTerms(copied),
  )

const copyTerms = (copied: CopiedFrom | undefined) =>
  copied && { relation: String(copied.relation), copies: String(copied.leadPosition) }
