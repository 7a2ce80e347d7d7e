import { orderId } from '#domain/ids.ts'
import { price, quantity, type Units } from '#domain/money/amount.ts'
import { attachedQuantity, boughtOf } from '#domain/spot/attached.ts'
import { worstAtMarket } from '#domain/spot/price-range.ts'
import { bestPrice } from '#server/markets/book/views.ts'
import { nextId } from '#server/platform/ids.ts'
import { addOrder, type Batch, type EndedBuy } from './batch.ts'
import { type Books, marketOf } from './books.ts'
import { addAvailable, enterBook } from './decide.ts'
import { wait } from './decide-stops.ts'
import { createOrder, receiveAccount, type SpotOrder } from './order.ts'
import { dropUncovered, wouldCross } from './quotes.ts'

/**
 * Take profit and stop loss of buys that an action ended: placed in its batch, so that there is no moment at which what was
 * bought is neither kept nor for sale. They may fill at once and end other buys, each of them once.
 */
export function placeAttached(books: Books, batch: Batch): void {
  for (let buy = batch.ended.shift(); buy; buy = batch.ended.shift()) placeSales(books, batch, buy)
}

/** Gives what ended buys bought to their customer, and places nothing. */
export function dropAttached(books: Books, batch: Batch): void {
  for (const { order } of batch.ended.splice(0)) giveBack(books, batch, order)
}

/** Has what a buy bought count as available again. Returns: how much that is. */
function giveBack(books: Books, batch: Batch, order: SpotOrder): Units {
  const market = marketOf(books, order.symbol)
  const bought = boughtOf(market.instrument, quantity(BigInt(order.filled)), order.fee)
  addAvailable(batch, receiveAccount(market, order), bought)
  return bought
}

/**
 * A limit order at the take profit, a stop at the market at the stop loss, and where both are, a pair on one hold. The
 * stop counts the ticks after this moment; it waits for a fall, also where the price is below it already.
 */
function placeSales(books: Books, batch: Batch, { order: buy, tapeSequence }: EndedBuy): void {
  const market = marketOf(books, buy.symbol)
  const { instrument, book, stops } = market
  const size = attachedQuantity(instrument, giveBack(books, batch, buy))
  if (size === 0n) return
  const { customer, takeProfit, stopLoss } = buy
  const opposite = bestPrice(book, 'buy') || undefined
  const isMet = takeProfit !== null && wouldCross({ side: 'sell', price: takeProfit }, opposite)
  // A market that is halted trades nothing: then the stop stands alone.
  const hasLimit = takeProfit !== null && !(isMet && instrument.status === 'halted')
  const [stopId, limitId] = [orderId(nextId()), orderId(nextId())]
  // A receipt in the book names a tick of its instrument. A stop counts the ticks after those that the engine has seen.
  const newest = Math.max(buy.tapeSequence ?? 0, tapeSequence, stops.last?.sequence ?? 0)
  const common = {
    ...({ customer, side: 'sell', timeInForce: 'gtc', postOnly: false } as const),
    ...{ quantity: Number(size), attachedTo: buy.id },
  }
  if (stopLoss !== null) {
    const worst = worstAtMarket(instrument, 'sell', price(BigInt(stopLoss)))
    const stop = createOrder(instrument, batch.atMs, {
      ...{ ...common, id: stopId, orderType: 'stop-market', timeInForce: 'ioc', status: 'untriggered' },
      ...{ price: Number(worst), triggerPrice: stopLoss, triggerDirection: 'falls' },
      tapeSequence: Math.max(newest, books.through),
      ...(hasLimit && { sibling: limitId, siblingPrice: takeProfit }),
    })
    wait(books, batch, market, stop)
  }
  if (!hasLimit) return
  const sibling = stopLoss === null ? null : stopId
  const limit = createOrder(instrument, batch.atMs, {
    ...{ ...common, id: limitId, orderType: 'limit', price: takeProfit, sibling, tapeSequence: newest },
  })
  addOrder(batch, limit)
  if (isMet) dropUncovered(batch, market, 'sell')
  enterBook(books, batch, market, limit)
}
