import { markOf } from '#domain/contract/rules.ts'
import { type CopyOutcome, isLossReached } from '#domain/copy/rules.ts'
import type { CustomerId, LeadId, RelationId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Batch, Followers, LoadedFollowers, Told } from '../contract/service.ts'
import type { Deciding } from './account-for.ts'
import { copyClosing, copyOpening, copyStops, countFinancing } from './mirror.ts'
import { type CopyAsk, decideAsk, isStopReached, stopRelation } from './relations.ts'
import { type CopyBatch, type CopyState, createCopyBatch, type Relation } from './state.ts'
import { leadRows, loadCopies, writeCopies, writtenEvents } from './store.ts'
import { allCopyTerms } from './terms.ts'

/** Copying, as the engine of the contracts takes it; see `followers.ts` there. */
export const followers: Followers = {
  written: writtenEvents,
  load: async (tx, door) => loadedFollowers(await loadCopies(tx, door)),
}

function loadedFollowers(state: CopyState): LoadedFollowers {
  const beside = new WeakMap<Batch, CopyBatch>()
  let reachedAtMs = 0
  function deciding(batch: Batch): Deciding {
    let copies = beside.get(batch)
    if (!copies) {
      copies = createCopyBatch()
      beside.set(batch, copies)
    }
    return { state, batch, copies }
  }

  /** Decides a relation that a tick has reached, if it still is. */
  function decideReached(batch: Batch, relation: Relation): void {
    if (relation.isClosing || isStopReached(state, relation))
      stopRelation(deciding(batch), relation, reachedAtMs)
  }

  return {
    accountsOf: ({ customer, ask }) => accountsOf(state, customer, ask as CopyAsk | undefined),
    costOf: ({ customer, ask }) => followersOf(state, customer, ask as CopyAsk | undefined).length,
    async complete(tx, asks) {
      state.read = await leadRowsFor(tx, asks as readonly CopyAsk[])
      state.terms = await allCopyTerms(tx)
    },
    decide: (batch, ask) => decideAsk(deciding(batch), ask as CopyAsk),
    opened: (batch, position, shown, by) => copyOpening(deciding(batch), position, shown, by),
    closed: (batch, closed) => copyClosing(deciding(batch), closed),
    stopsSet: (batch, position) => copyStops(deciding(batch), position),
    financed: (batch, position, amount) => countFinancing(deciding(batch), position, amount),
    mayBeReachedBy: (ticks) => mayBeReachedBy(state, ticks),
    reached(tick) {
      reachedAtMs = tick.atMs
      for (const relation of state.watched.get(tick.symbol) ?? []) {
        if (
          relation.isClosing ||
          (tick.sequence > relation.triggersSequence && isStopReached(state, relation))
        ) {
          state.due.push(relation)
        }
      }
    },
    decideNext(batch) {
      const relation = state.due.pop()
      if (!relation) return false
      decideReached(batch, relation)
      return true
    },
    settleDue(batch, { id }) {
      const relation = state.copies.get(id)?.relation
      const at = relation ? state.due.indexOf(relation) : -1
      if (at < 0) return
      state.due.splice(at, 1)
      decideReached(batch, relation!)
    },
    hasDue: () => state.due.length > 0,
    write(batch) {
      const copies = beside.get(batch)
      return copies ? writeCopies(copies) : []
    },
    told: (batch) => toldOf(beside.get(batch)),
  }
}

/** The leads that asks are about, and what their customers are. */
async function leadRowsFor(tx: Tx, asks: readonly CopyAsk[]) {
  const leads: LeadId[] = []
  const customers: CustomerId[] = []
  for (const ask of asks) {
    if (ask.kind === 'follow' || ask.kind === 'sync') leads.push(ask.lead)
    if (ask.kind === 'follow') customers.push(ask.customer)
  }
  return leads.length > 0 ? leadRows(tx, leads, customers) : []
}

/** The relations with the lead who does something, or of whom something was decided. */
function followersOf(
  { leads, leadOf }: CopyState,
  customer: CustomerId | undefined,
  ask: CopyAsk | undefined,
): Relation[] {
  const lead = customer === undefined ? ask?.kind === 'sync' && leads.get(ask.lead) : leadOf.get(customer)
  return lead ? [...lead.relations] : []
}

/** Accounts from which copies are paid; of an ask those of whoever it may take a share from, or who begins to follow. */
function accountsOf(state: CopyState, customer: CustomerId | undefined, ask: CopyAsk | undefined) {
  const { door } = state
  const accounts = followersOf(state, customer, ask).map((relation) =>
    door.availableAccount(relation.customer),
  )
  const isOwn = ask?.kind === 'cancel' || ask?.kind === 'take-out' || ask?.kind === 'follow'
  return isOwn ? [...accounts, door.availableAccount(ask.customer)] : accounts
}

/**
 * Whether some ticks may take a relation to its stop-loss: at the worst price of each instrument among them, all at once.
 * True where a quote is converted, whose price may change too.
 */
function mayBeReachedBy(state: CopyState, ticks: readonly Tick[]): boolean {
  const marks = Map.groupBy(ticks, ({ symbol }) => symbol)
  const relations = new Set([...marks.keys()].flatMap((symbol) => [...(state.watched.get(symbol) ?? [])]))
  return [...relations].some(
    (relation) =>
      relation.isClosing ||
      // Without a stop-loss nothing is computed.
      (relation.stopLoss !== null && isLossReached(relation, worstResult(state, relation, marks))),
  )
}

function worstResult(
  { door }: CopyState,
  { copies }: Relation,
  ticks: ReadonlyMap<string, readonly Tick[]>,
): bigint {
  let sum = 0n
  for (const { position: id, symbol } of copies) {
    const position = door.find(id)
    const last = door.lastTick(symbol)
    if (!position || !last) continue
    const conversion = door.conversionOf(position)
    if (conversion !== undefined && (ticks.has(symbol) || ticks.has(conversion))) return -UNBOUNDED
    const marks = [last, ...(ticks.get(symbol) ?? [])].map(markOf)
    const worst = position.direction === 'long' ? Math.min(...marks) : Math.max(...marks)
    sum += door.profitOf(position, worst) ?? 0n
  }
  return sum
}
const UNBOUNDED = 10n ** 30n

function toldOf(copies: CopyBatch | undefined): ReadonlyMap<CustomerId, Told> {
  const told = new Map<CustomerId, { relations: Set<RelationId>; outcomes: CopyOutcome[] }>()
  const of = (customer: CustomerId) => {
    const known = told.get(customer) ?? { relations: new Set<RelationId>(), outcomes: [] }
    told.set(customer, known)
    return known
  }
  for (const { customer, id } of [...(copies?.added ?? []), ...(copies?.changed ?? [])]) {
    of(customer).relations.add(id)
  }
  for (const outcome of copies?.outcomes ?? []) of(outcome.customer).outcomes.push(outcome)
  return told
}
