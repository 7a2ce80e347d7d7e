import type { ContractDraft, Direction } from '#domain/contract/rules.ts'
import { Refusal, type RefusalCode, refusal } from '#domain/errors.ts'
import { type CustomerId, type PositionId, positionId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { Attempted, Decision } from '#server/core/engine/product.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { availableOf, counterparty, insurance } from './accounts.ts'
import type { Batch } from './batch.ts'
import {
  decideAddMargin,
  decideCancel,
  decideClose,
  decideCloseAll,
  decideOpen,
  decideStops,
  type NewPosition,
} from './decide.ts'
import type { Position, PositionChange } from './position.ts'
import type { State } from './state.ts'
import { positionsById, writtenChanges } from './store.ts'
import { decideTicks, isQuiet } from './ticks.ts'

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
  | { readonly kind: 'cancel'; readonly customer: CustomerId; readonly id: PositionId }
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
      readonly stops: Pick<ContractDraft, 'takeProfit' | 'stopLoss'>
    }
  /** Ticks of the tape, in its order. */
  | { readonly kind: 'ticks'; readonly ticks: readonly Tick[] }

export interface Reply {
  /** The positions that an action concerned. */
  readonly positions: readonly Position[]
  /** Of several that were to be closed, why some were not. */
  readonly refusals: ReadonlyMap<PositionId, RefusalCode>
  /** What was recorded of it: by these it is found again whether it happened. */
  readonly changes: readonly Pick<PositionChange, 'position' | 'id'>[]
  /** Whether ticks have left something to do. */
  readonly hasMore: boolean
}

/** The accounts an action may spend from. */
export function accountsOf(_: State, action: Action): AccountId[] {
  const platform = [counterparty(), insurance()]
  return action.kind === 'open' || action.kind === 'add-margin'
    ? [availableOf(action.kind === 'open' ? action.order.customer : action.customer), ...platform]
    : platform
}

/** Of ticks that do nothing to any position nothing is written for some time: the tape has them. */
export const isUnwritten = (state: State, action: Action): boolean =>
  action.kind === 'ticks' && isQuiet(state, action.ticks)

/** Decides an action in memory. */
export function decide(state: State, batch: Batch, action: Action): Decision<Reply> {
  const recorded = batch.changes.length
  const done = (
    positions: readonly Position[],
    rest: Partial<Pick<Reply, 'refusals' | 'hasMore'>> = {},
  ): Decision<Reply> => ({
    kind: 'done',
    reply: {
      ...{ positions, refusals: new Map(), hasMore: false },
      changes: batch.changes.slice(recorded),
      ...rest,
    },
  })
  if (action.kind === 'ticks') return done([], { hasMore: decideTicks(state, batch, action.ticks) })
  if (action.kind === 'close-all') {
    const outcomes = decideCloseAll(state, batch, action.customer, action.direction)
    return done(
      outcomes.map(({ position }) => position),
      {
        refusals: new Map(
          outcomes.flatMap(({ position, refused }) => (refused ? [[position.id, refused] as const] : [])),
        ),
      },
    )
  }
  const decided = decideOne(state, batch, action)
  if (decided instanceof Refusal) return { kind: 'refused', refusal: decided }
  if (decided) return done([decided])
  // Not among those that are not over: finished already, somebody else's, or never there; the database knows which.
  const id = action.kind === 'open' ? undefined : String(action.id)
  return { kind: 'look-up', answer: { positions: id ? [id] : [], isOver: true } }
}

type One = Exclude<Action, { readonly kind: 'ticks' | 'close-all' }>

function decideOne(state: State, batch: Batch, action: One): Position | Refusal | undefined {
  if (action.kind === 'open') return decideOpen(state, batch, action.order)
  const { customer, id } = action
  if (action.kind === 'close') return decideClose(state, batch, customer, id, action.lots)
  if (action.kind === 'cancel') return decideCancel(state, batch, customer, id)
  if (action.kind === 'add-margin') return decideAddMargin(state, batch, customer, id, action.amount)
  return decideStops(state, batch, customer, id, action.stops)
}

/** What is kept of a reply under its idempotency key: which positions it was about. */
export const toAnswer = ({ positions, refusals }: Reply) => ({
  positions: positions.map(({ id }) => String(id)),
  ...(refusals.size > 0 ? { refusals: [...refusals].map(([id, code]) => [String(id), code]) } : {}),
})

interface KeptAnswer {
  readonly positions?: readonly string[]
  readonly refusals?: readonly (readonly [string, RefusalCode])[]
  readonly isOver?: boolean
}

/**
 * Replies to an action by what the database has of the positions it is about.
 *
 * Refuses: POSITION_NOT_FOUND, the same for somebody else's as for none; POSITION_NOT_OPEN, ORDER_NOT_CANCELABLE.
 */
export async function answer(db: Db, action: Action, kept: unknown): Promise<Reply> {
  const { positions: ids = [], refusals = [], isOver = false } = (kept ?? {}) as KeptAnswer
  const stored = await positionsById(
    db,
    ids.map((id) => positionId(BigInt(id))),
  )
  const positions = ids.flatMap((id) => stored.get(positionId(BigInt(id))) ?? [])
  const reply = {
    ...{ positions, changes: [], hasMore: false },
    refusals: new Map(refusals.map(([id, code]) => [positionId(BigInt(id)), code])),
  }
  if (!isOver) return reply
  const customer = 'customer' in action ? action.customer : undefined
  const own = positions.find((position) => position.customer === customer)
  if (!own) throw refusal('POSITION_NOT_FOUND')
  if (action.kind !== 'cancel') throw refusal('POSITION_NOT_OPEN')
  // Cancelling twice answers the same order.
  if (own.status === 'cancelled' && own.reason === 'user') return reply
  throw refusal('ORDER_NOT_CANCELABLE')
}

/** Finds out which actions of a failed batch happened after all. */
export async function whatHappened(
  db: Db,
  attempts: readonly Attempted<Action, Reply>[],
): Promise<(Reply | undefined)[]> {
  const done = attempts.flatMap(({ decision }) => (decision?.kind === 'done' ? [decision.reply] : []))
  const positions = await positionsById(
    db,
    done.flatMap((reply) => reply.positions.map(({ id }) => id)),
  )
  const changes = await writtenChanges(
    db,
    done.flatMap((reply) => reply.changes),
  )
  return attempts.map(({ action, decision }) => {
    if (decision?.kind !== 'done' || action.kind === 'ticks') return undefined
    const { reply } = decision
    const found = reply.positions.flatMap(({ id }) => positions.get(id) ?? [])
    const isThere =
      found.length === reply.positions.length && reply.changes.every(({ id }) => changes.has(id))
    // What left no trace is decided again.
    const hasTrace = action.kind === 'open' ? found.length > 0 : reply.changes.length > 0
    return isThere && hasTrace ? { ...reply, positions: found } : undefined
  })
}
