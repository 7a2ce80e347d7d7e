import { type Refusal, refusal } from '#domain/errors.ts'
import { type Price, price, quantity } from '#domain/money/amount.ts'
import { type AmendDraft, type AmendedOrder, type Amendment, decideAmendment } from '#domain/spot/amend.ts'
import { expectedPrice, refusedAttached } from '#domain/spot/attached.ts'
import { shrink } from '#server/markets/book/book.ts'
import { bestPrice } from '#server/markets/book/views.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Batch } from './batch.ts'
import { addWaiting, type Books, cancelResting, findResting, openIdsOf, type RestingOrder } from './books.ts'
import { enterBook, releaseHeld, touch } from './decide.ts'
import { acceptedAt } from './decide-stops.ts'
import { heldFor, payAccount, type SpotOrder } from './order.ts'
import { dropUncovered, wouldCross } from './quotes.ts'
import { receiptOfStop } from './receipts.ts'
import { isDue } from './stops.ts'

/** What a customer asks for, and the market as the rules saw it. */
export interface AmendChange {
  readonly draft: AmendDraft
  /** None before the first price: then the order keeps its own. */
  readonly lastPrice: Price | undefined
  readonly tapeSequence: number
}

/** How often an order may be changed: each change is answered, and signed, for as long as it is kept. */
export const MAX_CHANGES = 500

/** An order and what it becomes. */
interface Change {
  readonly resting: RestingOrder
  readonly amendment: Amendment
  readonly next: SpotOrder
}

/**
 * Amends an order: it is the same order before and after, and all of it happens or nothing does. One in the book that
 * only shrinks keeps its place in the queue; any other goes behind those that are there, and fills what it meets. A
 * stop waits on, for the ticks after its acceptance or, where its trigger changes, after that. A quantity is that of
 * both orders of a pair, and a limit price of the one moves the hold of the other.
 *
 * Refuses: what `decideAmendment` refuses, of either order of a pair; ORDER_NOT_AMENDABLE for a stop whose tick has
 * come and for the other of its pair; CHANGES_TOO_MANY of either; TAKE_PROFIT_BUY and STOP_LOSS_BUY where those would be on the wrong side; TRIGGER_PRICE_REACHED by the newest tick; POST_ONLY_CONFLICT and
 * ORDER_MEETS_OWN where the order would be cancelled for what it then meets; INSUFFICIENT_BALANCE.
 */
export function decideAmend(
  books: Books,
  batch: Batch,
  resting: RestingOrder,
  { draft, lastPrice, tapeSequence }: AmendChange,
): SpotOrder | Refusal {
  const { order, market } = resting
  const sibling = order.sibling === null ? undefined : findResting(books, order.sibling)
  if (hasItsTick(resting) || (sibling && hasItsTick(sibling))) return refusal('ORDER_NOT_AMENDABLE')
  const own = decideAmendment(market.instrument, amendedOrder(order, sibling), draft, lastPrice)
  if (!own.ok) return refusal(own.code, own.params)
  const wrongSide = refusedProtection(resting, own.price, lastPrice)
  if (wrongSide) return wrongSide
  const other =
    sibling &&
    decideAmendment(
      market.instrument,
      amendedOrder(sibling.order, resting),
      { quantity: draft.quantity },
      lastPrice,
    )
  if (other?.ok === false) return refusal(other.code, other.params)
  if (isSame(order, own)) return order
  const isMoved = own.trigger?.price !== amendedOrder(order, sibling).trigger?.price
  const waitsFrom = isMoved ? acceptedAt(market, own, tapeSequence) : order.tapeSequence
  if (typeof waitsFrom !== 'number' && waitsFrom !== null) return waitsFrom

  const changes: Change[] = [
    { resting, amendment: own, next: nextOf(order, own, own, waitsFrom) },
    ...(sibling && other
      ? [
          {
            resting: sibling,
            amendment: other,
            next: nextOf(sibling.order, other, own, sibling.order.tapeSequence),
          },
        ]
      : []),
  ]
  const isUsedUp = ({ resting: { order: before }, amendment }: Change) =>
    !isSame(before, amendment) && (books.changes.get(before.id) ?? 0) >= MAX_CHANGES
  if (changes.some(isUsedUp)) return refusal('CHANGES_TOO_MANY', { maximum: MAX_CHANGES })
  const conflict = changes.map((change) => conflictOf(books, batch, change)).find((found) => found)
  if (conflict) return conflict
  const more = changes.reduce(
    (sum, { next, resting: { order: before } }) =>
      sum + heldFor(market.instrument, next) - heldFor(market.instrument, before),
    0n,
  )
  const available = batch.available.get(payAccount(market, order.customer, order.side)) ?? 0n
  if (more > available) return refusal('INSUFFICIENT_BALANCE')

  // No refusals from here on. The stop first: should the limit order fill at once, it is there to be cancelled.
  const isWaiting = (change: Change) => change.next.status === 'untriggered'
  for (const change of changes.filter(isWaiting)) amendWaiting(books, batch, change)
  for (const change of changes.filter((one) => !isWaiting(one))) amendInBook(books, batch, change)
  return order
}

/** Why a buy cannot come to a price: its take profit or stop loss would be on the wrong side of it. */
function refusedProtection(
  { order: { takeProfit, stopLoss }, market }: RestingOrder,
  toPrice: Price,
  lastPrice: Price | undefined,
): Refusal | undefined {
  const priceOf = (ticks: number | null) => (ticks === null ? undefined : price(BigInt(ticks)))
  const attached = { takeProfit: priceOf(takeProfit), stopLoss: priceOf(stopLoss) }
  const expected = lastPrice === undefined ? toPrice : expectedPrice(toPrice, lastPrice)
  const wrong = refusedAttached(market.instrument, attached, expected)
  return wrong && refusal(wrong.code, wrong.params)
}

const hasItsTick = ({ order, market, slot }: RestingOrder): boolean => isDue(market.stops, order, slot)

const amendedOrder = (order: SpotOrder, sibling: RestingOrder | undefined): AmendedOrder => ({
  side: order.side,
  orderType: order.orderType,
  price: price(BigInt(order.price)),
  quantity: quantity(BigInt(order.quantity)),
  filled: quantity(BigInt(order.filled)),
  trigger:
    order.status === 'untriggered'
      ? { price: price(BigInt(order.triggerPrice!)), direction: order.triggerDirection! }
      : undefined,
  isOfPair: sibling !== undefined,
})

const isSame = (order: SpotOrder, { price: toPrice, quantity: toQuantity, trigger }: Amendment): boolean =>
  Number(toPrice) === order.price &&
  Number(toQuantity) === order.quantity &&
  (trigger === undefined || Number(trigger.price) === order.triggerPrice)

/** What an order is to be. `own`: what becomes of the one that is amended, whose price its sibling's hold looks at. */
const nextOf = (
  order: SpotOrder,
  amendment: Amendment,
  own: Amendment,
  tapeSequence: number | null,
): SpotOrder => ({
  ...order,
  price: Number(amendment.price),
  quantity: Number(amendment.quantity),
  triggerPrice: amendment.trigger ? Number(amendment.trigger.price) : order.triggerPrice,
  // A stop that is amended itself shares the hold of a limit order that stays at its price.
  siblingPrice: order.siblingPrice === null || amendment === own ? order.siblingPrice : Number(own.price),
  tapeSequence,
})

/** Why an order cannot go to its new price: it would be cancelled for what it meets there. */
function conflictOf(books: Books, batch: Batch, { resting, amendment, next }: Change): Refusal | undefined {
  const { market } = resting
  const { side, price: toPrice } = next
  if (next.status !== 'open' || amendment.keepsPriority) return undefined
  dropUncovered(batch, market, side)
  const opposite = bestPrice(market.book, side === 'buy' ? 'sell' : 'buy') || undefined
  if (!wouldCross({ side, price: toPrice }, opposite)) return undefined
  if (next.postOnly) return refusal('POST_ONLY_CONFLICT')
  return meetsOwn(books, resting, toPrice) ? refusal('ORDER_MEETS_OWN') : undefined
}

/** Amends a stop while it waits, and signs what it waits for now. */
function amendWaiting(books: Books, batch: Batch, { resting, amendment, next }: Change): void {
  const { order, market } = resting
  const before = begin(batch, resting)
  const isChanged = !isSame(order, amendment)
  const id = isChanged ? recordAmendment(books, batch, order, amendment) : undefined
  batch.requeued.add(order)
  if (!amendment.keepsPriority) cancelResting(books, resting)
  const { price: limit, quantity: size, triggerPrice, siblingPrice, tapeSequence } = next
  Object.assign(order, { price: limit, quantity: size, triggerPrice, siblingPrice, tapeSequence })
  if (!amendment.keepsPriority) {
    order.priority = nextId()
    addWaiting(books, market, order)
  }
  releaseHeld(batch, market, order, before - heldFor(market.instrument, order))
  if (id === undefined) return
  batch.receipts.push({ number: id, receipt: receiptOfStop(order, { id, atMs: batch.atMs }) })
}

/** Amends an order in the book. */
function amendInBook(books: Books, batch: Batch, { resting, amendment, next }: Change): void {
  const { order, market, slot } = resting
  if (isSame(order, amendment)) return
  const before = begin(batch, resting)
  recordAmendment(books, batch, order, amendment)
  if (amendment.keepsPriority) {
    shrink(market.book, slot, next.quantity - order.filled)
    order.quantity = next.quantity
    releaseHeld(batch, market, order, before - heldFor(market.instrument, order))
    return
  }
  releaseHeld(batch, market, order, before)
  cancelResting(books, resting)
  order.price = next.price
  order.quantity = next.quantity
  order.priority = nextId()
  batch.requeued.add(order)
  enterBook(books, batch, market, order)
}

/** Notes what an order had. Returns: what it held. */
function begin(batch: Batch, { order, market }: RestingOrder): bigint {
  touch(batch, market, order)
  return heldFor(market.instrument, order)
}

/** Keeps what an order was and becomes. Returns: the amendment's number. */
function recordAmendment(
  books: Books,
  batch: Batch,
  order: SpotOrder,
  { price: toPrice, quantity: toQuantity, trigger, keepsPriority }: Amendment,
): bigint {
  const id = nextId()
  books.changes.set(order.id, (books.changes.get(order.id) ?? 0) + 1)
  batch.amendments.push({
    ...{ order: order.id, id, price: Number(toPrice), quantity: Number(toQuantity) },
    ...{ previousPrice: order.price, previousQuantity: order.quantity },
    triggerPrice: trigger ? Number(trigger.price) : null,
    previousTriggerPrice: trigger ? order.triggerPrice : null,
    keepsPriority,
  })
  return id
}

/** Whether an order of this price would meet one of the same customer. */
function meetsOwn(books: Books, { order, market }: RestingOrder, toPrice: number): boolean {
  for (const id of openIdsOf(books, market, order.customer)) {
    const own = findResting(books, id)!.order
    const isOpposite = own.status === 'open' && own.side !== order.side
    if (isOpposite && wouldCross({ side: order.side, price: toPrice }, own.price)) return true
  }
  return false
}
