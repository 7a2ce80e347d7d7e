import { sql } from 'kysely'
import { lotsToClose } from '#domain/copy/rules.ts'
import type { PositionId } from '#domain/ids.ts'
import { openReceipt } from '#domain/proof/receipt.ts'
import { receiptsOf } from '#server/core/receipts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { changesOfPositions, type Position, type PositionChange, positionsById } from '../contract/service.ts'

/** What followers got, held against what their leads did: the same tick, the same price, their part of the lots. */

const A_PAGE = 5_000

interface Copied {
  readonly id: bigint
  readonly action: 'open' | 'close'
  readonly position: PositionId
  readonly lead: PositionId
  readonly relation: bigint
  readonly lots: number
  readonly price: number
  readonly sequence: number
}

/**
 * What of the newest copies is not what their leads' positions say, in words. Empty when all is: a copy opened and closed
 * at the tick and price at which its lead's position did, by its signed receipt a copy of that one, and closed in
 * proportion. Whether those ticks decide the positions is audited with the positions.
 */
export async function auditCopyResults(
  db: Db,
  { publicKey, newest }: { readonly publicKey: string; readonly newest: number },
): Promise<string[]> {
  const wrong: string[] = []
  let before = (1n << 63n) - 1n
  for (let left = newest; left > 0; left -= A_PAGE) {
    const copied = await copiedBefore(db, before, Math.min(left, A_PAGE))
    if (copied.length === 0) return wrong
    before = copied.at(-1)!.id
    const ids = [...new Set(copied.flatMap(({ position, lead }) => [position, lead]))]
    const positions = await positionsById(db, ids)
    const changes = await changesOfPositions(db, ids)
    const notes = await receiptsOf(db, 'contract', ids)
    for (const one of copied) {
      const [own, lead] = [one.position, one.lead].map((id) => positions.get(id))
      const note = notes.get(one.position)
      const receipt = note === undefined ? undefined : openReceipt(note, publicKey)
      const isSigned =
        receipt?.terms.copies === String(one.lead) && receipt.terms.relation === String(one.relation)
      const said =
        !own || !lead
          ? 'a position is missing'
          : !isSigned
            ? 'its receipt does not say so'
            : one.action === 'open'
              ? openingError(one, own, lead)
              : closingError(one, changes.get(one.position) ?? [], changes.get(one.lead) ?? [], own, lead)
      if (said) wrong.push(`position ${one.position}, a copy of ${one.lead}: ${said}`)
    }
  }
  return wrong
}

async function copiedBefore(db: Db, before: bigint, limit: number): Promise<Copied[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select id, action, position_id, lead_position_id, relation_id, lots, price, sequence from copy_outcome
    where id < ${before} and result = 'copied' and action in ('open', 'close') order by id desc limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => ({
    ...{ id: row.id as bigint, action: row.action as Copied['action'], relation: row.relation_id as bigint },
    ...{ position: row.position_id as PositionId, lead: row.lead_position_id as PositionId },
    ...{ lots: Number(row.lots), price: Number(row.price), sequence: Number(row.sequence) },
  }))
}

const at = (sequence: number | null, price: number | null) => `tick ${sequence} at ${price}`

function openingError(one: Copied, own: Position, lead: Position): string | undefined {
  const said = at(one.sequence, one.price)
  if (own.symbol !== lead.symbol || own.direction !== lead.direction || own.leverage !== lead.leverage)
    return 'it is not the same contract'
  if (at(lead.entrySequence, lead.entryPrice) !== said)
    return `it says ${said}, the lead’s opened by ${at(lead.entrySequence, lead.entryPrice)}`
  if (at(own.entrySequence, own.entryPrice) !== said)
    return `it says ${said}, it opened by ${at(own.entrySequence, own.entryPrice)}`
  return own.lots === one.lots ? undefined : `it says ${one.lots} lots, it has ${own.lots}`
}

function closingError(
  one: Copied,
  ownChanges: readonly PositionChange[],
  leadChanges: readonly PositionChange[],
  own: Position,
  lead: Position,
): string | undefined {
  const said = at(one.sequence, one.price)
  const isThere = ({ kind, sequence, price }: PositionChange) =>
    kind === 'closed' && at(sequence, price) === said
  const leads = leadChanges.filter(isThere)
  const mine = ownChanges.filter((change) => isThere(change) && change.reason === 'lead')
  if (leads.length === 0) return `it says ${said}, the lead’s closed at no such tick`
  if (!mine.some(({ lots }) => lots === one.lots))
    return `it says ${one.lots} lots at ${said}, it has no such closing`
  // Each of several at one tick has its own part.
  const wanted = leads.map((change) =>
    mine.map((closing) =>
      lotsToClose(openBefore(own, ownChanges, closing), change.lots!, openBefore(lead, leadChanges, change)),
    ),
  )
  return wanted.flat().includes(one.lots)
    ? undefined
    : `it closed ${one.lots} lots, in proportion it were ${wanted.flat().join(' or ')}`
}

/** What was open of a position before a closing. */
const openBefore = (
  { lots }: Position,
  changes: readonly PositionChange[],
  { id }: Pick<PositionChange, 'id'>,
): number =>
  changes.reduce(
    (open, change) => (change.kind === 'closed' && change.id < id ? open - change.lots! : open),
    lots,
  )
