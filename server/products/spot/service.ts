import { type Decision, refusal, refused, requireAllowed } from '#domain/errors.ts'
import type { CustomerId, OrderId, TradeId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { price } from '#domain/money/amount.ts'
import { type CheckedOrder, checkOrder, type OrderDraft, type OrderStatus } from '#domain/spot/rules.ts'
import { type PageInput, pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type KeyedCall, keyedCall } from '#server/platform/idempotency.ts'
import type { SpotOrder } from './books.ts'
import type { Engine } from './engine.ts'
import { countOpenOrders, findOrder, listOrders, listTrades, orderInTrade, tradesOf } from './store.ts'
import { orderView, tradeView } from './views.ts'

/** What spot trading needs to know of the market: the newest tick, and whether it may decide money. */
export interface PriceSource {
  lastTick(symbol: string): Tick | undefined
  isFresh(symbol: string): boolean
}

export interface Spot {
  readonly db: Db
  readonly engine: Engine
  readonly prices: PriceSource
}

/** Who asks, and under which idempotency key. */
export interface Caller {
  readonly customer: CustomerId
  readonly key?: string | undefined
}

/**
 * Places an order.
 *
 * Refuses: what `checkOrder` refuses; a market order while there is no fresh price, any order before the
 * first; INSUFFICIENT_BALANCE, NO_LIQUIDITY, TOO_MANY_OPEN_ORDERS by the book as it then stands.
 */
export async function placeOrder(
  { engine, prices }: Spot,
  caller: Caller,
  symbol: string,
  draft: OrderDraft,
): Promise<SpotOrder> {
  const { customer } = caller
  const instrument = spotInstrument(symbol)
  const call = keyed(caller, '/coin/trade', { symbol, ...draft })
  const checked = checkNow(instrument, draft, prices)
  // The market may have moved since the same call placed the order: its key knows.
  if (!checked.ok && call) return engine.refuse(customer, refusal(checked.code, checked.params), call)
  const { order, tapeSequence } = requireAllowed(checked)
  return engine.place({ ...order, tapeSequence, customer, symbol }, call)
}

/** Checks an order against the rules and the market as it is now. */
function checkNow(
  instrument: Instrument,
  draft: OrderDraft,
  prices: PriceSource,
): Decision<{ readonly order: CheckedOrder; readonly tapeSequence: number }> {
  const tick = prices.lastTick(instrument.symbol)
  const needsFresh = draft.orderType === 'market'
  if (!tick || (needsFresh && !prices.isFresh(instrument.symbol))) {
    return refused('PRICE_STALE', { symbol: instrument.label })
  }
  const check = checkOrder(instrument, draft, price(BigInt(tick.price)))
  return check.ok ? { ...check, tapeSequence: tick.sequence } : check
}

/** Cancels one of the caller's open orders; one they have cancelled already is answered again. */
export const cancelOrder = ({ engine }: Spot, caller: Caller, id: OrderId): Promise<SpotOrder> =>
  engine.cancel(caller.customer, id, keyed(caller, '/coin/cancel', { id }))

/** Cancels all of the caller's open orders, of one instrument or of all. */
export async function cancelAllOrders(
  { engine }: Spot,
  caller: Caller,
  symbol: string | undefined,
): Promise<SpotOrder[]> {
  if (symbol !== undefined) spotInstrument(symbol)
  return engine.cancelAll(caller.customer, symbol, keyed(caller, '/coin/cancel_all', { symbol }))
}

export interface OrderQuestion extends PageInput {
  readonly customer: CustomerId
  readonly status?: OrderStatus | 'past' | undefined
  readonly symbol?: string | undefined
}

/** A page of a customer's orders, newest first; with the first page of open ones, how many they are in all. */
export async function orderPage({ db }: Spot, { customer, status, symbol, ...page }: OrderQuestion) {
  const statuses: readonly OrderStatus[] | undefined =
    status === 'past' ? ['filled', 'cancelled'] : status && [status]
  const isCounted = status === 'open' && page.cursor === undefined
  return {
    total: isCounted ? await countOpenOrders(db, { customer, symbol }) : null,
    ...(await pageOf(
      page,
      ['id'],
      (slice) => listOrders(db, { customer, statuses, symbol, ...slice }),
      orderView,
    )),
  }
}

/**
 * One of a customer's orders with its trades.
 *
 * Refuses: ORDER_NOT_FOUND, the same for somebody else's as for none.
 */
export async function orderDetail({ db }: Spot, customer: CustomerId, id: OrderId) {
  const order = await findOrder(db, customer, id)
  if (!order) throw refusal('ORDER_NOT_FOUND')
  return { order, trades: await tradesOf(db, order) }
}

/**
 * The customer's order that a trade was a fill of, with all its trades.
 *
 * Refuses: NOT_FOUND, the same for a trade between others as for none.
 */
export async function orderOfTrade({ db }: Spot, customer: CustomerId, tradeId: TradeId) {
  const id = await orderInTrade(db, customer, tradeId)
  const order = id === undefined ? undefined : await findOrder(db, customer, id)
  if (!order) throw refusal('NOT_FOUND')
  return { order, trades: await tradesOf(db, order) }
}

/** The book of an instrument by price, as last committed. */
export function bookDepth({ engine }: Spot, symbol: string) {
  const instrument = spotInstrument(symbol)
  const depth = engine.depth(symbol)
  if (!depth) throw refusal('INSTRUMENT_UNKNOWN')
  return { instrument, depth }
}

/** A page of the trades of an instrument, newest first. */
export function tradePage({ db }: Spot, symbol: string, page: PageInput) {
  const instrument = spotInstrument(symbol)
  return pageOf(
    page,
    ['id'],
    (slice) => listTrades(db, symbol, slice),
    (trade) => tradeView(instrument, trade, trade.taker_side, trade.created_at),
  )
}

/** The instrument of that symbol, if it may be traded here. */
function spotInstrument(symbol: string): Instrument {
  const instrument = findInstrument(symbol)
  if (!instrument?.products.includes('spot')) throw refusal('INSTRUMENT_UNKNOWN')
  return instrument
}

const keyed = ({ customer, key }: Caller, path: string, input: object): KeyedCall | undefined =>
  keyedCall({ customer }, key, path, input)
