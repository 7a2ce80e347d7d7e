import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import {
  type CopySettings,
  emptyRecord,
  isLossReached,
  nextShareAt,
  type RelationEndReason,
  type RelationStatus,
  readSettings,
  resultOf,
  type SettingsDraft,
  type StopMode,
  shareOfProfit,
} from '#domain/copy/rules.ts'
import { type Refusal, refusal } from '#domain/errors.ts'
import { type CustomerId, type LeadId, type PositionId, type RelationId, relationId } from '#domain/ids.ts'
import { pairText } from '#domain/market/instrument.ts'
import { least, units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { nextId } from '#server/platform/ids.ts'
import type { AskDone } from '../contract/service.ts'
import {
  changeRelation,
  countForRelation,
  countStopping,
  type Deciding,
  openResultOf,
  payShare,
  recordEvent,
  touchFigures,
} from './account-for.ts'
import {
  addLead,
  addRelation,
  type Copy,
  type CopyState,
  emptyFigures,
  type Lead,
  type LeadRow,
  type Relation,
  removeCopy,
  removeRelation,
  termsOf,
} from './state.ts'

/** What customers and time do to relations. First the refusals, in the order a customer should hear them. */

/** What is asked of the engine, as plain data. */
export type CopyAsk =
  | {
      readonly kind: 'follow'
      readonly customer: CustomerId
      readonly lead: LeadId
      readonly settings: CopySettings
      /** What the customer saw; undefined where they did not say. */
      readonly shareBps: number | undefined
      /** Of the terms that they saw, or by which their settings were read. */
      readonly termsVersion: number
      readonly agreementVersion: number
    }
  | {
      readonly kind: 'change'
      readonly customer: CustomerId
      readonly relation: RelationId
      /** What is asked for alone: what is left out stays as it is when this is decided. */
      readonly draft: SettingsDraft
      readonly status: Exclude<RelationStatus, 'ended'> | undefined
      /** Paused by the follower's night lock, not by themselves. */
      readonly byNight?: boolean | undefined
    }
  | {
      readonly kind: 'cancel'
      readonly customer: CustomerId
      readonly relation: RelationId
      readonly mode: StopMode
    }
  | { readonly kind: 'take-out'; readonly customer: CustomerId; readonly position: PositionId }
  /** Pays the shares that are due. */
  | { readonly kind: 'share'; readonly customer?: undefined }
  /** Takes up what was decided of a lead: they lead from now on, or no more. */
  | { readonly kind: 'sync'; readonly customer?: undefined; readonly lead: LeadId }

/** Relations whose share one action pays, or that it ends. */
const MAX_SHARED = 500

/** Decides what a customer asks for: a relation begun, changed, ended, a copy kept as one’s own. */
export function decideAsk(by: Deciding, ask: CopyAsk): AskDone | Refusal {
  if (ask.kind === 'follow') return follow(by, ask)
  if (ask.kind === 'share') return shareDue(by)
  if (ask.kind === 'sync') return sync(by, ask.lead)
  if (ask.kind === 'take-out') return detachOne(by, ask)
  const relation = by.state.relations.get(ask.relation)
  // Cancelled twice, it has ended once: whose it is was looked at before.
  if (ask.kind === 'cancel' && (!relation || relation.status === 'ended')) {
    return { subject: ask.relation, traces: [] }
  }
  if (relation?.customer !== ask.customer || relation.status === 'ended') return refusal('RELATION_ENDED')
  return ask.kind === 'change' ? change(by, relation, ask) : cancel(by, relation, ask.mode)
}

function follow(by: Deciding, ask: Extract<CopyAsk, { kind: 'follow' }>): AskDone | Refusal {
  const { state, batch, copies } = by
  const { customer, settings, agreementVersion } = ask
  const row = state.read.find(({ id }) => id === ask.lead)
  if (row?.status !== 'leading') return refusal('LEAD_NOT_FOUND')
  const own = state.read.find((each) => each.customer === customer)
  if (own?.status === 'leading' || own?.status === 'under-review') return refusal('LEAD_CANNOT_FOLLOW')
  if (ask.shareBps !== undefined && ask.shareBps !== row.shareBps) return refusal('TERMS_CHANGED')
  const { version, maxRelations, maxFollowers } = state.terms.at(-1)!
  if (ask.termsVersion !== version) return refusal('TERMS_CHANGED')
  const lead = admit(by, row)
  const mine = [...(state.relationsOf.get(customer) ?? [])].filter(({ status }) => status !== 'ended')
  if (mine.some((each) => each.lead === lead.id)) return refusal('ALREADY_FOLLOWING')
  if (mine.length >= maxRelations) return refusal('TOO_MANY_RELATIONS', { maximum: maxRelations })
  if (lead.relations.size >= maxFollowers) return refusal('LEAD_FULL', { maximum: maxFollowers })

  // No refusals from here on.
  const relation: Relation = {
    ...{ id: relationId(nextId()), lead: lead.id, leadCustomer: lead.customer, customer },
    leadName: row.nickname,
    ...{ status: 'active', endReason: null, ...settings, ...emptyRecord(), shareBps: row.shareBps },
    ...{ highWaterMark: 0n, reserved: 0n, sharePaid: 0n, nextShareAtMs: nextShareAt(batch.atMs) },
    ...{ margin: 0n, openCopies: 0, isClosing: false, triggersSequence: 0, pausedByNight: false },
    ...{ agreementVersion, termsVersion: version },
    ...{ startedAtMs: batch.atMs, endedAtMs: null, updatedAtMs: batch.atMs, copies: new Set() },
  }
  copies.added.add(relation)
  addRelation(state, relation)
  lead.figures.followers++
  lead.figures.followersEver++
  touchFigures(by, lead)
  return { subject: relation.id, traces: [recordEvent(by, relation, { kind: 'started' })] }
}

function change(
  by: Deciding,
  relation: Relation,
  { draft, status, byNight = false }: Extract<CopyAsk, { kind: 'change' }>,
): AskDone | Refusal {
  const before = relation.status
  const read = readSettings(draft, relation, termsOf(by.state, relation))
  if (!read.ok) return refusal(read.code, read.params)
  const { settings } = read
  const next = status && { status, pausedByNight: byNight && status === 'paused' }
  changeRelation(by, relation, () => Object.assign(relation, settings, next))
  followFromNow(by.state, relation)
  const { status: after } = relation
  const kind = before === after ? 'changed' : after === 'paused' ? 'paused' : 'resumed'
  return { subject: relation.id, traces: [recordEvent(by, relation, { kind })] }
}

function cancel(by: Deciding, relation: Relation, mode: StopMode): AskDone | Refusal {
  const { state, batch, copies } = by
  const { door } = state
  if (mode === 'keep') {
    const uncovered = uncoveredShare(by, relation, [...relation.copies])
    if (uncovered) return uncovered
  }
  if (mode === 'close') {
    // All of them or none: who may not close one of them now may keep them.
    for (const { position } of relation.copies) {
      const found = door.find(position)
      if (found && !door.decidingAt(found, batch.atMs)) {
        return refusal('PRICE_STALE', { symbol: pairText(found.symbol) })
      }
    }
    copies.cancelled.add(relation)
    for (const copy of [...relation.copies]) closeCopy(by, copy, 'user', batch.atMs)
    // What the platform could not pay is no profit.
    for (const copy of [...relation.copies]) detach(by, copy, { countsGain: false })
  }
  return { subject: relation.id, traces: [end(by, relation, 'user')] }
}

/**
 * A copy that is kept brings its customer no money from which the lead's share of its gain could be set aside: without that
 * share at hand it stays in the relation, or is closed. Who empties their wallet first would leave nothing to pay it from.
 *
 * Returns: COPY_SHARE_NOT_COVERED with what has to be available; undefined where it is.
 */
function uncoveredShare(by: Deciding, relation: Relation, kept: readonly Copy[]): Refusal | undefined {
  if (kept.length === 0) return undefined
  const { door } = by.state
  const result = kept.reduce((sum, copy) => sum + worthOf(by.state, copy), relation.profit)
  const wanted = shareOfProfit(result, relation.highWaterMark, relation.shareBps) - relation.reserved
  if (wanted <= door.available(by.batch, relation.customer)) return undefined
  return refusal('COPY_SHARE_NOT_COVERED', {
    amount: formatAmount(units(wanted), MARGIN_CURRENCY),
    currency: MARGIN_CURRENCY,
  })
}

/** What a copy has gained at its market's newest price; 0 without one. */
function worthOf({ door }: CopyState, { position }: Copy): bigint {
  const found = door.find(position)
  return (found && door.profitOf(found)) ?? 0n
}

/** Closes a copy at the newest price of its market; leaves it open where there is none. */
function closeCopy(
  { state, batch }: Deciding,
  { position: id, relation, leadPosition }: Copy,
  reason: 'user' | 'copy-stop',
  atMs: number,
): void {
  const position = state.door.find(id)
  const at = position && state.door.decidingAt(position, atMs)
  if (at) state.door.close(batch, { id, reason, by: at, relation: relation.id, leadPosition })
}

/** Ends a relation; what it has open stays with its customer. Returns: the number of its event. */
function end(by: Deciding, relation: Relation, reason: RelationEndReason): bigint {
  const { state, batch } = by
  // A lead who stops at a high would be paid for a moment that their follower has not chosen.
  for (const copy of [...relation.copies]) detach(by, copy, { countsGain: reason === 'user' })
  payShare(by, relation)
  changeRelation(by, relation, () =>
    Object.assign(relation, {
      ...{ status: 'ended', endReason: reason, endedAtMs: batch.atMs, pausedByNight: false },
    }),
  )
  leaveLead(by, relation)
  removeRelation(state, relation)
  return recordEvent(by, relation, { kind: 'ended', reason, amount: resultOf(relation, 0n) })
}

function leaveLead(by: Deciding, relation: Relation): void {
  const lead = by.state.leads.get(relation.lead)
  if (!lead?.relations.delete(relation)) return
  lead.figures.followers--
  touchFigures(by, lead)
}

function detachOne(by: Deciding, ask: Extract<CopyAsk, { kind: 'take-out' }>): AskDone | Refusal {
  const copy = by.state.copies.get(ask.position)
  if (copy?.relation.customer !== ask.customer || copy.relation.isClosing) {
    return refusal('POSITION_NOT_COPIED')
  }
  const uncovered = uncoveredShare(by, copy.relation, [copy])
  if (uncovered) return uncovered
  detach(by, copy, { countsGain: true })
  const { relation, position } = copy
  return { subject: position, traces: [recordEvent(by, relation, { kind: 'taken-out', position })] }
}

/** Takes a copy out of its relation: it counts with what it is worth now, and is its customer's own from then on. */
function detach(by: Deciding, copy: Copy, { countsGain }: { readonly countsGain: boolean }): void {
  const { state, batch } = by
  const { relation } = copy
  const position = state.door.find(copy.position)
  const worth = worthOf(state, copy)
  leaveRelation(by, copy)
  followFromNow(state, relation, copy.symbol)
  if (!position) return
  const open = countsGain ? worth : least(worth, 0n)
  const whole = position.realizedPnl - position.fee - position.financing + open
  countForRelation(by, relation, open, { whole, paid: state.door.available(batch, relation.customer) })
}

/** Only ticks after this moment are compared with the stop-loss that a relation has now. */
function followFromNow({ door }: CopyState, relation: Relation, symbol?: string): void {
  const symbols = [...(symbol ? [symbol] : []), ...[...relation.copies].map((copy) => copy.symbol)]
  for (const each of symbols) {
    relation.triggersSequence = Math.max(relation.triggersSequence, door.lastTick(each)?.sequence ?? 0)
  }
}

/** A copy follows no more: it is closed, or taken out. */
export function leaveRelation({ state, copies }: Deciding, copy: Copy): void {
  copy.isFollowing = false
  if (!copies.newCopies.has(copy)) copies.changedCopies.add(copy)
  removeCopy(state, copy)
}

// ── The stop-loss of a relation

/** Whether a relation has lost what its customer set, at the newest prices. */
export const isStopReached = (state: CopyState, relation: Relation): boolean =>
  relation.status !== 'ended' && isLossReached(relation, openResultOf(state, relation))

/** Ends a relation at its stop-loss, or goes on closing what had no price by then. */
export function stopRelation(by: Deciding, relation: Relation, atMs: number): void {
  const { batch } = by
  if (!relation.isClosing) {
    const reason = 'stop-loss'
    const amount = resultOf(relation, openResultOf(by.state, relation))
    changeRelation(by, relation, () =>
      Object.assign(relation, {
        ...{ status: 'ended', endReason: reason, endedAtMs: batch.atMs, isClosing: true },
        pausedByNight: false,
      }),
    )
    leaveLead(by, relation)
    recordEvent(by, relation, { kind: 'ended', reason, amount })
  }
  for (const copy of [...relation.copies]) closeCopy(by, copy, 'copy-stop', atMs)
  finishClosing(by, relation)
}

/** A relation that was stopped is over once its last copy is closed: the share of what it gained is paid. */
export function finishClosing(by: Deciding, relation: Relation): void {
  if (!relation.isClosing || relation.copies.size > 0) return
  payShare(by, relation)
  changeRelation(by, relation, () => {
    relation.isClosing = false
  })
  removeRelation(by.state, relation)
}

// ── What time and operators do

function shareDue(by: Deciding): AskDone {
  const { state, batch } = by
  const due = [...state.relations.values()].filter(
    ({ status, nextShareAtMs }) => status !== 'ended' && nextShareAtMs <= batch.atMs,
  )
  for (const relation of due.slice(0, MAX_SHARED)) {
    payShare(by, relation)
    relation.nextShareAtMs = nextShareAt(batch.atMs)
  }
  return { subject: 0n, traces: [], hasMore: due.length > MAX_SHARED }
}

function sync(by: Deciding, id: LeadId): AskDone {
  const { state } = by
  const row = state.read.find((each) => each.id === id)
  const lead = state.leads.get(id)
  if (row?.status === 'leading') admit(by, row)
  else if (lead) {
    stopLeading(by, lead)
    for (const relation of [...lead.relations].slice(0, MAX_SHARED)) end(by, relation, 'lead-stopped')
    return { subject: id, traces: [], hasMore: lead.relations.size > 0 }
  }
  return { subject: id, traces: [] }
}

/** From here on nobody copies what a lead opens, and it is no part of what is shown of them. */
function stopLeading(by: Deciding, lead: Lead): void {
  const { state, batch, copies } = by
  const { leading } = lead
  if (!leading) return
  countStopping(by, lead)
  leading.stoppedAtMs = batch.atMs
  copies.stopped.add(leading)
  lead.leading = undefined
  state.leadOf.delete(lead.customer)
}

/** Takes up somebody who leads, with the figures that they have already. */
function admit(by: Deciding, row: LeadRow): Lead {
  const { state, batch, copies } = by
  const known = state.leads.get(row.id)
  const lead: Lead = known ?? {
    ...{ id: row.id, customer: row.customer, shareBps: row.shareBps, leading: undefined },
    ...{ relations: new Set(), figures: row.figures ?? emptyFigures(row.id, batch.atMs) },
  }
  lead.shareBps = row.shareBps
  if (!lead.leading) {
    lead.leading = { id: nextId(), lead: lead.id, startedAtMs: batch.atMs, stoppedAtMs: null }
    copies.begun.add(lead.leading)
    addLead(state, lead)
    touchFigures(by, lead)
  }
  return lead
}
