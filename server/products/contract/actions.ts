import type { AmendDraft } from '#domain/contract/amend.ts'
import type { StopsDraft } from '#domain/contract/order.ts'
import type { Direction } from '#domain/contract/rules.ts'
import { Refusal, type RefusalCode, refusal } from '#domain/errors.ts'
import { type CustomerId, type PositionId, positionId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { Attempted, Decision } from '#server/core/engine/product.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { availableOf } from './accounts.ts'
import type { Batch } from './batch.ts'
import {
  decideAddMargin,
  decideAmend,
  decideCancel,
  decideClose,
  decideCloseAll,
  decideOpen,
  decideStops,
  type NewPosition,
} from './decide.ts'
import type { AskDone, FollowerAsk, Followers } from './followers.ts'
import type { Position, PositionChange } from './position.ts'
import type { Realm } from './realm.ts'
import { conversionTick, type State } from './state.ts'
import { positionsById, writtenChanges } from './store.ts'
import { decideTicks, hasMore, isQuiet, mayOpen } from './ticks.ts'

/** What is asked of the engine, as plain data. */
export type Action =
  | { readonly kind: 'open'; readonly order: NewPosition }
  | {
      readonly kind: 'close'
      readonly customer: CustomerId
      readonly id: PositionId
      /** All of it without. */
      readonly lots: string | undefined
    }
  | { readonly kind: 'close-all'; readonly customer: CustomerId; readonly direction: Direction | undefined }
  | {
      readonly kind: 'cancel'
      readonly customer: CustomerId
      readonly id: PositionId
      /** Not by the customer themselves, but by limits that they have set. */
      readonly byLimits?: true
    }
  | {
      readonly kind: 'add-margin'
      readonly customer: CustomerId
      readonly id: PositionId
      readonly amount: bigint
    }
  | {
      readonly kind: 'set-stops'
      readonly customer: CustomerId
      readonly id: PositionId
      readonly stops: StopsDraft
    }
  | {
      readonly kind: 'amend'
      readonly customer: CustomerId
      readonly id: PositionId
      readonly draft: AmendDraft
    }
  /** What concerns who copies positions. */
  | { readonly kind: 'followers'; readonly ask: FollowerAsk }
  /** Ticks of the tape, in its order. */
  | { readonly kind: 'ticks'; readonly ticks: readonly Tick[] }

export interface Reply {
  /** The positions that an action concerned. */
  readonly positions: readonly Position[]
  /** Of several that were to be closed, why some were not. */
  readonly refusals: ReadonlyMap<PositionId, RefusalCode>
  /** What was recorded of it: by these it is found again whether it happened. */
  readonly changes: readonly Pick<PositionChange, 'position' | 'id'>[]
  /** Of one position that was closed: what was recorded of its closing. */
  readonly closed?: bigint | undefined
  /** Whether ticks, or a lead's closing of all positions, have left something to do. */
  readonly hasMore: boolean
  /** Of an ask about copies: what it is about, and the rows by which it is found again. */
  readonly asked?: AskDone | undefined
}

/** The accounts these actions may spend from. */
export function accountsOf(state: State, actions: readonly Action[]): AccountId[] {
  const { realm, followers } = state
  const accounts = [
    ...[realm.counterparty(), realm.insurance()],
    ...actions.flatMap((action) => ownAccounts(state, action)),
  ]
  if (!followers) return accounts
  // What the tape has decided is decided with any action.
  return [
    ...accounts,
    ...tapeMayOpen(state, actions).flatMap((customer) => followers.accountsOf({ customer })),
  ]
}

function ownAccounts({ followers }: State, action: Action): AccountId[] {
  if (action.kind === 'followers') return followers?.accountsOf({ ask: action.ask }) ?? []
  if (action.kind === 'add-margin' || action.kind === 'amend') return [availableOf(action.customer)]
  if (action.kind !== 'open') return []
  const { customer } = action.order
  return [availableOf(customer), ...(followers?.accountsOf({ customer }) ?? [])]
}

/** Whose waiting orders the ticks among these actions may open, or those before them. */
const tapeMayOpen = (state: State, actions: readonly Action[]): CustomerId[] =>
  mayOpen(
    state,
    actions.flatMap((action) => (action.kind === 'ticks' ? action.ticks : [])),
    actions.length,
  )

/** Whose waiting orders these actions may open: the tape's, and those that come with them. */
export const mayOpenBy = (state: State, actions: readonly Action[]): CustomerId[] => [
  ...new Set([
    ...tapeMayOpen(state, actions),
    ...actions.flatMap((action) =>
      action.kind === 'open' && action.order.draft.limitPrice !== undefined ? [action.order.customer] : [],
    ),
  ]),
]

/** How many positions an action may decide beside its customer's: the copies of a lead's. */
export function costOf({ followers }: State, action: Action): number {
  if (action.kind === 'ticks' || !followers) return 1
  if (action.kind === 'followers') return 1 + followers.costOf({ ask: action.ask })
  return 1 + followers.costOf({ customer: action.kind === 'open' ? action.order.customer : action.customer })
}

/** Of ticks that do nothing to any position nothing is written for some time: the tape has them. */
export const isUnwritten = (state: State, action: Action): boolean =>
  action.kind === 'ticks' && isQuiet(state, action.ticks)

/** Decides an action in memory. */
export function decide(state: State, batch: Batch, action: Action): Decision<Reply> {
  // What the tape has decided comes before what anybody asks for, also where it was read anew.
  if (action.kind !== 'ticks' && hasMore(state) && decideTicks(state, batch, [])) return { kind: 'postponed' }
  const recorded = batch.changes.length
  const done = (
    positions: readonly Position[],
    rest: Partial<Pick<Reply, 'refusals' | 'hasMore' | 'asked' | 'closed'>> = {},
  ): Decision<Reply> => ({
    kind: 'done',
    reply: {
      ...{ positions, refusals: new Map(), hasMore: false },
      changes: batch.changes.slice(recorded),
      ...rest,
    },
  })
  if (action.kind === 'ticks') return done([], { hasMore: decideTicks(state, batch, action.ticks) })
  if (action.kind === 'followers') {
    if (!state.followers) return { kind: 'refused', refusal: refusal('NOT_FOUND') }
    const asked = state.followers.decide(batch, action.ask)
    if (asked instanceof Refusal) return { kind: 'refused', refusal: asked }
    if (batch.changes.length > recorded) batch.savesProgress = true
    return done([], { asked, hasMore: asked.hasMore ?? false })
  }
  if (action.kind === 'close-all') {
    const { outcomes, hasMore: isMore } = decideCloseAll(state, batch, action.customer, action.direction)
    return done(
      outcomes.map(({ position }) => position),
      {
        hasMore: isMore,
        refusals: new Map(
          outcomes.flatMap(({ position, refused }) => (refused ? [[position.id, refused] as const] : [])),
        ),
      },
    )
  }
  const decided = decideOne(state, batch, action)
  if (decided instanceof Refusal) return { kind: 'refused', refusal: decided }
  if (decided && action.kind === 'close') {
    const own = batch.changes
      .slice(recorded)
      .find((one) => one.position === action.id && one.kind === 'closed')
    return done([decided], { closed: own?.id })
  }
  if (decided) return done([decided])
  // Not among those that are not over: finished already, somebody else's, or never there; the database knows which.
  const id = action.kind === 'open' ? undefined : String(action.id)
  return { kind: 'look-up', answer: { positions: id ? [id] : [], isOver: true } }
}

type One = Exclude<Action, { readonly kind: 'ticks' | 'close-all' | 'followers' }>

function decideOne(state: State, batch: Batch, action: One): Position | Refusal | undefined {
  if (action.kind === 'open') {
    const opened = decideOpen(state, batch, action.order)
    if (!(opened instanceof Refusal) && opened.status === 'open')
      tellOfOpening(state, batch, opened, action.order)
    return opened
  }
  const { customer, id } = action
  if (action.kind === 'close') return decideClose(state, batch, customer, id, action.lots)
  if (action.kind === 'cancel')
    return decideCancel(state, batch, customer, id, action.byLimits ? 'own-limits' : 'user')
  if (action.kind === 'add-margin') return decideAddMargin(state, batch, customer, id, action.amount)
  if (action.kind === 'amend') return decideAmend(state, batch, customer, id, action.draft)
  const before = batch.changes.length
  const set = decideStops(state, batch, customer, id, action.stops)
  if (set && !(set instanceof Refusal) && batch.changes.length > before) state.followers?.stopsSet(batch, set)
  return set
}

/** Lets those who copy a customer's position do so, at the tick that opened it. */
function tellOfOpening(state: State, batch: Batch, position: Position, { shownPrice }: NewPosition): void {
  const market = state.markets.get(position.symbol)!
  const by = { tick: market.last!, conversion: conversionTick(state, market) }
  state.followers?.opened(batch, position, shownPrice ?? position.entryPrice!, by)
}

/** What is kept of a reply under its idempotency key: which positions it was about, and which closing. */
export const toAnswer = ({ positions, refusals, asked, closed, hasMore: isMore }: Reply) => ({
  ...(isMore ? { hasMore: true } : {}),
  ...(asked ? { subject: String(asked.subject) } : {}),
  ...(closed === undefined ? {} : { closed: String(closed) }),
  positions: positions.map(({ id }) => String(id)),
  ...(refusals.size > 0 ? { refusals: [...refusals].map(([id, code]) => [String(id), code]) } : {}),
})

interface KeptAnswer {
  readonly positions?: readonly string[]
  readonly refusals?: readonly (readonly [string, RefusalCode])[]
  readonly isOver?: boolean
  readonly subject?: string
  readonly closed?: string
  readonly hasMore?: boolean
}

/**
 * Replies to an action by what the database has of the positions it is about.
 *
 * Refuses: POSITION_NOT_FOUND, the same for somebody else's as for none; POSITION_NOT_OPEN, ORDER_NOT_CANCELABLE,
 *          ORDER_NOT_AMENDABLE.
 */
export async function answer(realm: Realm, db: Db, action: Action, kept: unknown): Promise<Reply> {
  const {
    positions: ids = [],
    refusals = [],
    isOver = false,
    subject,
    closed,
    ...rest
  } = (kept ?? {}) as KeptAnswer
  const stored = await positionsById(
    db,
    ids.map((id) => positionId(BigInt(id))),
    realm,
  )
  const positions = ids.flatMap((id) => stored.get(positionId(BigInt(id))) ?? [])
  const reply = {
    ...{ positions, changes: [], hasMore: rest.hasMore ?? false },
    refusals: new Map(refusals.map(([id, code]) => [positionId(BigInt(id)), code])),
    ...(closed === undefined ? {} : { closed: BigInt(closed) }),
    ...(subject === undefined ? {} : { asked: { subject: BigInt(subject), traces: [] } }),
  }
  if (!isOver) return reply
  const customer = 'customer' in action ? action.customer : undefined
  const own = positions.find((position) => position.customer === customer)
  if (!own) throw refusal('POSITION_NOT_FOUND')
  if (action.kind === 'amend') throw refusal('ORDER_NOT_AMENDABLE')
  if (action.kind !== 'cancel') throw refusal('POSITION_NOT_OPEN')
  // Cancelling twice answers the same order.
  if (own.status === 'cancelled' && own.reason === 'user') return reply
  throw refusal('ORDER_NOT_CANCELABLE')
}

/** Finds out which actions of a failed batch happened after all. */
export async function whatHappened(
  realm: Realm,
  db: Db,
  attempts: readonly Attempted<Action, Reply>[],
  followers: Pick<Followers, 'written'> | undefined,
): Promise<(Reply | undefined)[]> {
  const done = attempts.flatMap(({ decision }) => (decision?.kind === 'done' ? [decision.reply] : []))
  const positions = await positionsById(
    db,
    done.flatMap((reply) => reply.positions.map(({ id }) => id)),
    realm,
  )
  const changes = await writtenChanges(
    db,
    done.flatMap((reply) => reply.changes),
    realm,
  )
  const asked = done.flatMap((reply) => reply.asked?.traces ?? [])
  const traces = asked.length > 0 && followers ? await followers.written(db, asked) : new Set<bigint>()
  return attempts.map(({ action, decision }) => {
    if (decision?.kind !== 'done' || action.kind === 'ticks') return undefined
    const { reply } = decision
    // What left no trace is decided again.
    if (reply.asked) return reply.asked.traces.some((id) => traces.has(id)) ? reply : undefined
    const found = reply.positions.flatMap(({ id }) => positions.get(id) ?? [])
    const isThere =
      found.length === reply.positions.length && reply.changes.every(({ id }) => changes.has(id))
    // What left no trace is decided again.
    const hasTrace = action.kind === 'open' ? found.length > 0 : reply.changes.length > 0
    return isThere && hasTrace ? { ...reply, positions: found } : undefined
  })
}
