import { type Refusal, refusal } from '#domain/errors.ts'
import { type CustomerId, orderId } from '#domain/ids.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import type { Tick } from '#domain/market/tick.ts'
import { price } from '#domain/money/amount.ts'
import { holdBesideLimit } from '#domain/spot/oco.ts'
import { isInRange, worstAtMarket } from '#domain/spot/price-range.ts'
import {
  type CancelReason,
  type CheckedOrder,
  holdFor,
  isWorse,
  MAX_OPEN_ORDERS,
  protectionPrice,
} from '#domain/spot/rules.ts'
import { isReached } from '#domain/spot/trigger.ts'
import { bestPrice } from '#server/markets/book/views.ts'
import { nextId } from '#server/platform/ids.ts'
import { addOrder, type Batch } from './batch.ts'
import { addWaiting, type Books, isTooManyOpen, type Market, marketOf, removeResting } from './books.ts'
import { deductAvailable, endSibling, enterBook, type NewOrder, releaseHeld, touch } from './decide.ts'
import { createOrder, heldFor, payAccount, type SpotOrder } from './order.ts'
import { dropUncovered } from './quotes.ts'
import { applyTick, canTrigger, type DueStop, hasStops, progressOf } from './stops.ts'

/** How stops are decided: taken, alone or in a pair with a limit order, and brought to the book by their tick. */

/** A limit order and a stop of one customer, of which one cancels the other. */
export interface NewPair {
  readonly customer: CustomerId
  readonly symbol: string
  readonly limit: CheckedOrder
  readonly stop: CheckedOrder
  readonly tapeSequence: number
  /** The version of the instrument's terms that the customer saw. */
  readonly termsVersion?: number | undefined
}

/** Takes a stop: what it may need is set aside until it is over. */
export function decideStop(books: Books, batch: Batch, draft: NewOrder): SpotOrder | Refusal {
  const market = marketOf(books, draft.symbol)
  const { instrument } = market
  const { side, customer } = draft
  const tapeSequence = acceptedAt(market, draft, draft.tapeSequence ?? 0)
  if (typeof tapeSequence !== 'number') return tapeSequence
  if (isTooManyOpen(books, market, customer, 1)) {
    return refusal('TOO_MANY_OPEN_ORDERS', { maximum: MAX_OPEN_ORDERS })
  }
  const account = payAccount(market, customer, side)
  if (batch.available.get(account)! < holdFor(instrument, side, draft.worstPrice, draft.quantity)) {
    return refusal('INSUFFICIENT_BALANCE')
  }
  const order = createStop(batch, market, customer, draft, { id: orderId(nextId()), tapeSequence })
  wait(books, batch, market, order)
  return order
}

/**
 * Takes a pair: a limit order in the book and a stop that waits, on a hold as large as the larger of their needs.
 *
 * Returns: the limit order, then the stop.
 */
export function decidePair(books: Books, batch: Batch, draft: NewPair): SpotOrder[] | Refusal {
  const { customer, limit, stop } = draft
  const market = marketOf(books, draft.symbol)
  const { instrument } = market
  const { side, quantity: size } = limit
  const tapeSequence = acceptedAt(market, stop, draft.tapeSequence)
  if (typeof tapeSequence !== 'number') return tapeSequence
  if (isTooManyOpen(books, market, customer, 2)) {
    return refusal('TOO_MANY_OPEN_ORDERS', { maximum: MAX_OPEN_ORDERS })
  }
  const limitPrice = limit.worstPrice
  const needed = [
    holdFor(instrument, side, limitPrice, size),
    holdBesideLimit(instrument, side, stop.worstPrice, limitPrice, size),
  ].reduce((sum: bigint, each) => sum + each, 0n)
  if (batch.available.get(payAccount(market, customer, side))! < needed) {
    return refusal('INSUFFICIENT_BALANCE')
  }

  // No refusals from here on.
  dropUncovered(batch, market, side)
  // The stop first: should the limit order fill at once, it is there to be cancelled.
  const stopId = orderId(nextId())
  const limitOrder = createOrder(instrument, batch.atMs, {
    ...{ id: orderId(nextId()), customer, side, price: Number(limitPrice), quantity: Number(size) },
    ...{ orderType: 'limit', timeInForce: 'gtc', postOnly: false, tapeSequence, sibling: stopId },
  })
  const stopOrder = createStop(batch, market, customer, stop, {
    ...{ id: stopId, tapeSequence, sibling: limitOrder.id, siblingPrice: limitOrder.price },
  })
  addOrder(batch, limitOrder)
  wait(books, batch, market, stopOrder)
  enterBook(books, batch, market, limitOrder)
  return [limitOrder, stopOrder]
}

/**
 * At which tick a stop is accepted: the newest that either the rules or the engine knows.
 *
 * Refuses: TRIGGER_PRICE_REACHED when that of the engine reaches its trigger, which the rules could not know.
 */
export function acceptedAt(
  { instrument, stops: { last } }: Market,
  { trigger }: Pick<CheckedOrder, 'trigger'>,
  tapeSequence: number,
): number | Refusal {
  if (!last || last.sequence <= tapeSequence) return tapeSequence
  if (!isReached(trigger!, last.price)) return last.sequence
  return refusal('TRIGGER_PRICE_REACHED', { last: formatPrice(instrument, last.price) })
}

const createStop = (
  batch: Batch,
  { instrument }: Market,
  customer: CustomerId,
  { side, orderType, timeInForce, postOnly, quantity: size, worstPrice, trigger }: CheckedOrder,
  more: Pick<SpotOrder, 'id' | 'tapeSequence'> & Partial<Pick<SpotOrder, 'sibling' | 'siblingPrice'>>,
): SpotOrder =>
  createOrder(instrument, batch.atMs, {
    ...{ customer, side, orderType, timeInForce, postOnly },
    ...{ price: Number(worstPrice), quantity: Number(size), status: 'untriggered' },
    ...{ triggerPrice: Number(trigger!.price), triggerDirection: trigger!.direction },
    ...more,
  })

/** Has a stop wait for its trigger. */
export function wait(books: Books, batch: Batch, market: Market, order: SpotOrder): void {
  addOrder(batch, order)
  // Ticks before it are of no use to it: where it is the first to wait, nobody has to look at them.
  if (!hasStops(books)) books.through = Math.max(books.through, order.tapeSequence ?? 0)
  addWaiting(books, market, order)
  deductAvailable(batch, payAccount(market, order.customer, order.side), heldFor(market.instrument, order))
  batch.progress = progressOf(books)
}

/** Stops that one action brings to their books; who sends the ticks asks again for more. */
export const MAX_TRIGGERED = 500
/** How far the comparison with the tape may be ahead of what is written of it, on the tape's clock. */
export const SAVE_EVERY_MS = 30_000

/**
 * Compares the stops with ticks, and brings those that are due to their books.
 *
 * Returns: the stops that were triggered.
 */
export function decideTicks(books: Books, batch: Batch, ticks: readonly Tick[]): SpotOrder[] {
  for (const tick of ticks) applyTick(books, tick)
  const triggered: SpotOrder[] = []
  for (const symbol of books.markets.keys()) {
    const market = marketOf(books, symbol)
    const { stops } = market
    while (stops.due.length > 0 && triggered.length < MAX_TRIGGERED && canTrigger(market, batch.atMs)) {
      const next = stops.due[0]!
      // Only what is locked may be spent: it was not among those that were looked for. The next ticks find it.
      if (!batch.available.has(payAccount(market, next.order.customer, next.order.side))) break
      stops.due.shift()
      triggered.push(trigger(books, batch, market, next))
    }
  }
  if (triggered.length > 0 || isSaveDue(books, ticks)) {
    batch.progress = progressOf(books)
    books.savedAtMs = ticks.at(-1)?.atMs ?? books.savedAtMs
  }
  return triggered
}

/** Whether how far the tape was compared is to be written again. */
export const isSaveDue = (books: Books, ticks: readonly Tick[]): boolean =>
  (ticks.at(-1)?.atMs ?? 0) >= books.savedAtMs + SAVE_EVERY_MS && hasStops(books)

/** Brings a stop to its book: it is an order like any other from then on, behind those that are there. */
function trigger(books: Books, batch: Batch, market: Market, { order, tick }: DueStop): SpotOrder {
  const resting = books.open.get(order.id)!
  touch(batch, market, order)
  batch.requeued.add(order)
  releaseHeld(batch, market, order, heldFor(market.instrument, order))
  removeResting(books, market, order, resting.slot)
  order.status = 'open'
  order.triggerSequence = tick.sequence
  order.triggeredAtPrice = tick.price
  order.priority = nextId()
  endSibling(books, batch, order)
  dropUncovered(batch, market, order.side)
  const reason = whyNot(market, order)
  if (reason === undefined) enterBook(books, batch, market, order)
  else {
    order.status = 'cancelled'
    order.reason = reason
  }
  return order
}

/**
 * Why a triggered stop cannot go to the book; undefined when it can. One at the market gets its limit here, no
 * farther than what is set aside for it reaches.
 */
function whyNot({ instrument, book, stops }: Market, order: SpotOrder): CancelReason | undefined {
  const { side } = order
  const last = price(BigInt(stops.last!.price))
  const limit = price(BigInt(order.price))
  if (order.orderType === 'stop-limit') {
    return isInRange(instrument, side, limit, last) ? undefined : 'price-band'
  }
  const opposite = bestPrice(book, side === 'buy' ? 'sell' : 'buy')
  const reach = worstAtMarket(instrument, side, last)
  // A buy has set aside its quantity at that price, and no more; a sell the quantity itself.
  const worst = side === 'buy' && limit < reach ? limit : reach
  if (opposite === 0 || isWorse(side, BigInt(opposite), worst)) return 'no-liquidity'
  order.price = Number(protectionPrice(instrument, side, price(BigInt(opposite)), worst))
  return undefined
}
