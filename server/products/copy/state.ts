import { type CopyTerms, firstCopyTerms } from '#domain/copy/offered-terms.ts'
import {
  type CopyOutcome,
  type CopySettings,
  emptyRecord,
  type LeadStatus,
  type RelationEndReason,
  type RelationStatus,
  returnOf,
  type TrackRecord,
} from '#domain/copy/rules.ts'
import type { CustomerId, LeadId, PositionId, RelationId } from '#domain/ids.ts'
import type { PositionDoor } from '../contract/service.ts'

/** Who leads and who copies them, in memory: rebuilt from the database whenever the engine reads its state. */
export interface CopyState {
  readonly door: PositionDoor
  /** All terms that there were, oldest first. */
  terms: readonly CopyTerms[]
  readonly leads: Map<LeadId, Lead>
  /** Who leads now. */
  readonly leadOf: Map<CustomerId, Lead>
  /** Relations that are not over, or whose last copies are still to be closed. */
  readonly relations: Map<RelationId, Relation>
  readonly relationsOf: Map<CustomerId, Set<Relation>>
  /** Copies that are open and follow, by their own ids. */
  readonly copies: Map<PositionId, Copy>
  /** The same by the lead's position. */
  readonly copiesOf: Map<PositionId, Set<Copy>>
  /** Relations with open copies, by the instruments of these. */
  readonly watched: Map<string, Set<Relation>>
  /** What the newest tick reached and is not decided yet. */
  due: Relation[]
  /** What was read for the asks of the batch under way. */
  read: LeadRow[]
}

/** An application as it was read in the transaction of a batch. */
export interface LeadRow {
  readonly id: LeadId
  readonly customer: CustomerId
  readonly nickname: string | null
  readonly status: LeadStatus
  readonly shareBps: number
  readonly sinceMs: number | null
  /** None before anything was counted. */
  readonly figures: LeadFigures | undefined
}

/** Somebody who leads, with what their positions and followers came to. */
export interface Lead {
  readonly id: LeadId
  readonly customer: CustomerId
  shareBps: number
  /** What is opened in it is copied; undefined once they have stopped. */
  leading: Leading | undefined
  readonly relations: Set<Relation>
  readonly figures: LeadFigures
}

/** A time in which somebody leads: a row of `copy_leading`. */
export interface Leading {
  readonly id: bigint
  readonly lead: LeadId
  readonly startedAtMs: number
  stoppedAtMs: number | null
}

/** A row of `copy_record`. Amounts in units of the margin currency. */
export interface LeadFigures extends TrackRecord {
  readonly lead: LeadId
  followers: number
  followersEver: number
  followersProfit: bigint
  followersCapital: bigint
  followersSample: number
  followersTrades: number
  /** The margins of the followers' open copies. */
  assets: bigint
  earned: bigint
  reserved: bigint
  place: bigint
  updatedAtMs: number
}

/** The figures of a lead who has done nothing yet. */
export const emptyFigures = (lead: LeadId, nowMs: number): LeadFigures => ({
  ...{ lead, ...emptyRecord(), followers: 0, followersEver: 0, followersProfit: 0n, followersCapital: 0n },
  ...{ followersSample: 0, followersTrades: 0, assets: 0n, earned: 0n, reserved: 0n },
  ...{ place: placeOf(0, 0n, 0n), updatedAtMs: nowMs },
})

const SAMPLED = 1_000_000_000_000n
/** The place of a lead in the list: first whose followers have closed something, by what they got. */
export const placeOf = (sample: number, profit: bigint, capital: bigint): bigint =>
  sample > 0 ? SAMPLED + (returnOf(profit, capital) ?? 0n) : 0n

/** That one customer copies another: a row of `copy_relation`. */
export interface RelationRow extends CopySettings, TrackRecord {
  readonly id: RelationId
  readonly lead: LeadId
  readonly leadCustomer: CustomerId
  /** What the lead was called when it began: its copies bear it. */
  readonly leadName: string | null
  readonly customer: CustomerId
  status: RelationStatus
  endReason: RelationEndReason | null
  readonly shareBps: number
  highWaterMark: bigint
  /** Set aside of the profit for the lead. */
  reserved: bigint
  sharePaid: bigint
  nextShareAtMs: number
  /** Of its open copies: their margins, and how many. */
  margin: bigint
  openCopies: number
  /** The hours that its follower locked have paused it: it goes on after them. */
  pausedByNight: boolean
  /** Its stop-loss was reached, and some copies wait for a price of their market to be closed at. */
  isClosing: boolean
  /** Only ticks after this one reach its stop-loss. */
  triggersSequence: number
  readonly agreementVersion: number
  readonly termsVersion: number
  readonly startedAtMs: number
  endedAtMs: number | null
  updatedAtMs: number
}
type Settable = { -readonly [Name in keyof CopySettings]: CopySettings[Name] }
export type Relation = Omit<RelationRow, keyof CopySettings> & Settable & { readonly copies: Set<Copy> }

/** A position that copies another: a row of `copy_position`. */
export interface Copy {
  readonly position: PositionId
  readonly relation: Relation
  readonly leadPosition: PositionId
  readonly symbol: string
  /** Its follower has set where it takes its profit and stops its loss: the lead's no longer count. */
  hasOwnStops: boolean
  isFollowing: boolean
}

/** What happened to a relation itself: rows that are only ever added. */
export interface RelationEvent {
  readonly id: bigint
  readonly relation: RelationId
  readonly customer: CustomerId
  readonly kind: 'started' | 'changed' | 'paused' | 'resumed' | 'taken-out' | 'share' | 'ended'
  readonly reason: RelationEndReason | null
  readonly position: PositionId | null
  readonly amount: bigint | null
  readonly atMs: number
}

/** What a batch decides of copies, beside what it decides of positions. */
export interface CopyBatch {
  readonly begun: Set<Leading>
  readonly stopped: Set<Leading>
  readonly added: Set<Relation>
  readonly changed: Set<Relation>
  /** Their followers end them: closing their copies does not reach their stop-losses. */
  readonly cancelled: Set<Relation>
  readonly figures: Set<LeadFigures>
  readonly days: Map<LeadId, { readonly day: number; readonly profit: bigint }>
  readonly newCopies: Set<Copy>
  readonly changedCopies: Set<Copy>
  readonly outcomes: CopyOutcome[]
  readonly events: RelationEvent[]
}

/** A batch in which nothing was decided yet. */
export const createCopyBatch = (): CopyBatch => ({
  ...{ begun: new Set(), stopped: new Set() },
  ...{ added: new Set(), changed: new Set(), cancelled: new Set(), figures: new Set(), days: new Map() },
  ...{ newCopies: new Set(), changedCopies: new Set(), outcomes: [], events: [] },
})

/** The state without a lead. */
export const createCopyState = (door: PositionDoor): CopyState => ({
  ...{
    door,
    terms: [firstCopyTerms()],
    leads: new Map(),
    leadOf: new Map(),
    relations: new Map(),
    relationsOf: new Map(),
  },
  ...{ copies: new Map(), copiesOf: new Map(), watched: new Map(), due: [], read: [] },
})

/** The terms that a relation began with. */
export const termsOf = (
  { terms }: CopyState,
  { termsVersion }: Pick<RelationRow, 'termsVersion'>,
): CopyTerms => terms[termsVersion - 1]!

/** Remembers a lead; what they open is copied while they lead. */
export function addLead(state: CopyState, lead: Lead): void {
  state.leads.set(lead.id, lead)
  if (lead.leading) state.leadOf.set(lead.customer, lead)
}

/** Remembers a relation, under its lead and its follower. */
export function addRelation(state: CopyState, relation: Relation): void {
  state.relations.set(relation.id, relation)
  put(state.relationsOf, relation.customer, relation)
  if (relation.status !== 'ended') state.leads.get(relation.lead)?.relations.add(relation)
}

/** Forgets a relation that has ended. */
export function removeRelation(state: CopyState, relation: Relation): void {
  state.relations.delete(relation.id)
  take(state.relationsOf, relation.customer, relation)
  state.due = state.due.filter((each) => each !== relation)
}

/** Remembers a copy, under its relation and what it copies. */
export function addCopy(state: CopyState, copy: Copy): void {
  state.copies.set(copy.position, copy)
  put(state.copiesOf, copy.leadPosition, copy)
  put(state.watched, copy.symbol, copy.relation)
  copy.relation.copies.add(copy)
}

/** Forgets a copy that is closed. */
export function removeCopy(state: CopyState, copy: Copy): void {
  const { relation, symbol } = copy
  state.copies.delete(copy.position)
  take(state.copiesOf, copy.leadPosition, copy)
  relation.copies.delete(copy)
  if (![...relation.copies].some((each) => each.symbol === symbol)) take(state.watched, symbol, relation)
}

function put<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key)
  if (set) set.add(value)
  else sets.set(key, new Set([value]))
}

function take<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key)
  set?.delete(value)
  if (set?.size === 0) sets.delete(key)
}
