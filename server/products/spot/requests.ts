import { Refusal, refusal } from '#domain/errors.ts'
import type { Quantity } from '#domain/money/amount.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Books, SpotOrder } from './books.ts'
import { type Batch, decideCancel, decidePlace, decideShrink, type NewOrder, payAccount } from './decide.ts'
import { type KeptAnswer, type KeyedCall, keyName } from './store.ts'

/** What is asked of the engine. */
export type Action =
  | { readonly kind: 'place'; readonly draft: NewOrder }
  | { readonly kind: 'cancel'; readonly customer: bigint; readonly id: bigint }
  | { readonly kind: 'cancel-all'; readonly customer: bigint; readonly symbol: string | undefined }
  | { readonly kind: 'shrink'; readonly customer: bigint; readonly id: bigint; readonly remaining: Quantity }
  /** An order that the rules refuse now. Its key may say that it was placed when they did not. */
  | { readonly kind: 'refuse'; readonly customer: bigint; readonly because: Refusal }

/** An action with whoever waits for it. */
export interface Request {
  readonly action: Action
  readonly call: KeyedCall | undefined
  readonly resolve: (orders: SpotOrder[]) => void
  readonly reject: (error: unknown) => void
  attempts: number
  /** What the last attempt decided; it counts only once committed. */
  outcome: Outcome
}

/** The orders concerned, the ids of orders to be read from the database, or a refusal. */
export type Outcome = SpotOrder[] | LookUp | Refusal
export interface LookUp {
  readonly lookUp: readonly bigint[]
}

/** An answered call, to be written with its batch. */
export interface Answered {
  readonly call: KeyedCall
  readonly orders: readonly bigint[]
}

/** The accounts an action may pay from. */
export function paidFrom(books: Books, action: Action): AccountId[] {
  if (action.kind !== 'place') return []
  const { draft } = action
  return [payAccount(books.markets.get(draft.symbol)!, draft.customer, draft.side)]
}

/**
 * Decides the requests one after the other, as they came.
 *
 * A call whose key was answered before, in the database or earlier in this batch, gets that answer again;
 * with another input it is refused. A refused call leaves no key, so that it may be tried again.
 */
export function decideAll(
  books: Books,
  batch: Batch,
  requests: readonly Request[],
  kept: ReadonlyMap<string, readonly KeptAnswer[]>,
): Answered[] {
  const answered = new Map<string, Answered>()
  for (const request of requests) {
    const { action, call } = request
    const name = call && keyName(call)
    const before = name === undefined ? undefined : (kept.get(name) ?? keptOf(answered.get(name)))
    if (call && before) {
      const same = before.find(({ path, inputHash }) => path === call.path && inputHash === call.inputHash)
      request.outcome = same ? { lookUp: same.orders } : refusal('IDEMPOTENCY_KEY_REUSED')
      continue
    }
    request.outcome = decide(books, batch, action)
    if (call && name !== undefined && Array.isArray(request.outcome)) {
      answered.set(name, { call, orders: request.outcome.map((order) => order.id) })
    }
  }
  return [...answered.values()]
}

const keptOf = (answered: Answered | undefined): KeptAnswer[] | undefined =>
  answered && [{ path: answered.call.path, inputHash: answered.call.inputHash, orders: answered.orders }]

function decide(books: Books, batch: Batch, action: Action): Outcome {
  if (action.kind === 'place') return outcomeOf(decidePlace(books, batch, action.draft))
  if (action.kind === 'refuse') return action.because
  if (action.kind === 'cancel-all') {
    const markets = [...books.markets.values()].filter(
      ({ instrument }) => action.symbol === undefined || instrument.symbol === action.symbol,
    )
    const ids = markets.flatMap(({ openOf }) => [...(openOf.get(action.customer) ?? [])])
    return ids.map((id) => decideCancel(books, batch, books.open.get(id)!))
  }
  const resting = books.open.get(action.id)
  // Not in the book: finished already, somebody else's, or never there; the database knows which.
  if (resting?.order.customer !== action.customer) return { lookUp: [action.id] }
  return action.kind === 'cancel'
    ? [decideCancel(books, batch, resting)]
    : outcomeOf(decideShrink(batch, resting, action.remaining))
}

const outcomeOf = (decision: SpotOrder | Refusal): Outcome =>
  decision instanceof Refusal ? decision : [decision]

/** Answers a request from the orders that the database has. */
export function answerFound({ action, resolve, reject }: Request, found: SpotOrder[]): void {
  if (action.kind === 'place' || action.kind === 'cancel-all' || action.kind === 'refuse') {
    resolve(found)
    return
  }
  const order = found.find(({ customer }) => customer === action.customer)
  if (!order) reject(refusal('ORDER_NOT_FOUND'))
  else if (action.kind === 'cancel' && order.reason === 'user') resolve([order])
  else reject(refusal('ORDER_NOT_CANCELABLE'))
}

/** The orders by which to find out whether a request of a failed batch happened. */
export function tracesOf({ action, outcome }: Request): readonly bigint[] {
  if (action.kind === 'cancel' || action.kind === 'shrink') return [action.id]
  return Array.isArray(outcome) ? outcome.map(({ id }) => id) : []
}

/** What a request of a failed batch did after all, by what the database has; undefined if it did nothing. */
export function whatHappened(
  { action, outcome }: Request,
  written: ReadonlyMap<bigint, SpotOrder>,
): SpotOrder[] | undefined {
  if (!Array.isArray(outcome) || outcome.length === 0) return undefined
  const found = outcome.flatMap(({ id }) => written.get(id) ?? [])
  if (found.length < outcome.length) return undefined
  if (action.kind === 'place') return found
  if (action.kind === 'shrink') {
    return found[0]!.quantity - found[0]!.filled === Number(action.remaining) ? found : undefined
  }
  return found.every(({ reason }) => reason === 'user') ? found : undefined
}
