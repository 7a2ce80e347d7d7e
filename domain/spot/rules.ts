import { allowed, type Decision, type Refused, refused } from '../errors.ts'
import {
  baseAmountOf,
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
import { BPS_ONE } from '../money/rate.ts'
import type { Attached } from './attached.ts'
import { isWithin, limitRange, nearestMultiple, shownRange, worstAtMarket } from './price-range.ts'
import { checkTrigger, type Trigger, type TriggerDirection } from './trigger.ts'

export const sides = ['buy', 'sell'] as const
export type Side = (typeof sides)[number]

/** A stop waits for the last price to reach its trigger price, and is then a limit or a market order. */
export const orderTypes = ['limit', 'market', 'stop-limit', 'stop-market'] as const
export type OrderType = (typeof orderTypes)[number]

/** Whether an order fills at the best prices there are: it has no limit price of its customer's. */
export const isAtMarket = (orderType: OrderType): boolean =>
  orderType === 'market' || orderType === 'stop-market'
/** Whether an order waits for a trigger first. */
export const isStop = (orderType: OrderType): boolean =>
  orderType === 'stop-limit' || orderType === 'stop-market'

export const timesInForce = ['gtc', 'ioc', 'fok'] as const
export type TimeInForce = (typeof timesInForce)[number]

/**
 * A partly filled order is `open` with `filled` above zero, or `cancelled` with it. A stop is `untriggered` until
 * its tick, then what any order is.
 */
export const orderStatuses = ['untriggered', 'open', 'filled', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The statuses of orders that may still do something, and hold money for it; and of those that are over. */
export const activeStatuses = ['untriggered', 'open'] as const satisfies readonly OrderStatus[]
export const pastStatuses = ['filled', 'cancelled'] as const satisfies readonly OrderStatus[]

/**
 * Why an order was cancelled: by its owner, or by a rule that it was sent with. `oco`: the other order of its pair
 * was filled or triggered. `price-band` and `no-liquidity`: a triggered stop whose limit is too far from the market
 * by then, or that finds nothing to fill against.
 */
export const cancelReasons = [
  ...(['user', 'ioc', 'fok', 'post-only', 'self-trade'] as const),
  ...(['oco', 'price-band', 'no-liquidity'] as const),
] as const
export type CancelReason = (typeof cancelReasons)[number]

/** Which action each status allows. Pages read this table too, to disable a button with a reason. */
export const orderCan = {
  cancel: ['untriggered', 'open'],
  amend: ['untriggered', 'open'],
} as const satisfies Record<string, readonly OrderStatus[]>

/** Orders one customer may have in one instrument, open and waiting for their trigger; a buy as the sales attached to it. */
export const MAX_OPEN_ORDERS = 200

/** How far beyond the best opposite price a market order may fill. */
export const protectionBps = { major: 50n, other: 100n } as const

/** In steps: the book counts in JavaScript's safe integers, and adds up the quantities of a whole level. */
export const MAX_QUANTITY = 2n ** 42n

/** An order as a customer writes it: decimal strings. */
export interface OrderDraft {
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** In base; none where `quoteAmount` says how much. */
  readonly quantity?: string | undefined
  /** In quote: what a market buy may spend, in place of a quantity. */
  readonly quoteAmount?: string | undefined
  /** In quote per base; a market order has none. */
  readonly limitPrice?: string | undefined
  /** In quote per base: the last price at which a stop becomes an order. */
  readonly triggerPrice?: string | undefined
  /** Which way the customer saw the last price go to it; refused where it would go the other way by now. */
  readonly triggerDirection?: TriggerDirection | undefined
}

/** An order that keeps every rule. */
export interface CheckedOrder {
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** Nothing where `spend` says how much. */
  readonly quantity: Quantity
  /** In units of quote: what a market buy may spend. See `quantityForSpend`. */
  readonly spend?: Units | undefined
  readonly limitPrice: Price | undefined
  /** Beyond this it never fills: its limit, or what a market order's collar allows. A stop's is round its trigger. */
  readonly worstPrice: Price
  /** What a stop waits for. */
  readonly trigger?: Trigger | undefined
  /** Take profit and stop loss of what a buy buys. See `checkAttached`. */
  readonly attached?: Attached | undefined
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
  const timeInForce = isAtMarket(orderType) && draft.timeInForce === 'gtc' ? 'ioc' : draft.timeInForce
  if (postOnly && (orderType !== 'limit' || timeInForce !== 'gtc')) return refused('POST_ONLY_CONFLICT')
  if (isAtMarket(orderType) && draft.limitPrice !== undefined) return refused('MARKET_ORDER_HAS_PRICE')
  if (!isStop(orderType) && draft.triggerPrice !== undefined) return refused('TRIGGER_PRICE_NOT_TAKEN')
  if (draft.quoteAmount !== undefined) return checkSpend(instrument, draft, timeInForce, lastPrice)

  const sized = readQuantity(instrument, draft.quantity ?? '')
  if (!sized.ok) return sized
  const triggered = isStop(orderType) ? checkTrigger(instrument, draft, lastPrice) : undefined
  if (triggered?.ok === false) return triggered
  const trigger = triggered?.trigger
  // What the last price will be when the order reaches the book.
  const reference = trigger?.price ?? lastPrice
  const priced = isAtMarket(orderType)
    ? undefined
    : checkLimitPrice(instrument, side, draft.limitPrice ?? '', reference)
  if (priced?.ok === false) return priced
  const limit = priced?.limit
  const tooMuch = refusedSize(instrument, sized.quantity, limit ?? reference)
  if (tooMuch) return tooMuch
  const { quantity } = sized
  const worstPrice = limit ?? worstAtMarket(instrument, side, reference)
  return allowed({
    order: { side, orderType, timeInForce, postOnly, quantity, limitPrice: limit, worstPrice, trigger },
  })
}

/** Reads a quantity. Refuses: AMOUNT_INVALID, QUANTITY_OFF_STEP. */
export function readQuantity(
  instrument: Instrument,
  text: string,
): Decision<{ readonly quantity: Quantity }> {
  const size = parseQuantity(instrument, text)
  if (size === undefined) {
    const nearest = nearestMultiple(text, instrument.stepSize)
    if (nearest === undefined) return refused('AMOUNT_INVALID')
    return refused('QUANTITY_OFF_STEP', { step: instrument.stepSize, nearest, currency: instrument.base })
  }
  return size === 0n ? refused('AMOUNT_INVALID') : allowed({ quantity: size })
}

/** Reads a limit price. Refuses: PRICE_INVALID, PRICE_OFF_TICK, PRICE_OUT_OF_RANGE. */
export function checkLimitPrice(
  instrument: Instrument,
  side: Side,
  text: string,
  lastPrice: Price,
): Decision<{ readonly limit: Price }> {
  const limit = parsePrice(instrument, text)
  if (limit === undefined) {
    const nearest = nearestMultiple(text, instrument.tickSize)
    if (nearest === undefined) return refused('PRICE_INVALID')
    return refused('PRICE_OFF_TICK', { tick: instrument.tickSize, nearest })
  }
  const range = limitRange(instrument, side, lastPrice)
  if (isWithin(limit, range)) return allowed({ limit })
  return refused('PRICE_OUT_OF_RANGE', shownRange(instrument, range))
}

/** Why an order of this size is none at a price; undefined when it is. */
export function refusedSize(instrument: Instrument, size: Quantity, atPrice: Price): Refused | undefined {
  const smallest = smallestQuantity(instrument, atPrice)
  if (size < smallest) return tooSmall(instrument, smallest)
  const largest = largestQuantity(instrument, atPrice)
  if (size <= largest) return undefined
  return refused('QUANTITY_TOO_LARGE', {
    maximum: formatQuantity(instrument, largest),
    currency: instrument.base,
  })
}

const tooSmall = (instrument: Instrument, smallest: Quantity): Refused =>
  refused('NOTIONAL_TOO_SMALL', {
    minimum: instrument.minNotional,
    currency: instrument.quote,
    nearest: formatQuantity(instrument, smallest),
    base: instrument.base,
  })

/** Checks a market buy that says what it may spend. Refuses: QUOTE_AMOUNT_CONFLICT for any other order. */
function checkSpend(
  instrument: Instrument,
  { side, orderType, postOnly, quantity: size, quoteAmount }: OrderDraft,
  timeInForce: TimeInForce,
  lastPrice: Price,
): Decision<{ readonly order: CheckedOrder }> {
  if (side !== 'buy' || orderType !== 'market' || size !== undefined) return refused('QUOTE_AMOUNT_CONFLICT')
  const decimals = decimalsOfCurrency(instrument.quote)
  const spend = parseDecimal(quoteAmount!, decimals)
  if (spend === undefined || spend === 0n) return refused('AMOUNT_INVALID')
  if (spend < parseDecimal(instrument.minNotional, decimals)!) {
    return tooSmall(instrument, smallestQuantity(instrument, lastPrice))
  }
  if (spend > notionalOf(instrument, lastPrice, largestQuantity(instrument, lastPrice))) {
    return refused('QUANTITY_TOO_LARGE', {
      maximum: formatQuantity(instrument, largestQuantity(instrument, lastPrice)),
      currency: instrument.base,
    })
  }
  const worstPrice = worstAtMarket(instrument, side, lastPrice)
  return allowed({
    order: {
      ...{ side, orderType, timeInForce, postOnly, quantity: quantity(0n), spend: units(spend) },
      ...{ limitPrice: undefined, worstPrice },
    },
  })
}

/**
 * The quantity that an amount buys of these levels up to a price, the best first. What is left of it where they end
 * is reckoned at that price, so that the order's rest says what could not be had.
 *
 * Units:  spend in units of quote; the levels' in ticks and steps.
 * Rounds: down to a step at each level, so that it never costs more.
 */
export function quantityForSpend(
  instrument: Instrument,
  levels: Iterable<{ readonly price: bigint | number; readonly quantity: bigint | number }>,
  worst: Price,
  spend: Units,
): Quantity {
  const perTick = unitsPerTickStep(instrument)
  let [left, bought] = [spend as bigint, 0n]
  for (const level of levels) {
    const cost = BigInt(level.price) * perTick
    if (BigInt(level.price) > worst) break
    const affordable = left / cost
    const size = affordable < BigInt(level.quantity) ? affordable : BigInt(level.quantity)
    bought += size
    left -= size * cost
    // Better prices are gone: a rest that buys no step here buys none further on.
    if (size === affordable) return quantity(bought)
  }
  return quantity(bought + left / (worst * perTick))
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
  readonly rest: Quantity
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
  const { trigger, spend } = order
  const ordered: Quantity =
    spend === undefined
      ? order.quantity
      : quantityForSpend(instrument, levels, limit ?? order.worstPrice, spend)
  let remaining: bigint = ordered
  let [pays, gross, fee, ticks] = [0n, 0n, 0n, 0n]
  for (const level of levels) {
    if (remaining === 0n || limit === undefined || trigger !== undefined) break
    if (isWorse(order.side, level.price, limit)) break
    const size = quantity(level.quantity < remaining ? level.quantity : remaining)
    const fill = settleFill(instrument, order.side, level.price, size, instrument.takerFeeBps)
    pays += fill.pays
    gross += fill.gross
    fee += fill.fee
    ticks += level.price * size
    remaining -= size
  }
  const filled = ordered - remaining
  const rests = order.orderType === 'limit' && order.timeInForce === 'gtc' && limit !== undefined
  // A stop sets aside all that it may need once it is triggered.
  const heldAt = trigger === undefined ? rests && limit : order.worstPrice
  return {
    pays: units(pays),
    gross: units(gross),
    fee: units(fee),
    receives: units(gross - fee),
    filled: quantity(filled),
    rest: quantity(remaining),
    holds: heldAt ? holdFor(instrument, order.side, heldAt, quantity(remaining)) : units(0n),
    averagePrice: price(filled === 0n ? 0n : ticks / filled),
  }
}

/**
 * The average price of what has been filled, as a decimal string with two decimals more than the tick's.
 *
 * Units:  notional of the quote currency.
 * Rounds: down; it is shown, never charged.
 */
export const averagePrice = (instrument: Instrument, notional: Units, filled: Quantity): DecimalString =>
  averageOf(instrument, notional, baseAmountOf(instrument, filled), 'down')

/**
 * What one whole unit of base is worth on average, in quote, with two decimals more than the tick's.
 *
 * Units:  of quote, of base.
 * Rounds: as told.
 */
export function averageOf(
  instrument: Instrument,
  quote: bigint,
  base: bigint,
  rounding: 'up' | 'down',
): DecimalString {
  const tick = parseDecimal(instrument.tickSize, instrument.priceDecimals)!
  const perTick = base * unitsPerTickStep(instrument)
  const hundredths = mulDiv(quote * unitsPerStep(instrument), 100n * tick, perTick, rounding)
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

const decimalsOfCurrency = (code: string): number => findCurrency(code)!.decimals
