import { Refusal, type RefusalCode, type RefusalParams, refusal } from '#domain/errors.ts'
import { type CustomerId, type OrderId, orderId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { Side } from '#domain/spot/rules.ts'
import type { Attempted, Decision } from '#server/core/engine/product.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type AmendChange, decideAmend, MAX_CHANGES } from './amend.ts'
import { dropAttached, placeAttached } from './attached.ts'
import type { Batch } from './batch.ts'
import { type Books, completeOrder, findResting, type Market, marketOf, openIdsOf } from './books.ts'
import { decideCancel, decidePlace, type NewOrder } from './decide.ts'
import {
  decidePair,
  decideStop,
  decideTicks,
  isSaveDue,
  MAX_TRIGGERED,
  type NewPair,
} from './decide-stops.ts'
import { payAccount, type SpotOrder } from './order.ts'
import { amendmentsCounted, ordersById } from './order-store.ts'
import { decideQuotes, type Quote, quotesPayFrom } from './quotes.ts'
import { applyTick, stopsReachedBy } from './stops.ts'
import { validTicksAfter } from './store.ts'

/** What is asked of the engine, as plain data. */
export type Action =
  | { readonly kind: 'place'; readonly draft: NewOrder }
  | { readonly kind: 'place-pair'; readonly draft: NewPair }
  | { readonly kind: 'cancel'; readonly customer: CustomerId; readonly id: OrderId }
  | { readonly kind: 'cancel-all'; readonly customer: CustomerId; readonly symbol: string | undefined }
  | {
      readonly kind: 'amend'
      readonly customer: CustomerId
      readonly id: OrderId
      readonly change: AmendChange
    }
  /** An order that the rules refuse now. Its key may say that it was placed when they did not. */
  | {
      readonly kind: 'refuse'
      readonly customer: CustomerId
      readonly code: RefusalCode
      readonly params: RefusalParams
    }
  /** The market maker's quotes in one instrument, in place of those that stand. */
  | { readonly kind: 'quote'; readonly symbol: string; readonly quotes: readonly Quote[] }
  /** Ticks of the tape, in its order; the stops that they trigger go to their books. */
  | { readonly kind: 'ticks'; readonly ticks: readonly Tick[] }

/** The orders that an action concerned. */
export type Reply = SpotOrder[]

/** The accounts an action may pay from. */
export function accountsOf(books: Books, action: Action): AccountId[] {
  if (action.kind === 'place') {
    const { symbol, customer, side } = action.draft
    return accountsOfTaker(marketOf(books, symbol), customer, side)
  }
  if (action.kind === 'place-pair') {
    const { symbol, customer, limit } = action.draft
    return accountsOfTaker(marketOf(books, symbol), customer, limit.side)
  }
  if (action.kind === 'amend') {
    const resting = findResting(books, action.id)
    if (resting?.order.customer !== action.customer) return []
    return accountsOfTaker(resting.market, action.customer, resting.order.side)
  }
  if (action.kind !== 'ticks') return []
  const reached = stopsReachedBy(books, action.ticks).slice(0, MAX_TRIGGERED)
  return reached.flatMap(({ symbol, customer, side }) =>
    accountsOfTaker(marketOf(books, symbol), customer, side),
  )
}

/** What a customer who may take pays from, and what the quotes that are met pay from. */
function accountsOfTaker(market: Market, customer: CustomerId, side: Side): AccountId[] {
  const own = payAccount(market, customer, side)
  return market.quotes.size > 0 ? [own, quotesPayFrom(market, side)] : [own]
}

/**
 * Quotes are in memory alone: nothing of them is written before one is filled. Nor is anything of ticks that trigger
 * nothing, for some time: the tape has them.
 */
export const isUnwritten = (books: Books, action: Action): boolean =>
  action.kind === 'quote' ||
  (action.kind === 'ticks' &&
    stopsReachedBy(books, action.ticks).length === 0 &&
    !isSaveDue(books, action.ticks))

/**
 * Reads what deciding these actions needs: how often an order or its sibling was changed and how much of it was filled
 * before it is amended, and, where either is a stop, what is on the tape and was not sent yet. Its tick may be there: then it is not amended.
 */
export async function complete(tx: Tx, books: Books, actions: readonly Action[]): Promise<void> {
  const amended = new Set<OrderId>()
  let isStopAmended = false
  for (const action of actions) {
    if (action.kind !== 'amend') continue
    const own = findResting(books, action.id)?.order
    const sibling = own?.sibling ? findResting(books, own.sibling)?.order : undefined
    isStopAmended ||= own?.status === 'untriggered' || sibling?.status === 'untriggered'
    for (const order of [own, sibling]) if (order) amended.add(order.id)
  }
  if (amended.size === 0) return
  books.changes = await amendmentsCounted(tx, [...amended], MAX_CHANGES)
  if (isStopAmended) {
    for (const tick of await validTicksAfter(tx, books.through)) applyTick(books, tick)
  }
  const ids = [...amended].filter((id) => books.incomplete.has(id))
  const stored = await ordersById(tx, ids)
  for (const id of ids) completeOrder(books, books.incomplete.get(id)!, stored.get(id)!)
}

/** Whether the terms that the order would be frozen with are not those that its customer saw. */
const hasOtherTerms = (books: Books, { symbol, termsVersion }: NewOrder | NewPair): boolean =>
  termsVersion !== undefined && termsVersion !== marketOf(books, symbol).instrument.termsVersion

/** Decides an action in memory, with what follows from it for buys that it ends. */
export function decide(books: Books, batch: Batch, action: Action): Decision<Reply> {
  const decision = decideAlone(books, batch, action)
  // Who cancels everything wants nothing placed.
  if (action.kind === 'cancel-all') dropAttached(books, batch)
  placeAttached(books, batch)
  return decision
}

function decideAlone(books: Books, batch: Batch, action: Action): Decision<Reply> {
  if ((action.kind === 'place' || action.kind === 'place-pair') && hasOtherTerms(books, action.draft))
    return decisionOf(refusal('TERMS_CHANGED'))
  if (action.kind === 'place') {
    const place = action.draft.trigger === undefined ? decidePlace : decideStop
    return decisionOf(place(books, batch, action.draft))
  }
  if (action.kind === 'place-pair') return decisionOf(decidePair(books, batch, action.draft))
  if (action.kind === 'ticks') return { kind: 'done', reply: decideTicks(books, batch, action.ticks) }
  if (action.kind === 'quote') {
    decideQuotes(books, batch, action.symbol, action.quotes)
    return { kind: 'done', reply: [] }
  }
  if (action.kind === 'refuse') return decisionOf(refusal(action.code, action.params))
  if (action.kind === 'cancel-all') {
    const markets = [...books.markets.values()].filter(
      ({ instrument }) => action.symbol === undefined || instrument.symbol === action.symbol,
    )
    const ids = markets.flatMap((market) => [...openIdsOf(books, market, action.customer)])
    const orders = ids.map((id) => findResting(books, id)!)
    for (const { order } of orders) {
      // The other order of a pair is cancelled with the first.
      const resting = findResting(books, order.id)
      if (resting) decideCancel(books, batch, resting)
    }
    return { kind: 'done', reply: orders.map(({ order }) => order) }
  }
  const resting = findResting(books, action.id)
  // Not in the book: finished already, somebody else's, or never there; the database knows which.
  if (resting?.order.customer !== action.customer) {
    return { kind: 'look-up', answer: { ...toAnswer([action]), isOver: true } }
  }
  return decisionOf(
    action.kind === 'cancel'
      ? decideCancel(books, batch, resting)
      : decideAmend(books, batch, resting, action.change),
  )
}

const decisionOf = (decided: SpotOrder | SpotOrder[] | Refusal): Decision<Reply> =>
  decided instanceof Refusal
    ? { kind: 'refused', refusal: decided }
    : { kind: 'done', reply: Array.isArray(decided) ? decided : [decided] }

/** What is kept of a reply under its idempotency key: which orders it was about. */
export const toAnswer = (orders: readonly { readonly id: OrderId }[]) => ({
  orders: orders.map(({ id }) => String(id)),
})

type KeptAnswer = ReturnType<typeof toAnswer> & { readonly isOver: boolean }

/**
 * Replies to an action by what the database has of the orders it is about.
 *
 * Refuses: ORDER_NOT_FOUND, the same for somebody else's as for none; ORDER_NOT_CANCELABLE, ORDER_NOT_AMENDABLE.
 */
export async function answer(db: Db, action: Action, kept: unknown): Promise<Reply> {
  const { orders = [], isOver = false } = (kept ?? {}) as Partial<KeptAnswer>
  const ids = orders.map((id) => orderId(BigInt(id)))
  const stored = await ordersById(db, ids)
  const found = ids.flatMap((id) => stored.get(id) ?? [])
  if (action.kind !== 'cancel' && action.kind !== 'amend') return found
  const order = found.find(({ customer }) => customer === action.customer)
  if (!order) throw refusal('ORDER_NOT_FOUND')
  if (action.kind === 'cancel') {
    if (order.reason === 'user') return [order]
    throw refusal('ORDER_NOT_CANCELABLE')
  }
  // Amended before under the same key, or over by now.
  if (isOver) throw refusal('ORDER_NOT_AMENDABLE')
  return [order]
}

/** The orders by which to find out whether an action of a failed batch happened. */
export function tracesOf({ action, decision }: Attempted<Action, Reply>): readonly OrderId[] {
  if (action.kind === 'cancel' || action.kind === 'amend') return [action.id]
  return decision?.kind === 'done' ? decision.reply.map(({ id }) => id) : []
}

/** What an action of a failed batch did after all, by what the database has; undefined if it did nothing. */
export function whatHappened(
  { action, decision }: Attempted<Action, Reply>,
  written: ReadonlyMap<OrderId, SpotOrder>,
): Reply | undefined {
  if (decision?.kind !== 'done' || decision.reply.length === 0) return undefined
  const found = decision.reply.flatMap(({ id }) => written.get(id) ?? [])
  if (found.length < decision.reply.length) return undefined
  if (action.kind === 'place' || action.kind === 'place-pair') return found
  if (action.kind === 'ticks')
    return found.every((order) => order.triggerSequence !== null) ? found : undefined
  if (action.kind === 'amend') {
    const isWritten = (['price', 'quantity', 'triggerPrice', 'priority'] as const).every(
      (field) => found[0]![field] === decision.reply[0]![field],
    )
    return isWritten ? found : undefined
  }
  return found.every(({ reason }) => reason === 'user') ? found : undefined
}
