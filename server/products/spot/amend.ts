import { type Refusal, refusal } from '#domain/errors.ts'
import { type Price, price, quantity } from '#domain/money/amount.ts'
import { type AmendDraft, decideAmendment } from '#domain/spot/amend.ts'
import { shrink } from '#server/markets/book/book.ts'
import { bestPrice } from '#server/markets/book/views.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Batch } from './batch.ts'
import {
  type Books,
  cancelResting,
  findResting,
  heldFor,
  openIdsOf,
  payAccount,
  type RestingOrder,
  type SpotOrder,
} from './books.ts'
import { enterBook, releaseHeld, touch } from './decide.ts'
import { dropUncovered, wouldCross } from './quotes.ts'

/**
 * Amends an open order: it is the same order before and after, and all of it happens or nothing does. One that only
 * shrinks keeps its place in the queue; any other goes behind those that are there, and fills what it meets.
 *
 * Refuses: what `decideAmendment` refuses; ORDER_NOT_AMENDABLE for a stop that waits and for an order of a pair;
 * POST_ONLY_CONFLICT and ORDER_MEETS_OWN where the order would be cancelled for what it then meets;
 * INSUFFICIENT_BALANCE.
 */
export function decideAmend(
  books: Books,
  batch: Batch,
  resting: RestingOrder,
  draft: AmendDraft,
  lastPrice: Price | undefined,
): SpotOrder | Refusal {
  const { order, market, slot } = resting
  const { side, customer } = order
  const isOfPair = order.sibling !== null && findResting(books, order.sibling) !== undefined
  if (order.status !== 'open' || isOfPair) return refusal('ORDER_NOT_AMENDABLE')
  const decided = decideAmendment(market.instrument, amendedOrder(order), draft, lastPrice)
  if (!decided.ok) return refusal(decided.code, decided.params)
  const [toPrice, toQuantity] = [Number(decided.price), Number(decided.quantity)]
  if (toPrice === order.price && toQuantity === order.quantity) return order

  if (!decided.keepsPriority) {
    dropUncovered(batch, market, side)
    const opposite = bestPrice(market.book, side === 'buy' ? 'sell' : 'buy') || undefined
    if (wouldCross({ side, price: toPrice }, opposite)) {
      if (order.postOnly) return refusal('POST_ONLY_CONFLICT')
      if (meetsOwn(books, resting, toPrice)) return refusal('ORDER_MEETS_OWN')
    }
  }
  const before = heldFor(market.instrument, order)
  const after = heldFor(market.instrument, { ...order, price: toPrice, quantity: toQuantity })
  const available = batch.available.get(payAccount(market, customer, side)) ?? 0n
  if (after - before > available) return refusal('INSUFFICIENT_BALANCE')

  // No refusals from here on.
  touch(batch, market, order)
  batch.amendments.push({
    ...{ order: order.id, id: nextId(), price: toPrice, quantity: toQuantity },
    ...{ previousPrice: order.price, previousQuantity: order.quantity },
    keepsPriority: decided.keepsPriority,
  })
  if (decided.keepsPriority) {
    shrink(market.book, slot, toQuantity - order.filled)
    order.quantity = toQuantity
    releaseHeld(batch, market, order, before - after)
    return order
  }
  releaseHeld(batch, market, order, before)
  cancelResting(books, resting)
  order.price = toPrice
  order.quantity = toQuantity
  order.priority = nextId()
  batch.requeued.add(order)
  enterBook(books, batch, market, order)
  return order
}

const amendedOrder = ({ side, price: atPrice, quantity: size, filled }: SpotOrder) => ({
  side,
  price: price(BigInt(atPrice)),
  quantity: quantity(BigInt(size)),
  filled: quantity(BigInt(filled)),
})

/** Whether an order of this price would meet one of the same customer. */
function meetsOwn(books: Books, { order, market }: RestingOrder, toPrice: number): boolean {
  for (const id of openIdsOf(books, market, order.customer)) {
    const own = findResting(books, id)!.order
    const isOpposite = own.status === 'open' && own.side !== order.side
    if (isOpposite && wouldCross({ side: order.side, price: toPrice }, own.price)) return true
  }
  return false
}
