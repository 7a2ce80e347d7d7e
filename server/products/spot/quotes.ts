import { orderId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import type { Side } from '#domain/spot/rules.ts'
import { MARKET_MAKER } from '#server/core/ledger/accounts.ts'
import { cancel, rest } from '#server/markets/book/book.ts'
import { bestPrice } from '#server/markets/book/views.ts'
import { nextId } from '#server/platform/ids.ts'
import { addOrder, type Batch } from './batch.ts'
import { type Books, type Market, marketOf } from './books.ts'
import { createOrder, heldFor, payAccount, type SpotOrder } from './order.ts'

/**
 * The market maker's quotes: resting orders that are nowhere but in the book.
 *
 * Most are cancelled unfilled, so only what trades is written: each fill of a quote is an order of its own,
 * of just that size. A quote holds nothing; it is paid from what the market maker has available, which is
 * locked with the balances of whoever trades against it, and a side that it no longer covers leaves the book
 * before anybody can trade with it. When the books are read again the quotes are gone, and the market maker quotes anew.
 */

/** What the market maker wants to stand in the book. */
export interface Quote {
  readonly side: Side
  /** In ticks. */
  readonly price: number
  /** In steps. */
  readonly quantity: number
}

/**
 * Makes these the market maker's quotes in a market. One that stands already keeps its place, however much
 * of it is filled; one that would cross a resting order is left out, since it never takes.
 */
export function decideQuotes(books: Books, batch: Batch, symbol: string, wanted: readonly Quote[]): void {
  const market = marketOf(books, symbol)
  const missing = new Map(wanted.map((quote) => [placeOf(quote), quote]))
  for (const quote of market.quotes.keys()) {
    if (!missing.delete(placeOf(quote))) cancelQuote(batch, market, quote)
  }
  for (const quote of missing.values()) {
    const best = bestPrice(market.book, quote.side === 'buy' ? 'sell' : 'buy')
    if (!wouldCross(quote, best || undefined)) addQuote(batch, market, quote)
  }
}

/** Whether a quote would meet an order at the best price of the other side; there may be none. */
export const wouldCross = (
  { side, price }: Pick<Quote, 'side' | 'price'>,
  best: number | undefined,
): boolean => best !== undefined && (side === 'buy' ? price >= best : price <= best)

const placeOf = ({ side, price }: Pick<Quote, 'side' | 'price'>): string => `${side} ${price}`

/** The account that the quotes which an order of this side trades with are paid from. */
export const quotesPayFrom = (market: Market, side: Side) =>
  payAccount(market, MARKET_MAKER, side === 'buy' ? 'sell' : 'buy')

/** Cancels the quotes that an order of this side would trade with, when the market maker cannot pay them all. */
export function dropUncovered(batch: Batch, market: Market, side: Side): void {
  const opposite = [...market.quotes.keys()].filter((quote) => quote.side !== side)
  const needed = opposite.reduce((sum, quote) => sum + heldFor(market.instrument, quote), 0n)
  if (needed <= (batch.available.get(quotesPayFrom(market, side)) ?? 0n)) return
  for (const quote of opposite) cancelQuote(batch, market, quote)
}

/** The order of a quote's fill, as it is written; what is left of the quote goes on standing. */
export function orderOfFill(batch: Batch, market: Market, quote: SpotOrder, size: number): SpotOrder {
  const order = { ...quote, id: orderId(nextId()), quantity: size, filled: 0, createdAtMs: batch.atMs }
  addOrder(batch, order)
  quote.filled += size
  if (quote.filled === quote.quantity) market.quotes.delete(quote)
  return order
}

/** What a quote needs to be paid in full. Units: of quote for a buy, of base for a sell. */
export const neededFor = (instrument: Instrument, quote: Quote): bigint =>
  heldFor(instrument, { ...quote, filled: 0, status: 'open', siblingPrice: null })

function addQuote(batch: Batch, market: Market, { side, price, quantity }: Quote): void {
  const { instrument, book } = market
  const quote = createOrder(instrument, batch.atMs, {
    ...{ id: orderId(0n), customer: MARKET_MAKER, side, price, quantity, tapeSequence: null },
    ...{ orderType: 'limit', timeInForce: 'gtc', postOnly: false },
  })
  const slot = rest(book, side, price, quantity, Number(MARKET_MAKER))
  market.inSlot[slot] = quote
  market.quotes.set(quote, slot)
  batch.quoted.add(instrument.symbol)
}

function cancelQuote(batch: Batch, market: Market, quote: SpotOrder): void {
  const slot = market.quotes.get(quote)!
  cancel(market.book, slot)
  market.inSlot[slot] = undefined
  market.quotes.delete(quote)
  batch.quoted.add(market.instrument.symbol)
}
