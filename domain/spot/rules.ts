import { allowed, type Decision, refused } from '../errors.ts'
import {
  baseAmountOf,
  formatPrice,
  formatQuantity,
  type Instrument,
  notionalOf,
  parsePrice,
  parseQuantity,
  unitsPerStep,
  unitsPerTickStep,
} from '../market/instrument.ts'
import {
  type DecimalString,
  formatDecimal,
  MAX_UNITS,
  mulDiv,
  type Price,
  parseDecimal,
  price,
  type Quantity,
  quantity,
  type Units,
  units,
} from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'

export const sides = ['buy', 'sell'] as const
export type Side = (typeof sides)[number]

export const orderTypes = ['limit', 'market'] as const
export type OrderType = (typeof orderTypes)[number]

export const timesInForce = ['gtc', 'ioc', 'fok'] as const
export type TimeInForce = (typeof timesInForce)[number]

/** A partly filled order is `open` with `filled` above zero, or `cancelled` with it. */
export const orderStatuses = ['open', 'filled', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Why an order was cancelled: by its owner, or by a rule that it was sent with. */
export const cancelReasons = ['user', 'ioc', 'fok', 'post-only', 'self-trade'] as const
export type CancelReason = (typeof cancelReasons)[number]

export type Liquidity = 'maker' | 'taker'

/** Which action each status allows. Pages read this table too, to disable a button with a reason. */
export const orderCan = {
  cancel: ['open'],
  shrink: ['open'],
} as const satisfies Record<string, readonly OrderStatus[]>

/** Open orders one customer may have in one instrument. */
export const MAX_OPEN_ORDERS = 200

/** How far a limit price may stand from the last tick. */
export const collarBps = { major: 500n, other: 800n } as const
/** How far beyond the best opposite price a market order may fill. */
export const protectionBps = { major: 50n, other: 100n } as const
export const BPS_ONE = 10_000n

/** The book counts in JavaScript's safe integers, and adds up the quantities of a whole level. */
const MAX_QUANTITY = 2n ** 42n

/** An order as a customer writes it: decimal strings. */
export interface OrderDraft {
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** In base. */
  readonly quantity: string
  /** In quote per base; a market order has none. */
  readonly limitPrice?: string | undefined
}

/** An order that keeps every rule. */
export interface CheckedOrder {
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly quantity: Quantity
  readonly limitPrice: Price | undefined
  /** Beyond this it never fills: its limit, or what a market order's collar allows. */
  readonly worstPrice: Price
}

/**
 * Checks an order against the instrument's rules and the market, in the order the customer should hear
 * about them. It never changes a price or a quantity: it refuses, and names the nearest valid value.
 *
 * Units: `lastPrice` is the last tick's.
 */
export function checkOrder(
  instrument: Instrument,
  draft: OrderDraft,
  lastPrice: Price,
): Decision<{ readonly order: CheckedOrder }> {
  if (instrument.status === 'halted') return refused('MARKET_CLOSED', { symbol: instrument.label })
  const { side, orderType, postOnly } = draft
  // A market order never waits in the book.
  const timeInForce = orderType === 'market' && draft.timeInForce === 'gtc' ? 'ioc' : draft.timeInForce
  if (postOnly && (orderType === 'market' || timeInForce !== 'gtc')) return refused('POST_ONLY_CONFLICT')
  if (orderType === 'market' && draft.limitPrice !== undefined) return refused('MARKET_ORDER_HAS_PRICE')

  const size = parseQuantity(instrument, draft.quantity)
  if (size === undefined) {
    const nearest = nearestMultiple(draft.quantity, instrument.stepSize)
    if (nearest === undefined) return refused('AMOUNT_INVALID')
    return refused('QUANTITY_OFF_STEP', { step: instrument.stepSize, nearest, currency: instrument.base })
  }
  if (size === 0n) return refused('AMOUNT_INVALID')

  const { lowest, highest } = collar(instrument, lastPrice)
  let limit: Price | undefined
  if (orderType === 'limit') {
    limit = draft.limitPrice === undefined ? undefined : parsePrice(instrument, draft.limitPrice)
    if (limit === undefined) {
      const nearest = nearestMultiple(draft.limitPrice ?? '', instrument.tickSize)
      if (nearest === undefined) return refused('PRICE_INVALID')
      return refused('PRICE_OFF_TICK', { tick: instrument.tickSize, nearest })
    }
    if (limit < lowest || limit > highest) {
      return refused('PRICE_OUT_OF_RANGE', {
        lowest: formatPrice(instrument, lowest),
        highest: formatPrice(instrument, highest),
      })
    }
  }

  const atPrice = limit ?? lastPrice
  const smallest = smallestQuantity(instrument, atPrice)
  if (size < smallest) {
    return refused('NOTIONAL_TOO_SMALL', {
      minimum: instrument.minNotional,
      currency: instrument.quote,
      nearest: formatQuantity(instrument, smallest),
      base: instrument.base,
    })
  }
  const largest = largestQuantity(instrument, atPrice)
  if (size > largest) {
    return refused('QUANTITY_TOO_LARGE', {
      maximum: formatQuantity(instrument, largest),
      currency: instrument.base,
    })
  }
  const worstPrice = limit ?? (side === 'buy' ? highest : lowest)
  return allowed({
    order: { side, orderType, timeInForce, postOnly, quantity: size, limitPrice: limit, worstPrice },
  })
}

/**
 * Between which prices a limit order is taken, and a market order may fill.
 *
 * Rounds: inwards, so that both ends are themselves within the collar.
 */
export function collar(instrument: Instrument, lastPrice: Price): { lowest: Price; highest: Price } {
  const width = collarBps[instrument.collar]
  const lowest = mulDiv(lastPrice, BPS_ONE - width, BPS_ONE, 'up')
  return {
    lowest: price(lowest > 0n ? lowest : 1n),
    highest: price(mulDiv(lastPrice, BPS_ONE + width, BPS_ONE, 'down')),
  }
}

/**
 * The worst price at which a market order may fill, given the best opposite price: a little beyond
 * that, but never beyond `worst`, its end of the collar, however thin the book.
 *
 * Rounds: towards the best price, in the customer's favour.
 */
export function protectionPrice(
  instrument: Instrument,
  side: Side,
  bestOpposite: Price,
  worst: Price,
): Price {
  const width = protectionBps[instrument.collar]
  const beyond =
    side === 'buy'
      ? mulDiv(bestOpposite, BPS_ONE + width, BPS_ONE, 'down')
      : mulDiv(bestOpposite, BPS_ONE - width, BPS_ONE, 'up')
  return isWorse(side, beyond, worst) ? worst : price(beyond)
}

/** Whether a price is worse than another for who takes this side. */
export const isWorse = (side: Side, one: bigint, other: bigint): boolean =>
  side === 'buy' ? one > other : one < other

/** The smallest quantity that an order at this price may have. */
export function smallestQuantity(instrument: Instrument, atPrice: Price): Quantity {
  const minimum = parseDecimal(instrument.minNotional, decimalsOfCurrency(instrument.quote))!
  const smallest = mulDiv(minimum, 1n, atPrice * unitsPerTickStep(instrument), 'up')
  return quantity(smallest > 0n ? smallest : 1n)
}

/** The largest: both sides must fit the ledger even at the far end of the protection band. */
function largestQuantity(instrument: Instrument, atPrice: Price): Quantity {
  const byNotional = MAX_UNITS / (2n * atPrice * unitsPerTickStep(instrument))
  const byBase = MAX_UNITS / (2n * unitsPerStep(instrument))
  return quantity([byNotional, byBase, MAX_QUANTITY].reduce((least, each) => (each < least ? each : least)))
}

/**
 * What an order at a price sets aside: quote to pay with, or base to sell.
 *
 * Rounds: never; a notional is exact.
 */
export const holdFor = (instrument: Instrument, side: Side, atPrice: Price, size: Quantity): Units =>
  side === 'buy' ? notionalOf(instrument, atPrice, size) : baseAmountOf(instrument, size)

/** The currency an order pays with. */
export const payCurrency = (instrument: Instrument, side: Side): string =>
  side === 'buy' ? instrument.quote : instrument.base
/** The currency an order receives. */
export const receiveCurrency = (instrument: Instrument, side: Side): string =>
  side === 'buy' ? instrument.base : instrument.quote

/** What one fill moves. */
export interface Settlement {
  /** Of the currency paid. */
  readonly pays: Units
  /** Of the currency received, before the fee. */
  readonly gross: Units
  readonly fee: Units
  /** What arrives: gross less fee. */
  readonly receives: Units
}

/**
 * Settles one fill for one side of it. The ticket's preview and the engine both call this, so that a
 * previewed fee is the fee.
 *
 * Units:  pays in the currency given, gross, fee and receives in the one received.
 * Rounds: the fee up, to the platform; never above what is received.
 */
export function settleFill(
  instrument: Instrument,
  side: Side,
  atPrice: Price,
  size: Quantity,
  feeBps: number,
): Settlement {
  const notional = notionalOf(instrument, atPrice, size)
  const base = baseAmountOf(instrument, size)
  const [pays, gross] = side === 'buy' ? [notional, base] : [base, notional]
  const fee = units(mulDiv(gross, BigInt(feeBps), BPS_ONE, 'up'))
  return { pays, gross, fee, receives: units(gross - fee) }
}

/** A price with what stands there, as the depth call gives it. */
export interface PriceLevel {
  readonly price: Price
  readonly quantity: Quantity
}

export interface Preview extends Settlement {
  /** How much of the order fills against these levels; the rest stands or is cancelled. */
  readonly filled: Quantity
  /** What stays set aside for the rest, in the currency paid. */
  readonly holds: Units
  /** Quote per base in ticks, rounded down; 0 if nothing fills. */
  readonly averagePrice: Price
}

/**
 * What an order would do to the book as it stands, fill by fill as the engine would.
 *
 * `levels` are the opposite side's, best first. What fills pays the taker's fee; the fee of what rests
 * is charged when it fills.
 *
 * Rounds: each fill's fee up, as the engine does; a level that is several orders may cost a unit more each.
 */
export function previewOrder(
  instrument: Instrument,
  order: CheckedOrder,
  levels: readonly PriceLevel[],
): Preview {
  const best = levels[0]?.price
  const limit = order.limitPrice ?? (best && protectionPrice(instrument, order.side, best, order.worstPrice))
  let remaining: bigint = order.quantity
  let [pays, gross, fee, ticks] = [0n, 0n, 0n, 0n]
  for (const level of levels) {
    if (remaining === 0n || limit === undefined) break
    if (isWorse(order.side, level.price, limit)) break
    const size = quantity(level.quantity < remaining ? level.quantity : remaining)
    const fill = settleFill(instrument, order.side, level.price, size, instrument.takerFeeBps)
    pays += fill.pays
    gross += fill.gross
    fee += fill.fee
    ticks += level.price * size
    remaining -= size
  }
  const filled = order.quantity - remaining
  const rests = order.orderType === 'limit' && order.timeInForce === 'gtc' && limit !== undefined
  return {
    pays: units(pays),
    gross: units(gross),
    fee: units(fee),
    receives: units(gross - fee),
    filled: quantity(filled),
    holds: rests ? holdFor(instrument, order.side, limit, quantity(remaining)) : units(0n),
    averagePrice: price(filled === 0n ? 0n : ticks / filled),
  }
}

/**
 * The average price of what has been filled, as a decimal string with two decimals more than the tick's.
 *
 * Units:  notional of the quote currency.
 * Rounds: down; it is shown, never charged.
 */
export function averagePrice(instrument: Instrument, notional: Units, filled: Quantity): DecimalString {
  const tick = parseDecimal(instrument.tickSize, instrument.priceDecimals)!
  const hundredths = mulDiv(notional, 100n * tick, filled * unitsPerTickStep(instrument), 'down')
  return formatDecimal(hundredths, instrument.priceDecimals + 2)
}

/**
 * The quantity that a share of what is available buys or sells: the ticket's 25, 50, 75 and 100 %.
 *
 * Units:  available in the currency paid.
 * Rounds: down to a step, so that it never exceeds what is available.
 */
export function quantityForShare(
  instrument: Instrument,
  side: Side,
  available: Units,
  atPrice: Price,
  sharePercent: bigint,
): Quantity {
  const spend = mulDiv(available, sharePercent, 100n, 'down')
  const perStep = side === 'buy' ? atPrice * unitsPerTickStep(instrument) : unitsPerStep(instrument)
  return quantity(perStep === 0n ? 0n : spend / perStep)
}

/**
 * The multiple of `size` nearest to a decimal string, halves up; at least one `size`. Undefined if not a
 * decimal.
 */
function nearestMultiple(text: string, size: string): string | undefined {
  const decimals = 20
  const value = parseDecimal(text, decimals)
  if (value === undefined) return undefined
  const step = parseDecimal(size, decimals)!
  const count = (value + step / 2n) / step
  const shown = size.split('.')[1]?.length ?? 0
  const exact = (count > 0n ? count : 1n) * step
  return formatDecimal(exact / 10n ** BigInt(decimals - shown), shown)
}

const decimalsOfCurrency = (code: string): number => findCurrency(code)!.decimals
