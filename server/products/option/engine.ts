import type { CustomerId, OptionId } from '#domain/ids.ts'
import { GroupCommit, type GroupCommitOptions } from '#server/core/engine/group-commit.ts'
import type { EngineProduct } from '#server/core/engine/product.ts'
import type { Signer } from '#server/core/ledger/checkpoint.ts'
import { insertReceipts } from '#server/core/receipts.ts'
import type { KeyedCall } from '#server/platform/idempotency.ts'
import {
  type Action,
  accountsOf,
  answer,
  complete,
  decide,
  isUnwritten,
  nowOf,
  type Reply,
  toAnswer,
  whatHappened,
} from './actions.ts'
import { type Batch, type Choice, createBatch, type Settled, transfersOf } from './batch.ts'
import type { NewChoice, NewOption } from './decide.ts'
import type { OptionNow } from './order.ts'
import { type OptionRealm, realOptions } from './realm.ts'
import { receiptOfOption } from './receipts.ts'
import type { State, Written } from './state.ts'
import { loadState, optionsById, writeStatements } from './store.ts'

/** The single writer of seconds options: `core/engine` with their decisions. */
export interface OptionEngine {
  /** Takes over and rebuilds what is open from the orders and the tape; retries while the database is unavailable. */
  start(): Promise<void>
  /** Lets the batch under way end and refuses everything else. */
  stop(): Promise<void>
  place(draft: NewOption, call?: KeyedCall): Promise<OptionNow>
  /** Takes down what a customer chooses for themselves. */
  choose(customer: CustomerId, choices: readonly NewChoice[]): Promise<readonly Choice[]>
  /** Compares the orders with what was written to the tape. Returns: how many are decided and not written. */
  written(written: Written): Promise<number>
  /** Writes the next of what the tape has decided. Returns: how many are left. */
  settle(): Promise<number>
  /** Until when an instrument takes no orders after a large move; 0 where it was never closed. */
  closedUntilMs(symbol: string): number
  /** An open order as it stands in memory; undefined for any other. */
  openNow(id: OptionId): OptionNow | undefined
  /** Calls the listener after each commit; returns how to stop it. A listener must not throw. */
  subscribe(listener: (event: OptionEvent) => void): () => void
  isReady(): boolean
  /** Whether only a new start of the process helps: another has taken over, or what is stored cannot be right. */
  isOver(): boolean
}

/** What a commit tells: a customer's orders that were accepted, got their entry, or their result. */
export interface OptionEvent {
  readonly customer: CustomerId
  readonly orders: readonly OptionNow[]
}

export interface OptionEngineOptions extends GroupCommitOptions {
  /** Signs receipts. */
  readonly signer: Signer
  /** Real orders, or those of practice. */
  readonly realm?: OptionRealm | undefined
}

/** Makes an engine; it does nothing before `start`. */
export function createOptionEngine(options: OptionEngineOptions): OptionEngine {
  const engine = new GroupCommit(optionProduct(options), options)
  const request = (action: Action, call?: KeyedCall) => engine.send({ action, call })
  return {
    start: () => engine.start(),
    stop: () => engine.stop(),
    place: async (draft, call) => (await request({ kind: 'place', draft }, call)).placed!,
    choose: async (customer, choices) => (await request({ kind: 'choose', customer, choices })).choices,
    written: async (written) => (await request({ kind: 'written', written })).due,
    settle: async () => (await request({ kind: 'settle' })).due,
    closedUntilMs: (symbol) => engine.state?.markets.get(symbol)?.breaker.closedUntilMs ?? 0,
    openNow(id) {
      const open = engine.state?.open.get(id)
      return open && nowOf(open)
    },
    subscribe: (listener) => engine.subscribe(listener),
    isReady: () => engine.isReady(),
    isOver: () => engine.isOver(),
  }
}

/** What seconds options give to group commit. */
const optionProduct = ({
  clock,
  signer,
  realm = realOptions,
}: OptionEngineOptions): EngineProduct<State, Batch, Action, Reply, OptionEvent> => ({
  writer: realm.writer,
  reload: (tx) => loadState(tx, realm),
  accountsOf: (state, actions) => actions.flatMap((action) => accountsOf(state, action)),
  begin: (atMs, available) => createBatch(atMs, available, realm),
  decide,
  isUnwritten,
  complete: (tx, state, actions) => complete(tx, state, actions, clock.nowMs()),
  async write(_tx, _state, batch) {
    const statements = writeStatements(batch)
    const receipts = !realm.signs
      ? []
      : batch.added.map((order) => ({ number: order.id, receipt: receiptOfOption(order) }))
    if (receipts.length > 0) statements.push(insertReceipts(signer, receipts))
    return { statements, transfers: transfersOf(batch) }
  },
  committed: (state, batch) => eventsOf(state, batch),
  reloaded: () => [],
  snapshot: (reply) => reply,
  toAnswer,
  answer: (db, _, kept) => answer(realm, db, kept),
  async findOut(db, attempts, batch) {
    const touched = batch ? [...batch.added, ...batch.settled.map(({ order }) => order)] : []
    const found = await optionsById(
      db,
      touched.map(({ id }) => id),
      realm,
    )
    return { replies: await whatHappened(realm, db, attempts), events: byCustomer([...found.values()]) }
  },
})

function eventsOf(state: State, { added, entered, settled }: Batch): OptionEvent[] {
  const open = [...added.map(({ id }) => id), ...entered.map(({ order }) => order.id)]
  return byCustomer([
    ...[...new Set(open)].flatMap((id) => {
      const one = state.open.get(id)
      return one ? nowOf(one) : []
    }),
    ...settled.map(settledNow),
  ])
}

const settledNow = ({ order, result }: Settled): OptionNow => ({
  ...{ order, result, entry: result.entry, expiresAtMs: result.expiresAtMs },
})

/** One event for each customer. */
const byCustomer = (orders: readonly OptionNow[]): OptionEvent[] =>
  [...Map.groupBy(orders, ({ order }) => order.customer)].map(([customer, own]) => ({
    customer,
    orders: own,
  }))
