import { type Refusal, refusal } from '#domain/errors.ts'
import { type CustomerId, orderId, tradeId } from '#domain/ids.ts'
import { type Instrument, notionalOf } from '#domain/market/instrument.ts'
import { type Price, price, type Quantity, quantity, type Units, units } from '#domain/money/amount.ts'
import {
  type CancelReason,
  type CheckedOrder,
  holdFor,
  isWorse,
  MAX_OPEN_ORDERS,
  payCurrency,
  protectionPrice,
  quantityForSpend,
  receiveCurrency,
  settleFill,
} from '#domain/spot/rules.ts'
import { type AccountId, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { hold, release, type Transfer } from '#server/core/ledger/ledger.ts'
import {
  CANCELLED_FOK,
  CANCELLED_IOC,
  CANCELLED_POST_ONLY,
  CANCELLED_SELF_TRADE,
  FILLED,
  place,
} from '#server/markets/book/book.ts'
import { bestPrice, fillsUpTo } from '#server/markets/book/views.ts'
import { nextId } from '#server/platform/ids.ts'
import { spotAccounts } from './accounts.ts'
import { addOrder, type Batch, type Trade } from './batch.ts'
import {
  addResting,
  type Books,
  cancelResting,
  findResting,
  isTooManyOpen,
  type Market,
  marketOf,
  type RestingOrder,
  removeResting,
  restingIn,
} from './books.ts'
import {
  createOrder,
  heldFor,
  isProtected,
  keptFor,
  payAccount,
  receiveAccount,
  type SpotOrder,
} from './order.ts'
import { dropUncovered, orderOfFill } from './quotes.ts'

/** A customer's order that has been checked against the rules. */
export interface NewOrder extends CheckedOrder {
  readonly customer: CustomerId
  readonly symbol: string
  readonly tapeSequence: number | null
  /** The version of the instrument's terms that the customer saw. */
  readonly termsVersion?: number | undefined
}

/**
 * Places an order: refuses it, or fills what can be filled and lets the rest stand.
 *
 * What fills at once is paid straight from what is available, at the resting orders' prices, so that a
 * better price than the limit needs no giving back. Only what rests is set aside.
 */
export function decidePlace(books: Books, batch: Batch, draft: NewOrder): SpotOrder | Refusal {
  const market = marketOf(books, draft.symbol)
  const { instrument, book } = market
  const { side, customer } = draft
  const canRest = draft.orderType === 'limit' && draft.timeInForce === 'gtc'

  const { takeProfit, stopLoss } = draft.attached ?? {}
  const sales = [takeProfit, stopLoss].filter((each) => each !== undefined).length
  const more = Math.max(sales, canRest ? 1 : 0)
  if (more > 0 && isTooManyOpen(books, market, customer, more)) {
    return refusal('TOO_MANY_OPEN_ORDERS', { maximum: MAX_OPEN_ORDERS })
  }
  dropUncovered(batch, market, side)
  const opposite = bestPrice(book, side === 'buy' ? 'sell' : 'buy')
  const isOutOfReach = opposite === 0 || isWorse(side, BigInt(opposite), draft.worstPrice)
  if (draft.limitPrice === undefined && isOutOfReach) {
    return refusal('NO_LIQUIDITY', { symbol: instrument.label })
  }
  const limit =
    draft.limitPrice ?? protectionPrice(instrument, side, price(BigInt(opposite)), draft.worstPrice)
  const size = draft.spend === undefined ? draft.quantity : sizeForSpend(market, draft, limit, draft.spend)
  if (draft.spend !== undefined && size === 0n) return refusal('AMOUNT_INVALID')
  const { cost, filled } = fillsAtOnce(market, draft, size, Number(limit))
  const rest = canRest ? quantity(size - filled) : quantity(0n)
  const needed = units(cost + holdFor(instrument, side, limit, rest))
  if (batch.available.get(payAccount(market, customer, side))! < needed) {
    return refusal('INSUFFICIENT_BALANCE')
  }

  // No refusals from here on.
  const order = createOrder(instrument, batch.atMs, {
    ...{ id: orderId(nextId()), customer, side, price: Number(limit), quantity: Number(size) },
    orderType: draft.orderType,
    timeInForce: draft.timeInForce,
    postOnly: draft.postOnly,
    tapeSequence: draft.tapeSequence,
    takeProfit: takeProfit === undefined ? null : Number(takeProfit),
    stopLoss: stopLoss === undefined ? null : Number(stopLoss),
  })
  addOrder(batch, order)
  enterBook(books, batch, market, order)
  return order
}

/**
 * Brings an order to its book, paid from what is available: fills what can be filled, and lets the rest stand and
 * sets aside what it needs, or ends it.
 */
export function enterBook(books: Books, batch: Batch, market: Market, order: SpotOrder): void {
  const { side, customer } = order
  const timeInForce = order.postOnly ? 'post-only' : order.timeInForce
  const size = order.quantity - order.filled
  const answer = place(market.book, side, order.price, size, Number(customer), timeInForce)
  settle(books, batch, market, order)
  if (answer >= 0) {
    addResting(books, market, order, answer)
    deductAvailable(batch, payAccount(market, customer, side), heldFor(market.instrument, order))
  } else if (answer !== FILLED) {
    order.status = 'cancelled'
    order.reason = CANCEL_REASONS[answer]!
    noteEnd(batch, order, order.tapeSequence)
    endSibling(books, batch, order)
  }
}

/** Cancels an order for its owner, with the other one of its pair; gives back what they have set aside. */
export function decideCancel(books: Books, batch: Batch, resting: RestingOrder): SpotOrder {
  const { order } = resting
  const sibling = order.sibling === null ? undefined : findResting(books, order.sibling)
  if (sibling) endOrder(books, batch, sibling, 'user')
  return endOrder(books, batch, resting, 'user')
}

/** Ends an order that is not over, and gives back what it has set aside. */
function endOrder(books: Books, batch: Batch, resting: RestingOrder, reason: CancelReason): SpotOrder {
  const { order, market } = resting
  touch(batch, market, order)
  releaseHeld(batch, market, order, heldFor(market.instrument, order))
  cancelResting(books, resting)
  order.status = 'cancelled'
  order.reason = reason
  noteEnd(batch, order, order.tapeSequence)
  return order
}

/** Has the take profit and stop loss of a buy placed, if it bought anything. `tapeSequence` is of its instrument. */
function noteEnd(batch: Batch, order: SpotOrder, tapeSequence: number | null): void {
  if (isProtected(order) && order.filled > 0) batch.ended.push({ order, tapeSequence: tapeSequence ?? 0 })
}

/** Of a pair one order trades: when it fills or triggers, or ends, the other is cancelled. */
export function endSibling(books: Books, batch: Batch, { sibling }: SpotOrder): void {
  const other = sibling === null ? undefined : findResting(books, sibling)
  if (other) endOrder(books, batch, other, 'oco')
}

const CANCEL_REASONS: Readonly<Record<number, CancelReason>> = {
  [CANCELLED_IOC]: 'ioc',
  [CANCELLED_FOK]: 'fok',
  [CANCELLED_POST_ONLY]: 'post-only',
  [CANCELLED_SELF_TRADE]: 'self-trade',
}

/** Turns the fills in the book's buffer into trades and transfers. */
function settle(books: Books, batch: Batch, market: Market, taker: SpotOrder): void {
  const { instrument, book } = market
  const { fills } = book
  const isBuy = taker.side === 'buy'
  const [pays, receives] = [payCurrency(instrument, taker.side), receiveCurrency(instrument, taker.side)]
  const takerPays = accountId(taker.customer, spotAccounts.spot, 'available', pays)
  const takerReceives = accountId(taker.customer, spotAccounts.spot, 'available', receives)
  for (let i = 0; i < fills.count; i++) {
    const slot = fills.makerSlot[i]!
    const resting = restingIn(books, market, slot)
    const isQuote = market.quotes.has(resting)
    const maker = isQuote ? orderOfFill(batch, market, resting, fills.quantity[i]!) : resting
    const [atPrice, size] = [price(BigInt(fills.price[i]!)), quantity(BigInt(fills.quantity[i]!))]
    const takes = settleFill(instrument, taker.side, atPrice, size, taker.takerFeeBps)
    const makes = settleFill(instrument, maker.side, atPrice, size, maker.makerFeeBps)
    const trade: Trade = {
      id: tradeId(nextId()),
      symbol: instrument.symbol,
      maker: maker.id,
      makerCustomer: maker.customer,
      taker: taker.id,
      takerCustomer: taker.customer,
      takerSide: taker.side,
      price: fills.price[i]!,
      quantity: fills.quantity[i]!,
      makerFee: makes.fee,
      takerFee: takes.fee,
    }
    batch.trades.push(trade)
    if (!isQuote) touch(batch, market, maker)
    const makerPays = isQuote
      ? payAccount(market, maker.customer, maker.side)
      : payFromRest(batch, market, maker, makes.pays)
    const makerReceives = accountId(maker.customer, spotAccounts.spot, 'available', pays)
    pay(batch, takerPays, makerReceives, takes.pays, trade.id)
    pay(batch, makerPays, takerReceives, makes.pays, trade.id)
    deductAvailable(batch, makerReceives, makes.fee)
    deductAvailable(batch, takerReceives, takes.fee)

    const notional = isBuy ? takes.pays : takes.gross
    applyFill(taker, trade.quantity, notional, takes.fee)
    applyFill(maker, trade.quantity, notional, makes.fee)
    for (const [side, arrived] of [
      [taker, takes.receives],
      [maker, makes.receives],
    ] as const) {
      if (!isProtected(side)) continue
      deductAvailable(batch, receiveAccount(market, side), arrived)
      if (side.status === 'filled') noteEnd(batch, side, taker.tapeSequence)
    }
    endSibling(books, batch, taker)
    endSibling(books, batch, maker)
    if (fills.makerRemaining[i]! > 0) continue
    if (isQuote) market.inSlot[slot] = undefined
    else removeResting(books, market, maker, slot)
  }
}

/**
 * Which account a resting order pays a fill from: what it holds, or, while that is still to be set aside at
 * the end of this batch, what is available: it is new in its queue.
 */
function payFromRest(batch: Batch, market: Market, order: SpotOrder, amount: bigint): AccountId {
  if (batch.added.has(order) || batch.requeued.has(order)) {
    const account = payAccount(market, order.customer, order.side)
    addAvailable(batch, account, amount)
    return account
  }
  batch.before.get(order)!.held -= amount
  return accountId(order.customer, spotAccounts.spot, 'held', payCurrency(market.instrument, order.side))
}

function applyFill(order: SpotOrder, size: number, notional: bigint, fee: bigint): void {
  order.filled += size
  order.notional += notional
  order.fee += fee
  if (order.filled === order.quantity) order.status = 'filled'
}

/** How much a market buy's amount buys of the book as it stands. */
function sizeForSpend({ instrument, book }: Market, draft: NewOrder, limit: Price, amount: Units): Quantity {
  const all = fillsUpTo(book, draft.side, Number(limit), Number.MAX_SAFE_INTEGER, Number(draft.customer))
  return quantityForSpend(instrument, all, limit, amount)
}

/** What an order would fill now, and what exactly that costs: a customer needs no more than is booked. */
function fillsAtOnce(market: Market, draft: NewOrder, ordered: Quantity, limit: number) {
  const { instrument, book } = market
  const size = Number(ordered)
  let [cost, filled] = [0n, 0n]
  for (const fill of fillsUpTo(book, draft.side, limit, size, Number(draft.customer))) {
    const part = quantity(BigInt(fill.quantity))
    filled += part
    cost +=
      draft.side === 'buy'
        ? notionalOf(instrument, price(BigInt(fill.price)), part)
        : holdFor(instrument, 'sell', price(1n), part)
  }
  return { cost, filled }
}

/**
 * All that a batch moves: first what is released, then the fills, the fee of each order, and last what is
 * newly held, netted per account. So no balance is below zero at any step: until its end, an account has at
 * least what deciding counted on.
 */
export function transfersOf(books: Books, batch: Batch): Transfer[] {
  const [released, held] = [new Map<AccountId, Netted>(), new Map<AccountId, Netted>()]
  const fees: Transfer[] = []
  for (const [order, before] of batch.before) {
    const { instrument } = books.markets.get(order.symbol)!
    const change = heldFor(instrument, order) - before.held
    const pays = payCurrency(instrument, order.side)
    if (change < 0n) net(released, pays, order, -change)
    if (change > 0n) net(held, pays, order, change)
    const kept = keptFor(instrument, order) - before.kept
    const receives = receiveCurrency(instrument, order.side)
    if (kept < 0n) net(released, receives, order, -kept)
    if (kept > 0n) net(held, receives, order, kept)
    if (order.fee > before.fee) fees.push(feeOf(instrument, order, order.fee - before.fee))
  }
  const releases = [...released.values()].map(({ customer, currency, amount, reference }) =>
    release(customer, spotAccounts.spot, currency, units(amount), 'spot-release', reference),
  )
  const holds = [...held.values()].map(({ customer, currency, amount, reference }) =>
    hold(customer, spotAccounts.spot, currency, units(amount), 'spot-hold', reference),
  )
  return [...releases, ...batch.fills, ...fees, ...holds]
}

/** What is held or released in all for the orders of one account. */
interface Netted {
  readonly customer: CustomerId
  readonly currency: string
  amount: bigint
  /** The order it is for; none where it is for several. */
  reference: bigint
}

const SEVERAL_ORDERS = 0n

function net(into: Map<AccountId, Netted>, currency: string, order: SpotOrder, amount: bigint): void {
  const { customer, id } = order
  const account = accountId(customer, spotAccounts.spot, 'available', currency)
  const before = into.get(account)
  if (!before) {
    into.set(account, { customer, currency, amount, reference: id })
    return
  }
  before.amount += amount
  before.reference = SEVERAL_ORDERS
}

function feeOf(instrument: Instrument, order: SpotOrder, fee: bigint): Transfer {
  const currency = receiveCurrency(instrument, order.side)
  return {
    debit: accountId(order.customer, spotAccounts.spot, 'available', currency),
    credit: platformAccount(spotAccounts.fees, currency),
    amount: units(fee),
    reason: 'spot-fee',
    reference: order.id,
  }
}

/** Counts what an order sets aside no longer as available again. */
export function releaseHeld(batch: Batch, market: Market, order: SpotOrder, amount: bigint): void {
  addAvailable(batch, payAccount(market, order.customer, order.side), amount)
}

/** Moves what a fill pays, and follows it in the balances that later orders of the batch may spend. */
function pay(batch: Batch, debit: AccountId, credit: AccountId, amount: Units, reference: bigint): void {
  batch.fills.push({ debit, credit, amount, reason: 'spot-trade', reference })
  deductAvailable(batch, debit, amount)
  addAvailable(batch, credit, amount)
}

/** Less of an account may be spent by later orders of the batch. */
export function deductAvailable({ available }: Batch, account: AccountId, amount: bigint): void {
  const before = available.get(account)
  if (before !== undefined) available.set(account, before - amount)
}

/** More of an account may be spent by later orders of the batch. */
export function addAvailable({ available }: Batch, account: AccountId, amount: bigint): void {
  const before = available.get(account)
  if (before !== undefined) available.set(account, before + amount)
}

/** Notes what an order had before this batch changes it. */
export function touch(batch: Batch, market: Market, order: SpotOrder): void {
  order.updatedAtMs = batch.atMs
  if (batch.before.has(order)) return
  batch.changed.add(order)
  const { instrument } = market
  const had = { held: heldFor(instrument, order), fee: order.fee, kept: keptFor(instrument, order) }
  batch.before.set(order, had)
}
