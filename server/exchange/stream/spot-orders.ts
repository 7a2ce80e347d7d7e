import { exchangeSymbol } from '#domain/exchange/symbols.ts'
import {
  type ExecutionWord,
  executionWord,
  sideWords,
  spotStatusWord,
  spotTypeWord,
  timeInForceWords,
} from '#domain/exchange/words.ts'
import { formatPrice, formatQuantity, type Instrument, notionalOf } from '#domain/market/instrument.ts'
import { formatDecimal, price, quantity } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { isAtMarket, receiveCurrency } from '#domain/spot/rules.ts'
import type { Trade } from '#server/products/spot/batch.ts'
import type { SpotOrder } from '#server/products/spot/order.ts'
import { idNumber } from '../number.ts'

/** What the stream of a customer's own says of their spot orders. */

const NOTHING = '0'
const NO_TRADE = -1

/** What a commit told of one order. */
export interface ToldOrder {
  /** As it is after the commit. */
  readonly order: SpotOrder
  /** The trades of the commit that it was a side of, in the order in which they happened. */
  readonly trades: readonly Trade[]
  /** Whether the commit is the one that accepted it. */
  readonly isNew: boolean
}

/**
 * The messages of one order after a commit: that it was accepted, each fill with the figures as they stood after it, and
 * its end where that is no fill. An order that was neither filled nor ended was amended, or a stop of it triggered.
 */
export function executionReports(instrument: Instrument, told: ToldOrder, nowMs: number) {
  const { order, trades, isNew } = told
  const report = reporter(instrument, order, nowMs)
  const own = trades.map((trade) => fillOf(instrument, order, trade))
  const last = { filled: order.filled, notional: order.notional }
  const first = own.reduceRight(before, last)
  const reports: ReturnType<typeof report>[] = []
  if (isNew) reports.push(report('NEW', 'NEW', first))
  let done = first
  for (const fill of own) {
    done = { filled: done.filled + fill.quantity, notional: done.notional + fill.notional }
    reports.push(report('TRADE', done.filled === order.quantity ? 'FILLED' : 'PARTIALLY_FILLED', done, fill))
  }
  const status = spotStatusWord({ ...order, isFilledInPart: order.filled > 0 })
  if (order.status === 'cancelled')
    reports.push(report(executionWord(status, { isFill: false }), status, last))
  else if (reports.length === 0) reports.push(report(changedWord(order), status, last))
  return reports
}

/** What has been traded of an order by some moment: steps, and units of quote. */
interface Done {
  readonly filled: number
  readonly notional: bigint
}

interface Fill {
  readonly trade: Trade
  readonly isMaker: boolean
  readonly quantity: number
  readonly notional: bigint
  readonly fee: bigint
}

const before = ({ filled, notional }: Done, fill: Fill): Done => ({
  filled: filled - fill.quantity,
  notional: notional - fill.notional,
})

function fillOf(instrument: Instrument, order: SpotOrder, trade: Trade): Fill {
  const isMaker = trade.maker === order.id
  return {
    trade,
    isMaker,
    quantity: trade.quantity,
    notional: notionalOf(instrument, price(BigInt(trade.price)), quantity(BigInt(trade.quantity))),
    fee: isMaker ? trade.makerFee : trade.takerFee,
  }
}

/** A stop that was triggered is new in the book; what else is not over was amended. */
const changedWord = ({ status, triggerSequence, updatedAtMs, createdAtMs }: SpotOrder): ExecutionWord =>
  status === 'open' && (triggerSequence !== null || updatedAtMs === createdAtMs) ? 'NEW' : 'REPLACED'

function reporter(instrument: Instrument, order: SpotOrder, nowMs: number) {
  const { quote } = instrument
  const receives = receiveCurrency(instrument, order.side)
  return (happened: ExecutionWord, status: string, done: Done, fill?: Fill) => ({
    e: 'executionReport',
    E: nowMs,
    s: exchangeSymbol(instrument),
    c: String(order.id),
    S: sideWords[order.side],
    o: spotTypeWord(order),
    f: timeInForceWords[order.timeInForce],
    q: formatQuantity(instrument, order.quantity),
    p: isAtMarket(order.orderType) ? NOTHING : formatPrice(instrument, order.price),
    P: order.triggerPrice === null ? NOTHING : formatPrice(instrument, order.triggerPrice),
    F: NOTHING,
    g: NO_TRADE,
    C: '',
    x: happened,
    X: status,
    r: 'NONE',
    i: idNumber(order.id),
    l: fill ? formatQuantity(instrument, fill.quantity) : NOTHING,
    z: formatQuantity(instrument, done.filled),
    L: fill ? formatPrice(instrument, fill.trade.price) : NOTHING,
    n: fill ? amount(fill.fee, receives) : NOTHING,
    N: fill ? receives : null,
    T: order.updatedAtMs,
    t: fill ? idNumber(fill.trade.id) : NO_TRADE,
    I: 0,
    w: status === 'NEW' || status === 'PARTIALLY_FILLED' ? order.status === 'open' : false,
    m: fill?.isMaker ?? false,
    M: true,
    O: order.createdAtMs,
    Z: amount(done.notional, quote),
    Y: fill ? amount(fill.notional, quote) : NOTHING,
    Q: NOTHING,
  })
}

const amount = (value: bigint, currency: string): string =>
  formatDecimal(value, findCurrency(currency)!.decimals)
