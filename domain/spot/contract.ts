import * as z from 'zod/mini'
import { channel } from '../channel.ts'
import { endpoint, type WireNames } from '../endpoint.ts'
import {
  currencyCode,
  decimalInput,
  decimalString,
  flag,
  idOf,
  listedSymbol,
  momentInput,
  plainText,
  symbol,
  symbolInput,
  timeMs,
  whole,
} from '../fields.ts'
import type { OrderId, TradeId } from '../ids.ts'
import { listOf } from '../list.ts'
import { fillsProofFile, proofFile } from '../proof/contract.ts'
import { type BookStep, bookSteps, MAX_BOOK_ROWS, rowSteps } from './book-rows.ts'
import { cancelReasons, orderStatuses, orderTypes, sides, timesInForce } from './rules.ts'
import { triggerDirections } from './trigger.ts'

/**
 * Spot trading on the wire. Decimal strings throughout: prices in quote per base, quantities in base, fees
 * in the currency they are charged in.
 */

export const orderView = z.object({
  id: z.string(),
  symbol: z.string(),
  base: z.string(),
  quote: z.string(),
  side: z.enum(sides),
  orderType: z.enum(orderTypes),
  timeInForce: z.enum(timesInForce),
  postOnly: z.boolean(),
  /** For a market order the worst price it may fill at. */
  limitPrice: decimalString,
  /** What a stop waits for, and which way the last price goes to it; null for other orders. */
  triggerPrice: z.nullable(decimalString),
  triggerDirection: z.nullable(z.enum(triggerDirections)),
  /** The tick on the tape that triggered it, and its price; null before. */
  triggerSequence: z.nullable(z.number()),
  triggeredAtPrice: z.nullable(decimalString),
  /** The other order of its pair: when one fills or triggers, the other is cancelled. */
  siblingId: z.nullable(z.string()),
  /** Of a buy: what it bought is for sale at these once it is over. */
  takeProfit: z.nullable(decimalString),
  stopLoss: z.nullable(decimalString),
  /** Of a sale at one of them: the buy. */
  attachedTo: z.nullable(z.string()),
  /** In base: what it bought and keeps for them until it is over. */
  kept: decimalString,
  quantity: decimalString,
  filled: decimalString,
  remaining: decimalString,
  /** Null while nothing is filled. */
  averagePrice: z.nullable(decimalString),
  /** What has been traded so far, in quote. */
  notional: decimalString,
  /** What has been charged so far, in `feeCurrency`. */
  fee: decimalString,
  feeCurrency: z.string(),
  /** The rates that apply to this order, as they stood when it was accepted. */
  makerFeeBps: z.number(),
  takerFeeBps: z.number(),
  /** What is set aside for the rest, in `heldCurrency`. The limit order and the stop of a pair share one hold. */
  held: decimalString,
  heldCurrency: z.string(),
  status: z.enum(orderStatuses),
  /** Why it was cancelled; null otherwise. */
  reason: z.nullable(z.enum(cancelReasons)),
  /** The newest tick on the tape when the order was accepted; null before the first. */
  tapeSequence: z.nullable(z.number()),
  createdAtMs: timeMs,
  updatedAtMs: timeMs,
})
export type OrderView = z.output<typeof orderView>

/** An order's names in all calls and messages about orders. */
const orderOnWire: WireNames = {
  base: 'currency_id',
  quote: 'legal_id',
  side: { name: 'type', values: { buy: ['buy', '1'], sell: ['sell', '2'] } },
  quantity: 'amount',
  limitPrice: 'target_price',
  orderType: 'order_type',
  quoteAmount: 'quote_amount',
  triggerPrice: 'trigger_price',
  triggerDirection: 'trigger_direction',
  stopLimitPrice: 'stop_limit_price',
  takeProfit: 'target_profit_price',
  stopLoss: 'stop_loss_price',
  fromMs: 'from',
  toMs: 'to',
  timeInForce: 'time_in_force',
  postOnly: 'post_only',
  clientKey: 'client_key',
  termsVersion: 'terms_version',
}

/** The version of the instrument's terms (fees, smallest order) that the customer saw; refused if they have changed. */
const termsSeen = z.optional(whole(1, 999_999))

/** One fill of an order, as its owner sees it. */
export const fillView = z.object({
  id: z.string(),
  price: decimalString,
  quantity: decimalString,
  notional: decimalString,
  fee: decimalString,
  feeCurrency: z.string(),
  liquidity: z.enum(['maker', 'taker']),
  atMs: timeMs,
})
export type FillView = z.output<typeof fillView>

/** How an order was changed. */
export const amendmentView = z.object({
  limitPrice: decimalString,
  quantity: decimalString,
  previousLimitPrice: decimalString,
  previousQuantity: decimalString,
  /** Of a stop that waited; null of an order in the book. */
  triggerPrice: z.nullable(decimalString),
  previousTriggerPrice: z.nullable(decimalString),
  /** Whether it stayed where it stood in the queue of its price, or among the stops of its trigger price. */
  keepsPriority: z.boolean(),
  atMs: timeMs,
})
export type AmendmentView = z.output<typeof amendmentView>

export const levelView = z.object({ price: decimalString, quantity: decimalString, orders: z.number() })
export type LevelView = z.output<typeof levelView>

export const depthView = z.object({
  symbol: z.string(),
  /** How many ticks share a row: a bid's price is the lowest of its row, an ask's the highest. */
  step: z.number(),
  /** Best first. */
  bids: z.array(levelView),
  asks: z.array(levelView),
  /** Grows with every change of the book, also when the engine starts again. */
  sequence: z.number(),
  atMs: timeMs,
})
export type DepthView = z.output<typeof depthView>

export const tradeView = z.object({
  id: z.string(),
  price: decimalString,
  quantity: decimalString,
  /** The side of the order that came second. */
  side: z.enum(sides),
  atMs: timeMs,
})
export type TradeView = z.output<typeof tradeView>

export const spotTrade = endpoint({
  area: 'spot',
  method: 'POST',
  path: '/coin/trade',
  access: 'user',
  money: true,
  rate: 'order',
  summary: 'Place a limit or market order, or a stop that becomes one at its trigger price',
  input: {
    base: currencyCode,
    quote: currencyCode,
    side: z.enum(sides),
    /** In base; left out by a market buy that says `quoteAmount`. */
    quantity: z.optional(decimalInput),
    /** In quote: what a market buy may spend. */
    quoteAmount: z.optional(decimalInput),
    /** Needed for a limit order and a stop-limit order, refused for the others. */
    limitPrice: z.optional(decimalInput),
    orderType: z.prefault(z.enum(orderTypes), 'limit'),
    /** Needed for a stop, refused for the others. */
    triggerPrice: z.optional(decimalInput),
    /** Which way the last price is to go to it; refused when it would go the other way by now. */
    triggerDirection: z.optional(z.enum(triggerDirections)),
    /** Of a limit or market buy: once it is over, what it bought is for sale at this price. */
    takeProfit: z.optional(decimalInput),
    /** And, when the last price falls to this one, at the market; with both, one cancels the other. */
    stopLoss: z.optional(decimalInput),
    timeInForce: z.prefault(z.enum(timesInForce), 'gtc'),
    postOnly: z.prefault(flag, '0'),
    /** The customer's own name for the order; stands in for a missing Idempotency-Key. */
    clientKey: z.optional(plainText(64)),
    termsVersion: termsSeen,
  },
  wire: orderOnWire,
  output: orderView,
})

export const spotOco = endpoint({
  area: 'spot',
  method: 'POST',
  path: '/coin/oco',
  access: 'user',
  money: true,
  rate: 'order',
  summary: 'Place a limit order and a stop on one hold: when one fills or triggers, the other is cancelled',
  input: {
    base: currencyCode,
    quote: currencyCode,
    side: z.enum(sides),
    /** Of either of the two. */
    quantity: decimalInput,
    limitPrice: decimalInput,
    triggerPrice: decimalInput,
    /** The stop's limit once it is triggered; without it, it fills at the market. */
    stopLimitPrice: z.optional(decimalInput),
    clientKey: z.optional(plainText(64)),
    termsVersion: termsSeen,
  },
  wire: orderOnWire,
  output: z.object({
    /** Of the limit order. */
    id: z.string(),
    /** The limit order, then the stop. */
    orders: z.array(orderView),
  }),
})

export const spotAmend = endpoint({
  area: 'spot',
  method: 'POST',
  path: '/coin/amend',
  access: 'user',
  money: true,
  rate: 'order',
  summary:
    'Change price, trigger price or quantity of an order that is not over; one that only shrinks keeps its place in the queue',
  input: {
    id: idOf<OrderId>(),
    /** Left out, it stays. */
    limitPrice: z.optional(decimalInput),
    /** Of a stop that waits, on the same side of the last price as before; left out, it stays. */
    triggerPrice: z.optional(decimalInput),
    /** Of the whole order, with what has been filled, and of both orders of a pair; left out, it stays. */
    quantity: z.optional(decimalInput),
  },
  wire: orderOnWire,
  output: orderView,
})

/** What a customer's orders, and their fills, can be filtered by. */
const orderFilter = {
  symbol: z.optional(listedSymbol),
  side: z.optional(z.enum(sides)),
  /** From this moment, up to but not including that one. */
  fromMs: z.optional(momentInput),
  toMs: z.optional(momentInput),
}
const ordersFilter = {
  ...orderFilter,
  /** `active` is untriggered and open together, `past` filled and cancelled. */
  status: z.optional(z.enum([...orderStatuses, 'active', 'past'])),
  orderType: z.optional(z.enum(orderTypes)),
}

export const spotList = endpoint({
  area: 'spot',
  method: 'GET',
  path: '/coin/list',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary: 'The customer’s orders, newest first',
  wire: orderOnWire,
  ...listOf(orderView, {
    filters: ordersFilter,
    extras: {
      /** How many there are in all, where orders that are not over are asked for: with the first page, else null. */
      total: z.nullable(z.number()),
    },
  }),
})

export const spotOrdersCsv = endpoint({
  area: 'spot',
  method: 'GET',
  path: '/coin/orders_csv',
  access: 'user',
  isHeavy: true,
  // A file of thousands of rows costs about what an upload does.
  rate: 'upload',
  summary: 'The customer’s orders as a CSV file, times in UTC, fees with their currency',
  answersFile: ['text/csv'],
  input: ordersFilter,
  wire: orderOnWire,
  output: z.string(),
})

export const spotFillsCsv = endpoint({
  area: 'spot',
  method: 'GET',
  path: '/coin/fills_csv',
  access: 'user',
  isHeavy: true,
  rate: 'upload',
  summary: 'The customer’s fills as a CSV file, times in UTC, fees with their currency',
  answersFile: ['text/csv'],
  input: orderFilter,
  wire: orderOnWire,
  output: z.string(),
})

const orderDetail = z.object({
  order: orderView,
  /** The newest, or those up to the trade that was asked for: oldest first. */
  fills: z.array(fillView),
  /** Whether it has others: the file of fills has all. */
  hasMoreFills: z.boolean(),
  /** How it was changed, oldest first. */
  amendments: z.array(amendmentView),
  /** Of a stop: what was signed at its acceptance. */
  receipt: z.nullable(z.string()),
  /** Of a buy that is over: the sales at its take profit and stop loss. */
  attached: z.array(orderView),
})
export type OrderDetail = z.output<typeof orderDetail>

export const spotDetail = endpoint({
  area: 'spot',
  method: 'GET',
  path: '/coin/detail',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary: 'One order with its fills',
  input: { id: idOf<OrderId>() },
  wire: orderOnWire,
  output: orderDetail,
})

/** What coins of one instrument cost that were bought and not sold. */
export const costView = z.object({
  symbol: z.string(),
  base: z.string(),
  quote: z.string(),
  /** Bought and not sold, after fees; what came in another way is not in it. */
  quantity: decimalString,
  /** What that cost, in quote. */
  paid: decimalString,
  averagePrice: decimalString,
})
export type CostView = z.output<typeof costView>

export const spotCosts = endpoint({
  area: 'spot',
  method: 'GET',
  path: '/coin/costs',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary: 'What the coins that the customer bought and has not sold cost on average, by instrument',
  wire: orderOnWire,
  output: z.object({
    /** Null where there are too many orders or fills to add up for one answer. */
    costs: z.nullable(z.array(costView)),
  }),
})

export const spotProof = endpoint({
  area: 'spot',
  method: 'GET',
  path: '/coin/proof',
  access: 'user',
  isHeavy: true,
  rate: 'upload',
  summary:
    'Of a triggered stop all that is needed to compute again which tick did: its receipt, and ticks with their proofs. Of another order that is over, what is signed of it and its fills',
  input: { id: idOf<OrderId>() },
  wire: orderOnWire,
  outputWire: {},
  output: z.union([proofFile, fillsProofFile]),
})

export const spotTradeDetail = endpoint({
  area: 'spot',
  method: 'GET',
  path: '/coin/trade_detail',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s order that a trade was a fill of, with all its fills',
  input: { id: idOf<TradeId>() },
  wire: orderOnWire,
  output: orderDetail,
})

export const spotCancel = endpoint({
  area: 'spot',
  method: 'POST',
  path: '/coin/cancel',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  rate: 'order',
  summary: 'Cancel an order that is open or waits for its trigger; the other of its pair with it',
  input: { id: idOf<OrderId>() },
  wire: orderOnWire,
  output: orderView,
})

export const spotCancelAll = endpoint({
  area: 'spot',
  method: 'POST',
  path: '/coin/cancel_all',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  rate: 'order',
  summary: 'Cancel all orders that are open or wait for a trigger, of one instrument or of all',
  input: { symbol: z.optional(listedSymbol) },
  output: z.object({ cancelled: z.array(z.string()) }),
})

/** How many ticks share a row. */
const bookStep = z.pipe(
  z.enum(bookSteps.map(String)),
  z.transform((step) => Number(step) as BookStep),
)

export const spotDepth = endpoint({
  area: 'spot',
  method: 'GET',
  path: '/coin/depth',
  access: 'public',
  summary: `The order book by price, or in rows of several ticks: of those ${MAX_BOOK_ROWS} a side at most`,
  input: { symbol: symbolInput, limit: z.prefault(whole(1, 100), '20'), step: z.prefault(bookStep, '1') },
  output: depthView,
})

export const spotTrades = endpoint({
  area: 'spot',
  method: 'GET',
  path: '/coin/trades',
  access: 'public',
  summary: 'The newest trades, newest first',
  ...listOf(tradeView, { filters: { symbol: listedSymbol } }),
})

export const bookChannel = channel({
  name: 'book:{symbol}',
  event: 'book',
  access: 'public',
  summary:
    'The order book of one instrument, 20 levels a side, at most five times a second; at first as it stands',
  params: { symbol },
  payload: depthView,
})

export const bookRowsChannel = channel({
  name: 'book_rows:{symbol}:{step}',
  event: 'book_rows',
  access: 'public',
  summary: `The order book of one instrument in rows of several ticks, ${MAX_BOOK_ROWS} a side, at most five times a second; at first as it stands`,
  params: { symbol, step: z.enum(rowSteps) },
  payload: depthView,
})

export const tradesChannel = channel({
  name: 'trades:{symbol}',
  event: 'trades',
  access: 'public',
  summary: 'The trades of one instrument as they happen, oldest first',
  params: { symbol },
  payload: z.object({ symbol: z.string(), trades: z.array(tradeView) }),
})

export const ownOrdersChannel = channel({
  name: 'orders',
  event: 'order',
  access: 'user',
  summary: 'The customer’s own orders that changed',
  payload: z.array(orderView),
  wire: orderOnWire,
})

export const spotChannels = [bookChannel, bookRowsChannel, tradesChannel, ownOrdersChannel] as const

/** Every call of spot trading. */
export const spotEndpoints = [
  spotTrade,
  spotOco,
  spotAmend,
  spotList,
  spotOrdersCsv,
  spotFillsCsv,
  spotDetail,
  spotCosts,
  spotProof,
  spotTradeDetail,
  spotCancel,
  spotCancelAll,
  spotDepth,
  spotTrades,
] as const
