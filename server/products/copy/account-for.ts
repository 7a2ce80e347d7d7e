import { dayOf } from '#domain/contract/rules.ts'
import { countMargin, countResult, markAfter, shareOfProfit } from '#domain/copy/rules.ts'
import { least } from '#domain/money/amount.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Batch, Position } from '../contract/service.ts'
import { reservedShares } from './accounts.ts'
import {
  type CopyBatch,
  type CopyState,
  type Lead,
  placeOf,
  type Relation,
  type RelationEvent,
} from './state.ts'

/** How results are counted, and what of them is set aside for the lead and paid. */

/** A batch of positions, with what it decides of copies. */
export interface Deciding {
  readonly state: CopyState
  readonly batch: Batch
  readonly copies: CopyBatch
}

/** Changes a relation, and carries what that is to the lead's figures. */
export function changeRelation(by: Deciding, relation: Relation, change: () => void): void {
  const { state, batch, copies } = by
  const before = totalsOf(relation)
  change()
  relation.margin = marginOf(state.door, relation)
  relation.openCopies = relation.copies.size
  relation.updatedAtMs = batch.atMs
  if (!copies.added.has(relation)) copies.changed.add(relation)
  const after = totalsOf(relation)
  const lead = state.leads.get(relation.lead)
  if (!lead) return
  const { figures } = lead
  figures.followersProfit += after.profit - before.profit
  figures.followersCapital += after.capital - before.capital
  figures.followersTrades += after.trades - before.trades
  if (before.trades === 0 && after.trades > 0) figures.followersSample++
  figures.assets += after.margin - before.margin
  figures.reserved += after.reserved - before.reserved
  figures.earned += after.paid - before.paid
  figures.place = placeOf(figures.followersSample, figures.followersProfit, figures.followersCapital)
  touchFigures(by, lead)
}

const totalsOf = ({ profit, capital, trades, reserved, sharePaid: paid, margin }: Relation) => ({
  ...{ profit: profit - reserved - paid, capital, trades, reserved, paid, margin },
})

/** The margins of a relation's open copies. */
const marginOf = (door: CopyState['door'], { copies }: Relation): bigint =>
  [...copies].reduce((sum, { position }) => sum + (door.find(position)?.margin ?? 0n), 0n)

/** Has a batch write a lead’s figures. */
export function touchFigures({ batch, copies }: Deciding, { figures }: Lead): void {
  figures.updatedAtMs = batch.atMs
  copies.figures.add(figures)
}

/**
 * Counts a result of a relation, and sets aside what of its profit would be the lead's: at most `paid`, what the follower was
 * paid just now and so certainly has. The rest is set aside of later profits.
 */
export function countForRelation(
  by: Deciding,
  relation: Relation,
  result: bigint,
  { whole, paid = 0n }: { readonly whole?: bigint | undefined; readonly paid?: bigint } = {},
): void {
  changeRelation(by, relation, () => {
    countResult(relation, result, whole)
    countMargin(relation, marginOf(by.state.door, relation))
    reserveShare(by, relation, paid)
  })
}

/**
 * Keeps what is set aside at the share of the profit above the highest that was shared: it grows by at most `most`, and is
 * given back with a loss.
 */
function reserveShare({ state, batch }: Deciding, relation: Relation, most: bigint): void {
  const { id, customer, profit, highWaterMark, shareBps, reserved } = relation
  const { door } = state
  const wanted = least(shareOfProfit(profit, highWaterMark, shareBps) - reserved, most)
  const own = door.availableAccount(customer)
  if (wanted > 0n) door.move(batch, own, reservedShares(), wanted, 'copy-share-reserve', id)
  if (wanted < 0n) door.move(batch, reservedShares(), own, -wanted, 'copy-share-return', id)
  relation.reserved += wanted
}

/**
 * Pays the lead their share of the profit so far. What open copies have lost counts against it, what they have gained does
 * not. The mark rises by what was paid for alone: what is missing stays due. Rounds: down, to the follower.
 *
 * Returns: what was paid.
 */
export function payShare(by: Deciding, relation: Relation): bigint {
  const { state, batch } = by
  const { door } = state
  const result = relation.profit + lossOf(state, relation)
  changeRelation(by, relation, () => {
    // Something is missing only of what was taken out before its share had to be at hand.
    reserveShare(by, relation, door.available(batch, relation.customer))
  })
  const due = shareOfProfit(result, relation.highWaterMark, relation.shareBps)
  const paid = least(due, relation.reserved)
  changeRelation(by, relation, () => {
    door.move(
      batch,
      reservedShares(),
      door.availableAccount(relation.leadCustomer),
      paid,
      'copy-share',
      relation.id,
    )
    relation.reserved -= paid
    relation.sharePaid += paid
    relation.highWaterMark = markAfter(relation, result, { due, paid })
    reserveShare(by, relation, door.available(batch, relation.customer))
  })
  if (paid > 0n) recordEvent(by, relation, { kind: 'share', amount: paid })
  return paid
}

/** What open copies have lost together at the newest prices; 0 where they have gained. Below zero. */
function lossOf(state: CopyState, relation: Relation): bigint {
  const open = openResultOf(state, relation)
  return open < 0n ? open : 0n
}

/** What open copies have gained at the newest prices; below zero for a loss. */
export const openResultOf = ({ door }: CopyState, { copies }: Relation): bigint =>
  [...copies].reduce((sum, { position }) => {
    const found = door.find(position)
    return sum + ((found && door.profitOf(found)) ?? 0n)
  }, 0n)

// ── The record of a lead

/** Whether a lead opened a position in the time in which they lead now. */
export const isCounted = ({ leading }: Lead, { openedAtMs }: Position): boolean =>
  leading !== undefined && openedAtMs !== null && openedAtMs >= leading.startedAtMs

/** Counts what an opening of a lead's cost, and what is at risk from then on. */
export function countOpening(by: Deciding, lead: Lead, position: Position): void {
  if (!isCounted(lead, position)) return
  countForLead(by, lead, -position.fee)
  const inUse = countedOpen(by, lead).reduce((sum, { margin }) => sum + margin, 0n)
  countMargin(lead.figures, inUse)
}

/** A lead's open positions that are part of their figures. */
const countedOpen = ({ state: { door } }: Deciding, lead: Lead): Position[] =>
  door.positionsOf(lead.customer).filter((each) => each.status === 'open' && isCounted(lead, each))

/**
 * Counts a result of a lead's, with what they have open at the newest prices. Midnight's financing comes here too, with the last
 * price of the day: so a fall counts by days at least, also where nothing is closed.
 */
export function countForLead(by: Deciding, lead: Lead, result: bigint, whole?: bigint): void {
  const { door } = by.state
  const open = countedOpen(by, lead).reduce((sum, each) => sum + (door.profitOf(each) ?? 0n), 0n)
  countResult(lead.figures, result, whole, open)
  writeRecord(by, lead)
}

/**
 * Counts what a lead has open as they stop, with what it is worth then: what becomes of it later is their own, and a loss would
 * be left out by stopping before it is closed.
 */
export function countStopping(by: Deciding, lead: Lead): void {
  const { door } = by.state
  const worths = countedOpen(by, lead).map((each) => ({ each, worth: door.profitOf(each) ?? 0n }))
  let open = worths.reduce((sum, { worth }) => sum + worth, 0n)
  for (const { each, worth } of worths) {
    open -= worth
    countResult(lead.figures, worth, each.realizedPnl - each.fee - each.financing + worth, open)
  }
  if (worths.length > 0) writeRecord(by, lead)
}

function writeRecord(by: Deciding, lead: Lead): void {
  touchFigures(by, lead)
  by.copies.days.set(lead.id, { day: dayOf(by.batch.atMs), profit: lead.figures.profit })
}

/** Notes what happened to a relation itself. Returns: its number. */
export function recordEvent(
  { batch, copies }: Deciding,
  { id: relation, customer }: Relation,
  told: Pick<RelationEvent, 'kind'> & Partial<Pick<RelationEvent, 'reason' | 'position' | 'amount'>>,
): bigint {
  const id = nextId()
  copies.events.push({
    ...{ id, relation, customer, reason: null, position: null, amount: null, atMs: batch.atMs },
    ...told,
  })
  return id
}
