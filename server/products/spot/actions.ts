import { Refusal, type RefusalCode, type RefusalParams, refusal } from '#domain/errors.ts'
import { type CustomerId, type OrderId, orderId } from '#domain/ids.ts'
import type { Quantity } from '#domain/money/amount.ts'
import type { Attempted, Decision } from '#server/core/engine/product.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Batch } from './batch.ts'
import { type Books, findResting, marketOf, openIdsOf, payAccount, type SpotOrder } from './books.ts'
import { decideCancel, decidePlace, decideShrink, type NewOrder } from './decide.ts'
import { decideQuotes, type Quote, quotesPayFrom } from './quotes.ts'
import { ordersById } from './store.ts'

/** What is asked of the engine, as plain data. */
export type Action =
  | { readonly kind: 'place'; readonly draft: NewOrder }
  | { readonly kind: 'cancel'; readonly customer: CustomerId; readonly id: OrderId }
  | { readonly kind: 'cancel-all'; readonly customer: CustomerId; readonly symbol: string | undefined }
  | {
      readonly kind: 'shrink'
      readonly customer: CustomerId
      readonly id: OrderId
      readonly remaining: Quantity
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

/** The orders that an action concerned. */
export type Reply = SpotOrder[]

/** The accounts an action may pay from. */
export function accountsOf(books: Books, action: Action): AccountId[] {
  if (action.kind !== 'place') return []
  const { symbol, customer, side } = action.draft
  const market = marketOf(books, symbol)
  const own = payAccount(market, customer, side)
  return market.quotes.size > 0 ? [own, quotesPayFrom(market, side)] : [own]
}

/** Quotes are in memory alone: nothing of them is written before one is filled. */
export const isUnwritten = (action: Action): boolean => action.kind === 'quote'

/** Decides an action in memory. */
export function decide(books: Books, batch: Batch, action: Action): Decision<Reply> {
  if (action.kind === 'place') return decisionOf(decidePlace(books, batch, action.draft))
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
    return { kind: 'done', reply: ids.map((id) => decideCancel(books, batch, findResting(books, id)!)) }
  }
  const resting = findResting(books, action.id)
  // Not in the book: finished already, somebody else's, or never there; the database knows which.
  if (resting?.order.customer !== action.customer) return { kind: 'look-up', answer: toAnswer([action]) }
  return decisionOf(
    action.kind === 'cancel'
      ? decideCancel(books, batch, resting)
      : decideShrink(batch, resting, action.remaining),
  )
}

const decisionOf = (decided: SpotOrder | Refusal): Decision<Reply> =>
  decided instanceof Refusal ? { kind: 'refused', refusal: decided } : { kind: 'done', reply: [decided] }

/** What is kept of a reply under its idempotency key: which orders it was about. */
export const toAnswer = (orders: readonly { readonly id: OrderId }[]) => ({
  orders: orders.map(({ id }) => String(id)),
})

/**
 * Replies to an action by what the database has of the orders it is about.
 *
 * Refuses: ORDER_NOT_FOUND, the same for somebody else's as for none; ORDER_NOT_CANCELABLE.
 */
export async function answer(db: Db, action: Action, kept: unknown): Promise<Reply> {
  const ids = ((kept as ReturnType<typeof toAnswer> | null)?.orders ?? []).map((id) => orderId(BigInt(id)))
  const stored = await ordersById(db, ids)
  const found = ids.flatMap((id) => stored.get(id) ?? [])
  if (action.kind !== 'cancel' && action.kind !== 'shrink') return found
  const order = found.find(({ customer }) => customer === action.customer)
  if (!order) throw refusal('ORDER_NOT_FOUND')
  if (action.kind === 'cancel' && order.reason === 'user') return [order]
  throw refusal('ORDER_NOT_CANCELABLE')
}

/** The orders by which to find out whether an action of a failed batch happened. */
export function tracesOf({ action, decision }: Attempted<Action, Reply>): readonly OrderId[] {
  if (action.kind === 'cancel' || action.kind === 'shrink') return [action.id]
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
  if (action.kind === 'place') return found
  if (action.kind === 'shrink') {
    return found[0]!.quantity - found[0]!.filled === Number(action.remaining) ? found : undefined
  }
  return found.every(({ reason }) => reason === 'user') ? found : undefined
}
