import { type Refusal, refusal } from '#domain/errors.ts'
import { notionalOf } from '#domain/market/instrument.ts'
import { price, type Quantity, quantity, type Units, units } from '#domain/money/amount.ts'
import {
  type CancelReason,
  type CheckedOrder,
  holdFor,
  isWorse,
  MAX_OPEN_ORDERS,
  payCurrency,
  protectionPrice,
  receiveCurrency,
  type Side,
  settleFill,
} from '#domain/spot/rules.ts'
import { nextId } from '#server/core/ids.ts'
import { type AccountId, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { hold, release, type Transfer } from '#server/core/ledger/ledger.ts'
import {
  CANCELLED_FOK,
  CANCELLED_IOC,
  CANCELLED_POST_ONLY,
  CANCELLED_SELF_TRADE,
  FILLED,
  place,
  shrink,
} from '#server/markets/book/book.ts'
import { bestPrice, fillsUpTo } from '#server/markets/book/views.ts'
import { spotAccounts } from './accounts.ts'
import {
  addResting,
  type Books,
  heldFor,
  type Market,
  type RestingOrder,
  removeResting,
  type SpotOrder,
  takeOut,
} from './books.ts'

/**
 * What a batch decides, collected until it is written in one transaction.
 *
 * Deciding changes the books in memory at once: should the writing fail, they are thrown away.
 */
export interface Batch {
  readonly atMs: number
  /** What may be spent, of every account that an order of this batch pays from; locked in the database. */
  readonly available: Map<AccountId, bigint>
  readonly added: Set<SpotOrder>
  /** Orders from earlier batches that this one changes. */
  readonly changed: Set<SpotOrder>
  readonly trades: Trade[]
  readonly transfers: Transfer[]
}

export interface Trade {
  readonly id: bigint
  readonly symbol: string
  readonly maker: bigint
  readonly taker: bigint
  readonly takerSide: Side
  readonly price: number
  readonly quantity: number
  readonly makerFee: bigint
  readonly takerFee: bigint
}

/** A customer's order that has been checked against the rules. */
export interface NewOrder extends CheckedOrder {
  readonly customer: bigint
  readonly symbol: string
  readonly tapeSequence: number | null
}

/** Starts an empty batch on the balances that the database has locked for it. */
export const createBatch = (atMs: number, available: Map<AccountId, bigint>): Batch => ({
  atMs,
  available,
  added: new Set(),
  changed: new Set(),
  trades: [],
  transfers: [],
})

/** The account an order pays from. */
export const payAccount = (market: Market, customer: bigint, side: Side): AccountId =>
  accountId(customer, spotAccounts.spot, 'available', payCurrency(market.instrument, side))

/**
 * Places an order: refuses it, or fills what can be filled and lets the rest stand.
 *
 * What fills at once is paid straight from what is available, at the resting orders' prices, so that a
 * better price than the limit needs no giving back. Only what rests is set aside.
 */
export function decidePlace(books: Books, batch: Batch, draft: NewOrder): SpotOrder | Refusal {
  const market = books.markets.get(draft.symbol)!
  const { instrument, book } = market
  const { side, customer } = draft
  const canRest = draft.orderType === 'limit' && draft.timeInForce === 'gtc'

  if (canRest && (market.openOf.get(customer)?.size ?? 0) >= MAX_OPEN_ORDERS) {
    return refusal('TOO_MANY_OPEN_ORDERS', { maximum: MAX_OPEN_ORDERS })
  }
  const opposite = bestPrice(book, side === 'buy' ? 'sell' : 'buy')
  const isOutOfReach = opposite === 0 || isWorse(side, BigInt(opposite), draft.worstPrice)
  if (draft.limitPrice === undefined && isOutOfReach) {
    return refusal('NO_LIQUIDITY', { symbol: instrument.label })
  }
  const limit =
    draft.limitPrice ?? protectionPrice(instrument, side, price(BigInt(opposite)), draft.worstPrice)
  const account = payAccount(market, customer, side)
  const needed =
    draft.limitPrice === undefined
      ? costAtMarket(market, draft, Number(limit))
      : holdFor(instrument, side, limit, draft.quantity)
  if (batch.available.get(account)! < needed) return refusal('INSUFFICIENT_BALANCE')

  // Must succeed from here.
  const order: SpotOrder = {
    id: nextId(),
    customer,
    symbol: draft.symbol,
    side,
    orderType: draft.orderType,
    timeInForce: draft.timeInForce,
    postOnly: draft.postOnly,
    price: Number(limit),
    quantity: Number(draft.quantity),
    filled: 0,
    notional: 0n,
    fee: 0n,
    makerFeeBps: instrument.makerFeeBps,
    takerFeeBps: instrument.takerFeeBps,
    status: 'open',
    reason: null,
    tapeSequence: draft.tapeSequence,
    createdAtMs: batch.atMs,
    updatedAtMs: batch.atMs,
  }
  batch.added.add(order)
  const timeInForce = draft.postOnly ? 'post-only' : draft.timeInForce
  const answer = place(book, side, order.price, order.quantity, Number(customer), timeInForce)
  settle(books, batch, market, order)

  if (answer >= 0) {
    addResting(books, market, order, answer)
    const held = heldFor(instrument, order)
    post(batch, hold(customer, spotAccounts.spot, payCurrency(instrument, side), held, 'spot-hold', order.id))
  } else if (answer !== FILLED) {
    order.status = 'cancelled'
    order.reason = CANCEL_REASONS[answer]!
  }
  return order
}

/** Cancels an open order and gives back what it has set aside. */
export function decideCancel(books: Books, batch: Batch, resting: RestingOrder): SpotOrder {
  const { order, market } = resting
  giveBack(batch, market, order, heldFor(market.instrument, order))
  takeOut(books, resting)
  order.status = 'cancelled'
  order.reason = 'user'
  touch(batch, order)
  return order
}

/**
 * Makes an open order smaller where it stands: it keeps its place in the queue.
 *
 * Units: `remaining` is what is to be left, in steps.
 */
export function decideShrink(batch: Batch, resting: RestingOrder, remaining: Quantity): SpotOrder | Refusal {
  const { order, market, slot } = resting
  const before = heldFor(market.instrument, order)
  if (!shrink(market.book, slot, Number(remaining))) return refusal('AMOUNT_INVALID')
  order.quantity = order.filled + Number(remaining)
  giveBack(batch, market, order, units(before - heldFor(market.instrument, order)))
  touch(batch, order)
  return order
}

const CANCEL_REASONS: Readonly<Record<number, CancelReason>> = {
  [CANCELLED_IOC]: 'ioc',
  [CANCELLED_FOK]: 'fok',
  [CANCELLED_POST_ONLY]: 'post-only',
  [CANCELLED_SELF_TRADE]: 'self-trade',
}

/** Turns the fills in the book's buffer into trades and transfers; the taker's fee is one transfer for all. */
function settle(books: Books, batch: Batch, market: Market, taker: SpotOrder): void {
  const { instrument, book, inSlot } = market
  const { fills } = book
  const isBuy = taker.side === 'buy'
  for (let i = 0; i < fills.count; i++) {
    const slot = fills.makerSlot[i]!
    const maker = inSlot[slot]!
    const [atPrice, size] = [price(BigInt(fills.price[i]!)), quantity(BigInt(fills.quantity[i]!))]
    const takes = settleFill(instrument, taker.side, atPrice, size, taker.takerFeeBps)
    const makes = settleFill(instrument, maker.side, atPrice, size, maker.makerFeeBps)
    const trade: Trade = {
      id: nextId(),
      symbol: instrument.symbol,
      maker: maker.id,
      taker: taker.id,
      takerSide: taker.side,
      price: fills.price[i]!,
      quantity: fills.quantity[i]!,
      makerFee: makes.fee,
      takerFee: takes.fee,
    }
    batch.trades.push(trade)
    const [pays, receives] = [payCurrency(instrument, taker.side), receiveCurrency(instrument, taker.side)]
    post(batch, {
      debit: accountId(taker.customer, spotAccounts.spot, 'available', pays),
      credit: accountId(maker.customer, spotAccounts.spot, 'available', pays),
      amount: takes.pays,
      reason: 'spot-trade',
      reference: trade.id,
    })
    post(batch, {
      debit: accountId(maker.customer, spotAccounts.spot, 'held', receives),
      credit: accountId(taker.customer, spotAccounts.spot, 'available', receives),
      amount: makes.pays,
      reason: 'spot-trade',
      reference: trade.id,
    })
    charge(batch, maker, pays, makes.fee)

    const notional = isBuy ? takes.pays : takes.gross
    applyFill(taker, trade.quantity, notional, takes.fee)
    applyFill(maker, trade.quantity, notional, makes.fee)
    touch(batch, maker)
    if (fills.makerRemaining[i] === 0) removeResting(books, market, maker, slot)
  }
  charge(batch, taker, receiveCurrency(instrument, taker.side), taker.fee)
}

function applyFill(order: SpotOrder, size: number, notional: bigint, fee: bigint): void {
  order.filled += size
  order.notional += notional
  order.fee += fee
  if (order.filled === order.quantity) order.status = 'filled'
}

/** What a market order would cost now: exactly what it fills, for nothing of it will rest. */
function costAtMarket(market: Market, draft: NewOrder, limit: number): Units {
  const { instrument, book } = market
  const size = Number(draft.quantity)
  let cost = 0n
  for (const fill of fillsUpTo(book, draft.side, limit, size, Number(draft.customer))) {
    const filled = quantity(BigInt(fill.quantity))
    cost +=
      draft.side === 'buy'
        ? notionalOf(instrument, price(BigInt(fill.price)), filled)
        : holdFor(instrument, 'sell', price(1n), filled)
  }
  return units(cost)
}

function charge(batch: Batch, order: SpotOrder, currency: string, fee: bigint): void {
  if (fee === 0n) return
  post(batch, {
    debit: accountId(order.customer, spotAccounts.spot, 'available', currency),
    credit: platformAccount(spotAccounts.fees, currency),
    amount: units(fee),
    reason: 'spot-fee',
    reference: order.id,
  })
}

function giveBack(batch: Batch, market: Market, order: SpotOrder, amount: Units): void {
  const currency = payCurrency(market.instrument, order.side)
  post(batch, release(order.customer, spotAccounts.spot, currency, amount, 'spot-release', order.id))
}

/** Adds a transfer and follows what it does to the balances that later orders of the batch may spend. */
function post({ transfers, available }: Batch, transfer: Transfer): void {
  transfers.push(transfer)
  const { debit, credit, amount } = transfer
  if (available.has(debit)) available.set(debit, available.get(debit)! - amount)
  if (available.has(credit)) available.set(credit, available.get(credit)! + amount)
}

function touch(batch: Batch, order: SpotOrder): void {
  order.updatedAtMs = batch.atMs
  if (!batch.added.has(order)) batch.changed.add(order)
}
