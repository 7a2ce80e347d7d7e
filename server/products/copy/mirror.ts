import { smallestLots } from '#domain/contract/order.ts'
import { formatLots, openingPrice } from '#domain/contract/rules.ts'
import { type CopyOutcome, lotsToClose, type SkipReason, sizeOfCopy, slippageOf } from '#domain/copy/rules.ts'
import { Refusal, type RefusalCode } from '#domain/errors.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Deciding as AtTick, Closed, Position } from '../contract/service.ts'
import { countForLead, countForRelation, countOpening, type Deciding, isCounted } from './account-for.ts'
import { finishClosing, isStopReached, leaveRelation, stopRelation } from './relations.ts'
import { addCopy, type Copy, type CopyState, type Lead, type Relation, termsOf } from './state.ts'

/** What followers do of what their lead does, in the same batch and at the same tick. */

/** A lead's position opened: every follower copies it, or a row says why not. */
export function copyOpening(by: Deciding, position: Position, shown: number, at: AtTick): void {
  const { state } = by
  const lead = state.leadOf.get(position.customer)
  if (!lead) return
  countOpening(by, lead, position)
  for (const relation of lead.relations) {
    const outcome = copyOne(by, relation, position, shown, at)
    recordOutcome(by, relation, position, { action: 'open', sequence: at.tick.sequence, ...outcome })
  }
}

type Outcome = Partial<
  Pick<CopyOutcome, 'reason' | 'limitedBy' | 'position' | 'lots' | 'price' | 'slippageBps' | 'minimumLots'>
>
const skipped = (reason: SkipReason): Outcome => ({ reason })

function copyOne(by: Deciding, relation: Relation, lead: Position, shown: number, at: AtTick): Outcome {
  const { state, batch } = by
  const { door } = state
  if (relation.status === 'paused') return skipped('paused')
  const { direction, leverage, symbol, takeProfit } = lead
  const price = openingPrice(direction, at.tick)
  const slippageBps = slippageOf(direction, shown, price)
  if (slippageBps > relation.slippageBps) return { ...skipped('slippage'), price, slippageBps }
  const value = door.valueAt(lead, at)
  if (!value) return skipped('stale')
  const sized = sizeOfCopy({
    ...{ settings: relation, leadLots: lead.lots, leverage, price, value },
    ...{ inUse: relation.margin, equity: equityOf(by, relation) },
    equityBps: termsOf(state, relation).equityBps,
  })
  const tooSmall = () => ({ ...skipped('minimum'), minimumLots: Number(smallestLots(value, price)) })
  if (sized === 'minimum') return tooSmall()
  if (typeof sized === 'string') return skipped(sized)
  const { lots, limitedBy } = sized
  const instrument = findInstrument(symbol)!
  const text = (ticks: number | null) => (ticks === null ? undefined : formatPrice(instrument, ticks))
  const copied = { relation: relation.id, leadName: relation.leadName, leadPosition: lead.id }
  const draft = { direction, leverage, lots: formatLots(lots), takeProfit: text(takeProfit) }
  const open = (stopLoss: number | null) =>
    door.open(batch, {
      // Of the moment of what it copies: a tick is often compared later, after a restart.
      ...{ customer: relation.customer, symbol, seenPrice: undefined, copied, atMs: lead.openedAtMs! },
      draft: { ...draft, stopLoss: text(stopLoss) },
    })
  batch.decided++
  let opened = open(lead.stopLoss)
  // A margin rounded otherwise may be liquidated a tick earlier: then the stop has nothing left to do.
  if (opened instanceof Refusal && opened.code === 'STOP_LOSS_BEYOND_LIQUIDATION') opened = open(null)
  if (opened instanceof Refusal) {
    const reason = reasonOf(opened.code)
    if (reason !== 'minimum') return skipped(reason)
    return limitedBy ? skipped(limitedBy) : tooSmall()
  }
  const copy: Copy = {
    position: opened.id,
    relation,
    leadPosition: lead.id,
    symbol,
    hasOwnStops: false,
    isFollowing: true,
  }
  addCopy(state, copy)
  by.copies.newCopies.add(copy)
  relation.triggersSequence = Math.max(relation.triggersSequence, at.tick.sequence)
  countForRelation(by, relation, -opened.fee)
  return { limitedBy, position: opened.id, lots, price: opened.entryPrice, slippageBps }
}

/** What a follower has in contracts: what is available, the margins, and what open positions have gained. */
function equityOf({ state: { door }, batch }: Deciding, { customer }: Relation): bigint {
  let equity = door.available(batch, customer)
  for (const position of door.positionsOf(customer)) {
    equity += position.margin + (door.profitOf(position) ?? 0n)
  }
  return equity
}

const reasons: Partial<Record<RefusalCode, SkipReason>> = {
  INSUFFICIENT_BALANCE: 'balance',
  EXPOSURE_LIMIT: 'exposure',
  POSITION_LIMIT: 'cap',
  OPEN_INTEREST_LIMIT: 'cap',
  CONTRACTS_NOT_OFFERED: 'exposure',
  MARKET_CLOSED: 'closed',
  MARKET_SESSION_CLOSED: 'closed',
  CONTRACT_BREAKER: 'breaker',
  PRICE_STALE: 'stale',
  TOO_MANY_POSITIONS: 'positions',
  CONTRACT_TOO_SMALL: 'minimum',
  LOTS_TOO_MANY: 'limit-trade',
  TAKE_PROFIT_LONG: 'stops',
  TAKE_PROFIT_SHORT: 'stops',
  STOP_LOSS_LONG: 'stops',
  STOP_LOSS_SHORT: 'stops',
  STOP_LOSS_BEYOND_LIQUIDATION: 'stops',
  TRIGGER_PRICE_OUT_OF_RANGE: 'stops',
}
/** Why a copy was not opened, of what its order was refused for. */
export const reasonOf = (code: RefusalCode): SkipReason => reasons[code] ?? 'not-allowed'

/** Lots of a position were closed: a copy's result is counted, and a lead's closing is copied. */
export function copyClosing(by: Deciding, closed: Closed): void {
  const { state } = by
  const { position, change, profit, loss, fee } = closed
  const result = profit - loss - fee
  const whole =
    position.status === 'closed' ? position.realizedPnl - position.fee - position.financing : undefined
  const copy = state.copies.get(position.id)
  if (copy) {
    countCopy(by, copy, closed, result, whole)
    return
  }
  const lead = state.leadOf.get(position.customer)
  if (!lead) return
  if (isCounted(lead, position)) countForLead(by, lead, result, whole)
  const copies = byRelation(state, position)
  for (const relation of concernedBy(lead, position, copies)) {
    const own = copies.get(relation)
    const outcome =
      change.reason === 'liquidation'
        ? skipped(own ? 'own-margin' : 'no-copy')
        : own
          ? closeCopy(by, own, closed)
          : skipped('no-copy')
    recordOutcome(by, relation, position, {
      action: change.reason === 'liquidation' ? 'liquidation' : 'close',
      sequence: change.sequence,
      ...outcome,
    })
  }
}

const byRelation = ({ copiesOf }: CopyState, { id }: Position): ReadonlyMap<Relation, Copy> =>
  new Map([...(copiesOf.get(id) ?? [])].map((copy) => [copy.relation, copy]))

/** Who has a copy of a lead's position, or followed when it opened: nobody else is told what becomes of it. */
const concernedBy = (
  { relations }: Lead,
  { openedAtMs }: Position,
  copies: ReadonlyMap<Relation, Copy>,
): Relation[] =>
  [...relations].filter((relation) => copies.has(relation) || relation.startedAtMs <= openedAtMs!)

function countCopy(
  by: Deciding,
  copy: Copy,
  { by: at, profit }: Closed,
  result: bigint,
  whole: bigint | undefined,
): void {
  const { state, batch, copies } = by
  const { relation } = copy
  if (whole !== undefined) leaveRelation(by, copy)
  relation.triggersSequence = Math.max(relation.triggersSequence, at.tick.sequence)
  countForRelation(by, relation, result, { whole, paid: profit })
  finishClosing(by, relation)
  // What its fees took past the stop-loss: no tick looks at a relation without copies.
  if (relation.copies.size > 0 || copies.cancelled.has(relation)) return
  if (isStopReached(state, relation)) stopRelation(by, relation, batch.atMs)
}

function closeCopy({ state, batch }: Deciding, copy: Copy, { lots, wasOpen, by: at }: Closed): Outcome {
  const { position: id, relation, leadPosition } = copy
  batch.decided++
  const open = state.door.find(id)
  if (!open) return skipped('no-copy')
  const part = lotsToClose(open.openLots, lots, wasOpen)
  if (part === 0) return { ...skipped('minimum'), position: id, minimumLots: 1 }
  const change = state.door.close(batch, {
    ...{ id, lots: part, reason: 'lead', by: at, relation: relation.id, leadPosition },
  })
  // A tick may have ended it in this moment; or the platform cannot pay the profit, and its follower closes it later.
  if (!change) return { ...skipped(state.door.find(id) ? 'exposure' : 'no-copy'), position: id }
  return { position: id, lots: change.lots, price: change.price }
}

/** A customer set where a position ends: a copy's follows the lead's no more, and a lead's are copied. */
export function copyStops(by: Deciding, position: Position): void {
  const { state, batch } = by
  const own = state.copies.get(position.id)
  if (own) {
    own.hasOwnStops = true
    by.copies.changedCopies.add(own)
    return
  }
  const lead = state.leadOf.get(position.customer)
  if (!lead || position.status !== 'open') return
  const copies = byRelation(state, position)
  for (const relation of concernedBy(lead, position, copies)) {
    const copy = copies.get(relation)
    const outcome = {
      action: 'stops',
      sequence: state.door.lastTick(position.symbol)?.sequence ?? null,
    } as const
    if (!copy) {
      recordOutcome(by, relation, position, { ...outcome, ...skipped('no-copy') })
      continue
    }
    const set =
      !copy.hasOwnStops &&
      state.door.setStops(
        batch,
        { relation: relation.id, leadPosition: position.id },
        copy.position,
        position,
      )
    const reason = set === false ? 'own-stop' : set instanceof Refusal ? reasonOf(set.code) : null
    recordOutcome(by, relation, position, { ...outcome, reason, position: copy.position })
  }
}

/** Financing is a cost of a copy, and of a lead's position. */
export function countFinancing(by: Deciding, position: Position, amount: bigint): void {
  const copy = by.state.copies.get(position.id)
  if (copy) {
    countForRelation(by, copy.relation, -amount)
    return
  }
  const lead = by.state.leadOf.get(position.customer)
  if (lead && isCounted(lead, position)) countForLead(by, lead, -amount)
}

function recordOutcome(
  { batch, copies }: Deciding,
  relation: Relation,
  { id, symbol, direction }: Position,
  outcome: Pick<CopyOutcome, 'action' | 'sequence'> & Outcome,
): void {
  const { action, sequence, ...rest } = outcome
  copies.outcomes.push({
    ...{ id: nextId(), relation: relation.id, customer: relation.customer, lead: relation.lead },
    ...{ leadPosition: id, symbol, direction, action, result: rest.reason ? 'skipped' : 'copied' },
    ...{ reason: null, limitedBy: null, position: null, lots: null, price: null, slippageBps: null },
    minimumLots: null,
    ...{ sequence, atMs: batch.atMs, ...rest },
  })
}
