import { allowed, type Decision, refusal, refused, requireAllowed } from '#domain/errors.ts'
import type { CustomerId, OrderId, TradeId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { price } from '#domain/money/amount.ts'
import type { FillsProofFile, ProofFile } from '#domain/proof/contract.ts'
import type { AmendDraft } from '#domain/spot/amend.ts'
import { type AttachedDraft, checkAttached } from '#domain/spot/attached.ts'
import type { BookStep } from '#domain/spot/book-rows.ts'
import { checkOco, type OcoDraft } from '#domain/spot/oco.ts'
import {
  activeStatuses,
  type CheckedOrder,
  checkOrder,
  type OrderDraft,
  type OrderStatus,
  type OrderType,
  pastStatuses,
  type Side,
} from '#domain/spot/rules.ts'
import { type PageInput, pageOf } from '#server/core/page.ts'
import { noPrice } from '#server/markets/no-price.ts'
import type { Proofs } from '#server/markets/tape/proofs.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type KeyedCall, keyedCall } from '#server/platform/idempotency.ts'
import type { BookDepth } from './books.ts'
import type { Engine } from './engine.ts'
import type { SpotOrder } from './order.ts'
import {
  amendmentsOf,
  countOrders,
  findOrder,
  listOrders,
  listTrades,
  orderInTrade,
  tradesOf,
} from './order-store.ts'
import { noteOfOrder, proofOfFills, proofOfStop } from './receipts.ts'
import { attachedOf } from './store.ts'
import { orderView, tradeView } from './views.ts'

export { feesOfEnded, type PaidFee, tradingFees } from './paid-fees.ts'

/** What spot trading needs to know of the market: the newest tick, whether it may decide money, and whether one can come. */
export interface PriceSource {
  lastTick(symbol: string): Tick | undefined
  isFresh(symbol: string): boolean
  canPrice(symbol: string): boolean
}

export interface Spot {
  readonly db: Db
  readonly engine: Engine
  readonly prices: PriceSource
  readonly proofs: Proofs
}

/** Who asks, under which idempotency key, having seen what. */
export interface Caller {
  readonly customer: CustomerId
  readonly key?: string | undefined
  /** The version of the instrument's terms that they saw. */
  readonly termsVersion?: number | undefined
}

/**
 * Places an order.
 *
 * Refuses: what `checkOrder` and `checkAttached` refuse; a market order or a stop while there is no fresh price, any order before
 * the first, and of what has none here at all; TERMS_CHANGED; TRIGGER_PRICE_REACHED by the newest tick; INSUFFICIENT_BALANCE, NO_LIQUIDITY,
 * TOO_MANY_OPEN_ORDERS by the book as it then stands.
 */
export async function placeOrder(
  { engine, prices }: Spot,
  caller: Caller,
  symbol: string,
  draft: OrderDraft & AttachedDraft,
): Promise<SpotOrder> {
  const { customer, termsVersion } = caller
  const instrument = spotInstrument(symbol)
  const call = keyed(caller, '/coin/trade', { symbol, ...draft })
  const checked = checkNow(instrument, draft, prices)
  // The market may have moved since the same call placed the order: its key knows.
  if (!checked.ok && call) return engine.refuse(customer, refusal(checked.code, checked.params), call)
  const { order, tapeSequence } = requireAllowed(checked)
  return engine.place({ ...order, tapeSequence, customer, symbol, termsVersion }, call)
}

/** Checks an order against the rules and the market as it is now. */
function checkNow(
  instrument: Instrument,
  draft: OrderDraft & AttachedDraft,
  prices: PriceSource,
): Decision<{ readonly order: CheckedOrder; readonly tapeSequence: number }> {
  const tick = prices.lastTick(instrument.symbol)
  const needsFresh = draft.orderType !== 'limit'
  if (!tick || (needsFresh && !prices.isFresh(instrument.symbol)) || !prices.canPrice(instrument.symbol)) {
    const { code, params } = noPrice(prices, instrument)
    return refused(code, params)
  }
  const last = price(BigInt(tick.price))
  const check = checkOrder(instrument, draft, last)
  if (!check.ok) return check
  const { order } = check
  const attached = checkAttached(instrument, draft, order.limitPrice, last)
  if (!attached.ok) return attached
  return allowed({ order: { ...order, attached: attached.attached }, tapeSequence: tick.sequence })
}

/**
 * Places a limit order and a stop on one hold, of which one cancels the other.
 *
 * Refuses: what `checkOco` refuses, and what `placeOrder` does.
 * Returns: the limit order, then the stop.
 */
export async function placePair(
  { engine, prices }: Spot,
  caller: Caller,
  symbol: string,
  draft: OcoDraft,
): Promise<SpotOrder[]> {
  const { customer, termsVersion } = caller
  const instrument = spotInstrument(symbol)
  const call = keyed(caller, '/coin/oco', { symbol, ...draft })
  const tick = prices.isFresh(symbol) ? prices.lastTick(symbol) : undefined
  const checked = tick
    ? checkOco(instrument, draft, price(BigInt(tick.price)))
    : { ...noPrice(prices, instrument), ok: false as const }
  if (!checked.ok && call) return engine.refusePair(customer, refusal(checked.code, checked.params), call)
  const { limit, stop } = requireAllowed(checked)
  const pair = { customer, symbol, limit, stop, tapeSequence: tick!.sequence, termsVersion }
  return engine.placePair(pair, call)
}

/**
 * Changes price, trigger price or quantity of one of the caller's orders.
 *
 * Refuses: ORDER_NOT_FOUND, the same for somebody else's as for none; ORDER_NOT_AMENDABLE once it is over; PRICE_STALE
 * for another trigger while there is no fresh price; what `decideAmend` refuses; CHANGES_TOO_MANY.
 */
export async function amendOrder(
  { db, engine, prices }: Spot,
  caller: Caller,
  id: OrderId,
  draft: AmendDraft,
): Promise<SpotOrder> {
  const order = await findOrder(db, caller.customer, id)
  if (!order) throw refusal('ORDER_NOT_FOUND')
  const isSeen = draft.triggerPrice === undefined || prices.isFresh(order.symbol)
  const tick = isSeen ? prices.lastTick(order.symbol) : undefined
  const change = {
    ...{ draft, lastPrice: tick && price(BigInt(tick.price)) },
    tapeSequence: tick?.sequence ?? 0,
  }
  return engine.amend(caller.customer, id, change, keyed(caller, '/coin/amend', { id, ...draft }))
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

/** Which of a customer's orders, or of their fills. */
export interface FillQuestion {
  readonly symbol?: string | undefined
  readonly side?: Side | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}
export interface OrderQuestion extends FillQuestion {
  readonly status?: OrderStatus | 'active' | 'past' | undefined
  readonly orderType?: OrderType | undefined
}

/** A page of a customer's orders, newest first; with the first page of those that are not over, how many in all. */
export async function orderPage(
  { db }: Spot,
  { customer, cursor, page, limit, ...question }: OrderQuestion & PageInput & { customer: CustomerId },
) {
  const filter = { customer, ...question, statuses: statusesOf(question.status) }
  const isCounted = filter.statuses?.every(isActive) && cursor === undefined
  return {
    total: isCounted ? await countOrders(db, filter) : null,
    ...(await pageOf(
      { cursor, page, limit },
      ['id'],
      (slice) => listOrders(db, { ...filter, ...slice }),
      orderView,
    )),
  }
}

/** The statuses that an asked one stands for; undefined for all. */
export function statusesOf(status: OrderQuestion['status']): readonly OrderStatus[] | undefined {
  if (status === 'active') return activeStatuses
  return status === 'past' ? pastStatuses : status && [status]
}

const isActive = (status: OrderStatus): boolean => (activeStatuses as readonly OrderStatus[]).includes(status)

/**
 * One of a customer's orders with its trades.
 *
 * Refuses: ORDER_NOT_FOUND, the same for somebody else's as for none.
 */
export async function orderDetail({ db }: Spot, customer: CustomerId, id: OrderId, most = MAX_FILLS) {
  const order = await findOrder(db, customer, id)
  if (!order) throw refusal('ORDER_NOT_FOUND')
  return withHistory(db, order, { most })
}

/**
 * The customer's order that a trade was a fill of, with its trades up to that one.
 *
 * Refuses: NOT_FOUND, the same for a trade between others as for none.
 */
export async function orderOfTrade({ db }: Spot, customer: CustomerId, tradeId: TradeId, most = MAX_FILLS) {
  const id = await orderInTrade(db, customer, tradeId)
  const order = id === undefined ? undefined : await findOrder(db, customer, id)
  if (!order) throw refusal('NOT_FOUND')
  const all = await withHistory(db, order, { most })
  if (all.trades.some(({ id: shown }) => shown === tradeId)) return all
  return withHistory(db, order, { most, through: tradeId })
}

/** How many fills are shown with an order: one may have any number, all of them are in its file. */
export const MAX_FILLS = 1_000

async function withHistory(
  db: Db,
  order: SpotOrder,
  { most, through }: { readonly most: number; readonly through?: TradeId },
) {
  const trades = await tradesOf(db, order, { most: most + 1, through })
  const hasMoreFills = through !== undefined || trades.length > most
  return { ...(await historyOf(db, order)), order, trades: trades.slice(-most), hasMoreFills }
}

const historyOf = async (db: Db, order: SpotOrder) => ({
  amendments: await amendmentsOf(db, order.id),
  receipt: await noteOfOrder(db, order),
  attached: await attachedOf(db, order.id),
})

/**
 * All that is needed to compute again which tick triggered one of a customer's stops; of another order that is over, what
 * is signed of it and its fills.
 *
 * Refuses: ORDER_NOT_FOUND, the same for somebody else's as for none; NOT_FOUND while it waits or stands in the book, and of
 * a stop that was accepted without a receipt.
 */
export async function orderProof(
  { db, proofs }: Spot,
  customer: CustomerId,
  id: OrderId,
): Promise<ProofFile | FillsProofFile> {
  const order = await findOrder(db, customer, id)
  if (!order) throw refusal('ORDER_NOT_FOUND')
  const proof = (await proofOfStop(db, proofs, order)) ?? (await proofOfFills(db, proofs, order))
  if (!proof) throw refusal('NOT_FOUND')
  return proof
}

/**
 * The book of an instrument by price, as last committed, or in rows of several ticks; those that nobody asked for before
 * the batch under way come with its end.
 *
 * Refuses: INSTRUMENT_UNKNOWN; SERVICE_UNAVAILABLE where that batch does not end, and as `bestDepth`.
 */
export async function bookDepth(
  { engine }: { readonly engine: Pick<Engine, 'depth' | 'hasBooks' | 'rows'> },
  symbol: string,
  step: BookStep = 1,
) {
  const instrument = spotInstrument(symbol)
  if (!bestDepth(engine, symbol)) throw refusal('INSTRUMENT_UNKNOWN')
  const depth = await engine.rows(symbol, step)
  if (!depth) throw refusal('SERVICE_UNAVAILABLE')
  return { instrument, depth }
}

/**
 * The best levels of a book as last known; undefined of an instrument without one.
 *
 * Refuses: SERVICE_UNAVAILABLE while books are not known.
 */
export function bestDepth(engine: Pick<Engine, 'depth' | 'hasBooks'>, symbol: string): BookDepth | undefined {
  if (!engine.hasBooks()) throw refusal('SERVICE_UNAVAILABLE')
  return engine.depth(symbol)
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

export type { SpotOrder } from './order.ts'
/** What the traders' interface reads of orders and trades. */
export { findOrder, listOrders, tradesOf, tradesOfOrders } from './order-store.ts'
export type { SpotTradeRow } from './store.ts'
export { depthView, fillView, orderView } from './views.ts'
