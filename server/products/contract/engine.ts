import type { AmendDraft } from '#domain/contract/amend.ts'
import type { StopsDraft } from '#domain/contract/order.ts'
import type { Direction } from '#domain/contract/rules.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import type { Tick } from '#domain/market/tick.ts'
import { GroupCommit, type GroupCommitOptions } from '#server/core/engine/group-commit.ts'
import type { EngineProduct } from '#server/core/engine/product.ts'
import type { Signer } from '#server/core/ledger/checkpoint.ts'
import { insertReceipts } from '#server/core/receipts.ts'
import type { KeyedCall } from '#server/platform/idempotency.ts'
import {
  type Action,
  accountsOf,
  answer,
  costOf,
  decide,
  isUnwritten,
  mayOpenBy,
  type Reply,
  toAnswer,
  whatHappened,
} from './actions.ts'
import { type Batch, createBatch } from './batch.ts'
import type { NewPosition } from './decide.ts'
import { createDoor } from './door.ts'
import { type Exposure, exposureOf } from './exposure.ts'
import type { AskDone, FollowerAsk, Followers, Told } from './followers.ts'
import { ownLimitsOf } from './own-limits.ts'
import type { Position, PositionChange } from './position.ts'
import { type Realm, realRealm } from './realm.ts'
import { changeTerms, loadState, type State } from './state.ts'
import { positionsById, storedState, writeStatements } from './store.ts'
import { newestTerms } from './terms.ts'
import { isThrough } from './ticks.ts'

/** The single writer of the contracts: `core/engine` with their decisions. */
export interface ContractEngine {
  /**
   * Takes over the positions and loads them; retries while the database is unavailable.
   *
   * Refuses: (by throwing) stored positions that cannot be right.
   */
  start(): Promise<void>
  /** Lets the batch under way end and refuses everything else. */
  stop(): Promise<void>
  open(order: NewPosition, call?: KeyedCall): Promise<Position>
  /** Closes a position, all of it or these lots. */
  close(customer: CustomerId, id: PositionId, lots?: string, call?: KeyedCall): Promise<Position>
  /** The same. Returns: which change of the position it was, also when it was done before under the same key. */
  closeTold(customer: CustomerId, id: PositionId, lots: string, call?: KeyedCall): Promise<ClosedPart>
  /** Closes a customer's positions, of one direction or all: what became of each. */
  closeAll(customer: CustomerId, direction?: Direction, call?: KeyedCall): Promise<Reply>
  cancel(customer: CustomerId, id: PositionId, call?: KeyedCall): Promise<Position>
  /** The same because limits that the customer has set for themselves allow no new position. */
  cancelByLimits(customer: CustomerId, id: PositionId): Promise<Position>
  addMargin(customer: CustomerId, id: PositionId, amount: bigint, call?: KeyedCall): Promise<Position>
  setStops(customer: CustomerId, id: PositionId, stops: StopsDraft, call?: KeyedCall): Promise<Position>
  /** Gives an order that waits another price or quantity. */
  amend(customer: CustomerId, id: PositionId, draft: AmendDraft, call?: KeyedCall): Promise<Position>
  /** Compares the positions with ticks that are on the tape, in its order; returns whether there is more to do. */
  ticks(ticks: readonly Tick[]): Promise<boolean>
  /** Asks what concerns who copies positions; returns what it is about. */
  ask(ask: FollowerAsk, call?: KeyedCall): Promise<AskDone>
  /** What is open in each instrument, as last decided. */
  exposures(): ReadonlyMap<string, Exposure>
  /** What is open in an instrument by now, and until when nothing is opened after a large move. */
  marketNow(symbol: string): MarketNow
  /** Calls the listener after each commit; returns how to stop it. A listener must not throw. */
  subscribe(listener: (event: ContractEvent) => void): () => void
  isReady(): boolean
  /** Whether only a new start of the process helps: another has taken over, or what is stored cannot be right. */
  isOver(): boolean
}

export interface ClosedPart {
  readonly position: Position
  readonly change: bigint
}

export interface MarketNow {
  /** Both sides together, in hundredths of a lot. */
  readonly openLots: bigint
  /** 0 where it is not closed. */
  readonly closedUntilMs: number
}

/** What a commit tells: a customer's positions that changed. */
export interface ContractEvent {
  readonly customer: CustomerId
  readonly positions: readonly Position[]
  /** What was recorded of them; nothing where the commit's outcome had to be found out. */
  readonly changes: readonly PositionChange[]
  /** What became of copies, where any of it concerns them. */
  readonly copies?: Told | undefined
}

export interface ContractEngineOptions extends GroupCommitOptions {
  /** What has contracts now: asked whenever the state is loaded. */
  readonly instruments: () => readonly Instrument[]
  /** Signs receipts. */
  readonly signer: Signer
  /** Who copies positions. */
  readonly followers?: Followers | undefined
  /** Real positions, or those of practice; real ones where nothing is said. */
  readonly realm?: Realm | undefined
}

/** Makes an engine; it does nothing before `start`. */
export function createContractEngine(options: ContractEngineOptions): ContractEngine {
  const engine = new GroupCommit(contractProduct(options), options)
  const request = (action: Action, call?: KeyedCall) => engine.send({ action, call })
  const one = async (action: Action, call?: KeyedCall) => (await request(action, call)).positions[0]!

  return {
    start: () => engine.start(),
    stop: () => engine.stop(),
    open: (order, call) => one({ kind: 'open', order }, call),
    close: (customer, id, lots, call) => one({ kind: 'close', customer, id, lots }, call),
    async closeTold(customer, id, lots, call) {
      const { positions, closed } = await request({ kind: 'close', customer, id, lots }, call)
      assert(closed !== undefined, 'a closing was recorded')
      return { position: positions[0]!, change: closed }
    },
    closeAll: (customer, direction, call) => request({ kind: 'close-all', customer, direction }, call),
    cancel: (customer, id, call) => one({ kind: 'cancel', customer, id }, call),
    cancelByLimits: (customer, id) => one({ kind: 'cancel', customer, id, byLimits: true }),
    addMargin: (customer, id, amount, call) => one({ kind: 'add-margin', customer, id, amount }, call),
    setStops: (customer, id, stops, call) => one({ kind: 'set-stops', customer, id, stops }, call),
    amend: (customer, id, draft, call) => one({ kind: 'amend', customer, id, draft }, call),
    ticks: async (ticks) => (await request({ kind: 'ticks', ticks })).hasMore,
    ask: async (ask, call) => (await request({ kind: 'followers', ask }, call)).asked!,
    exposures() {
      const { state } = engine
      return new Map(
        [...(state?.markets.values() ?? [])].map((market) => [
          market.instrument.symbol,
          exposureOf(state!, market),
        ]),
      )
    },
    marketNow(symbol) {
      const market = engine.state?.markets.get(symbol)
      if (!market) return { openLots: 0n, closedUntilMs: 0 }
      const { open, breaker } = market
      return { openLots: open.long.lots + open.short.lots, closedUntilMs: breaker.closedUntilMs }
    },
    subscribe: (listener) => engine.subscribe(listener),
    isReady: () => engine.isReady(),
    isOver: () => engine.isOver(),
  }
}

/** What contracts give to group commit. */
const contractProduct = ({
  clock,
  instruments,
  signer,
  followers,
  realm = realRealm,
}: ContractEngineOptions): EngineProduct<State, Batch, Action, Reply, ContractEvent> => ({
  writer: realm.writer,
  async reload(tx) {
    const traded = instruments()
    const symbols = new Set(traded.map(({ symbol }) => symbol))
    const state = loadState(traded, await storedState(tx, symbols, realm), realm)
    state.followers = await followers?.load(tx, createDoor(state))
    return state
  },
  accountsOf,
  costOf,
  begin: (atMs, available) => createBatch(atMs, available, realm),
  decide,
  isUnwritten,
  async complete(tx, state, actions) {
    changeTerms(state, await newestTerms(tx))
    state.ownLimits = await ownLimitsOf(tx, mayOpenBy(state, actions), clock.nowMs())
    const asks = actions.flatMap((action) => (action.kind === 'followers' ? [action.ask] : []))
    if (asks.length > 0) await state.followers?.complete(tx, asks)
  },
  async write(_tx, state, batch) {
    // Not past a tick that has decided what is not written yet: it is read again after a restart.
    const savesProgress = batch.savesProgress && isThrough(state)
    const statements = writeStatements(state, batch, savesProgress)
    const receipts = batch.receipts.map((receipt) => ({ number: BigInt(receipt.order), receipt }))
    if (state.followers) statements.push(...state.followers.write(batch))
    if (realm.signs && receipts.length > 0) statements.push(insertReceipts(signer, receipts))
    return { statements, transfers: batch.transfers }
  },
  committed: (state, batch) =>
    eventsOf([...batch.added, ...batch.changed], batch.changes, state.followers?.told(batch)),
  reloaded: () => [],
  snapshot: (reply) => ({ ...reply, positions: reply.positions.map((position) => ({ ...position })) }),
  toAnswer,
  answer: (db, action, kept) => answer(realm, db, action, kept),
  async findOut(db, attempts, batch) {
    const touched = batch ? [...batch.added, ...batch.changed].map(({ id }) => id) : []
    return {
      replies: await whatHappened(realm, db, attempts, followers),
      events: eventsOf([...(await positionsById(db, touched, realm)).values()], []),
    }
  },
})

/** One event for each customer, with their positions as they are now. */
function eventsOf(
  positions: readonly Position[],
  changes: readonly PositionChange[],
  copies: ReadonlyMap<CustomerId, Told> = new Map(),
): ContractEvent[] {
  const own = Map.groupBy(positions, ({ customer }) => customer)
  const recorded = Map.groupBy(changes, ({ customer }) => customer)
  return [...new Set([...own.keys(), ...copies.keys()])].map((customer) => ({
    customer,
    positions: (own.get(customer) ?? []).map((position) => ({ ...position })),
    changes: recorded.get(customer) ?? [],
    copies: copies.get(customer),
  }))
}
