import type { RefusalCode, RefusalParams, Refused } from '#domain/errors.ts'
import { formatQuantity, type Instrument } from '#domain/market/instrument.ts'
import { formatDecimal, type Price, quantity, type Units, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { checkAttached } from '#domain/spot/attached.ts'
import { checkOco, holdBesideLimit } from '#domain/spot/oco.ts'
import {
  type CheckedOrder,
  checkOrder,
  holdFor,
  payCurrency,
  previewOrder,
  receiveCurrency,
  type Side,
  settleFill,
} from '#domain/spot/rules.ts'
import {
  availableOf,
  draftOf,
  hasLimit,
  hasTrigger,
  oppositeOf,
  pairOf,
  type Ticket,
  type TicketMarket,
  type TicketOrderType,
} from './ticket.ts'

/** Something that keeps a ticket from being sent, and which field it is about. */
export interface TicketProblem {
  readonly field: 'price' | 'trigger' | 'stop-limit' | 'take-profit' | 'stop-loss' | 'quantity' | 'form'
  readonly code: RefusalCode
  readonly params: RefusalParams
}

/** A ticket read through: what is wrong with it, or the order it is and what that would do. */
export interface TicketSummary {
  /** Nothing is typed yet that could be wrong. */
  readonly isEmpty: boolean
  readonly problem: TicketProblem | undefined
  /** Of a pair its limit order. */
  readonly order: CheckedOrder | undefined
  /** All below are decimal strings. In the currency paid; undefined until it is known. */
  readonly available: string | undefined
  /** In the currency paid: what open orders hold of it; undefined where they hold nothing. */
  readonly held: string | undefined
  readonly payCurrency: string
  readonly receiveCurrency: string
  /** In base: what is ordered. */
  readonly quantity: string | undefined
  /** In quote: what a buy pays now and sets aside, by the book as it stands; what a sell brings before the fee. */
  readonly total: string | undefined
  /** In the currency received. */
  readonly fee: string | undefined
  readonly feeKind: 'maker' | 'taker' | 'both'
  readonly receives: string | undefined
  /** Of a pair: what arrives if it is the stop that fills; at its trigger where it has no limit. */
  readonly receivesByStop: string | undefined
  /** In base: what the book cannot fill of a market order; `undefined` if it can. */
  readonly unfilled: string | undefined
  /** The customer is asked once more: a market order, one that crosses, or a price more than 5 % from the last. */
  readonly needsConfirmation: boolean
  /** Asked only because the limit would fill more than 0.5 % beyond the best price. */
  readonly crossesFar: boolean
  /** In the currency paid: what is missing in the wallet; undefined if nothing is. */
  readonly missing: string | undefined
}

/**
 * Reads a ticket through by the rules that the engine uses, against the book as it stands.
 *
 * Rounds: as the engine does; fees up.
 */
export function summarise(ticket: Ticket, market: TicketMarket): TicketSummary {
  const { instrument, lastPrice } = market
  const blank = blankSummary(ticket, market)
  const params = { symbol: instrument.label }
  if (instrument.status === 'halted') return refusedForm(blank, 'MARKET_CLOSED', params)
  if (market.isPriced === false) return refusedForm(blank, 'NO_LIVE_PRICE', params)
  if (ticket.orderType === 'market' && market.isStale) return refusedForm(blank, 'PRICE_STALE', params)
  if (blank.isEmpty || lastPrice === undefined) return blank
  return ticket.orderType === 'oco'
    ? summarisePair(ticket, market, lastPrice, blank)
    : summariseOrder(ticket, market, lastPrice, blank)
}

function blankSummary(ticket: Ticket, market: TicketMarket): TicketSummary {
  const { instrument } = market
  const { side, orderType } = ticket
  const pays = payCurrency(instrument, side)
  const available = availableOf(ticket, market)
  const held = side === 'buy' ? market.heldQuote : market.heldBase
  return {
    isEmpty:
      ticket.quantity === '' ||
      (hasLimit(orderType) && ticket.limitPrice === '') ||
      (hasTrigger(orderType) && ticket.triggerPrice === ''),
    problem: undefined,
    order: undefined,
    available: available === undefined ? undefined : inCurrency(available, pays),
    held: held === 0n ? undefined : inCurrency(held, pays),
    payCurrency: pays,
    receiveCurrency: receiveCurrency(instrument, side),
    quantity: undefined,
    total: undefined,
    fee: undefined,
    feeKind: feeKinds[orderType],
    receives: undefined,
    receivesByStop: undefined,
    unfilled: undefined,
    needsConfirmation: false,
    crossesFar: false,
    missing: undefined,
  }
}

/** Who an order is likely to be, before it is known. */
const feeKinds = {
  limit: 'maker',
  market: 'taker',
  'stop-limit': 'both',
  'stop-market': 'taker',
  oco: 'both',
} as const satisfies Record<TicketOrderType, TicketSummary['feeKind']>

const refusedForm = (blank: TicketSummary, code: RefusalCode, params: RefusalParams): TicketSummary => ({
  ...blank,
  isEmpty: false,
  problem: { field: 'form', code, params },
})

function summariseOrder(
  ticket: Ticket,
  market: TicketMarket,
  lastPrice: Price,
  blank: TicketSummary,
): TicketSummary {
  const { instrument } = market
  const checked = checkOrder(instrument, draftOf(ticket), lastPrice)
  if (!checked.ok) return { ...blank, problem: problemOf(checked) }
  const { order } = checked
  if (order.trigger !== undefined) return summariseStop(order, market, blank)
  const attached = checkAttached(instrument, draftOf(ticket), order.limitPrice, lastPrice)
  if (!attached.ok) return { ...blank, problem: attachedProblemOf(attached) }
  const opposite = oppositeOf(ticket, market)
  // What fills at once cannot be told before the book is there.
  if (opposite === undefined && order.timeInForce !== 'gtc') return blank
  if (order.orderType === 'market' && opposite?.length === 0)
    return refusedForm(blank, 'NO_LIQUIDITY', { symbol: instrument.label })

  const preview = previewOrder(instrument, order, opposite ?? [])
  const { rest } = preview
  const resting =
    order.timeInForce === 'gtc' && order.limitPrice !== undefined
      ? settleFill(instrument, order.side, order.limitPrice, rest, instrument.makerFeeBps)
      : undefined
  const spent = units(preview.pays + preview.holds)
  const gross = units(preview.gross + (resting?.gross ?? 0n))
  const fee = units(preview.fee + (resting?.fee ?? 0n))
  const isFar = isFarOff(order.limitPrice, lastPrice)
  const crosses = preview.filled > 0n && crossesFar(order.side, order.limitPrice, opposite?.[0]?.price)
  return {
    ...blank,
    ...shortOf(spent, market, order.side),
    order,
    quantity: formatQuantity(instrument, quantity(preview.filled + rest)),
    total: inCurrency(order.side === 'buy' ? spent : gross, instrument.quote),
    fee: inCurrency(fee, blank.receiveCurrency),
    feeKind: preview.filled === 0n && resting ? 'maker' : rest === 0n || !resting ? 'taker' : 'both',
    receives: inCurrency(units(gross - fee), blank.receiveCurrency),
    unfilled: !resting && rest > 0n ? formatQuantity(instrument, rest) : undefined,
    needsConfirmation: order.orderType === 'market' || crosses || isFar,
    crossesFar: crosses && !isFar,
  }
}

/** A stop by itself: what it sets aside, and what it brings at its limit, else at its trigger; at the taker's fee. */
function summariseStop(order: CheckedOrder, market: TicketMarket, blank: TicketSummary): TicketSummary {
  const { instrument } = market
  const { side, limitPrice, worstPrice } = order
  const held = holdFor(instrument, side, worstPrice, order.quantity)
  const fill = fillOfStop(order, instrument)
  return {
    ...blank,
    ...shortOf(held, market, side),
    order,
    quantity: formatQuantity(instrument, order.quantity),
    total: inCurrency(side === 'buy' ? held : fill.gross, instrument.quote),
    fee: inCurrency(fill.fee, blank.receiveCurrency),
    receives: inCurrency(fill.receives, blank.receiveCurrency),
    // A stop's limit is reckoned from its trigger: that is where the price will be.
    needsConfirmation: isFarOff(limitPrice, order.trigger!.price),
  }
}

/** A pair: one hold for both, and what either would bring. */
function summarisePair(
  ticket: Ticket,
  market: TicketMarket,
  lastPrice: Price,
  blank: TicketSummary,
): TicketSummary {
  const { instrument } = market
  const alone = checkOrder(instrument, draftOf(ticket), lastPrice)
  if (!alone.ok) return { ...blank, problem: problemOf(alone) }
  const pair = checkOco(instrument, pairOf(ticket), lastPrice)
  if (!pair.ok) {
    const { side, limitPrice } = alone.order
    const isLimitRight = side === 'sell' ? limitPrice! > lastPrice : limitPrice! < lastPrice
    // Of the two on either side of the last price, the one on the wrong side is named.
    if (pair.code.startsWith('OCO_'))
      return { ...blank, problem: { ...pair, field: isLimitRight ? 'trigger' : 'price' } }
    return { ...blank, problem: problemOf(pair, 'stop-limit') }
  }
  const { limit, stop } = pair
  const { side } = limit
  const at = limit.limitPrice!
  const size = limit.quantity
  const held = units(
    holdFor(instrument, side, at, size) + holdBesideLimit(instrument, side, stop.worstPrice, at, size),
  )
  const byLimit = settleFill(instrument, side, at, size, instrument.makerFeeBps)
  const byStop = fillOfStop(stop, instrument)
  return {
    ...blank,
    ...shortOf(held, market, side),
    order: limit,
    quantity: formatQuantity(instrument, size),
    total: inCurrency(side === 'buy' ? held : byLimit.gross, instrument.quote),
    fee: inCurrency(larger(byLimit.fee, byStop.fee), blank.receiveCurrency),
    receives: inCurrency(byLimit.receives, blank.receiveCurrency),
    receivesByStop: inCurrency(byStop.receives, blank.receiveCurrency),
    // Its limit waits for a better price, however far; the stop's may be a slip of the finger.
    needsConfirmation: isFarOff(stop.limitPrice, stop.trigger!.price),
  }
}

function larger(one: Units, other: Units): Units {
  if (one > other) return one
  return other
}

const fillOfStop = ({ side, limitPrice, trigger, quantity: size }: CheckedOrder, instrument: Instrument) =>
  settleFill(instrument, side, limitPrice ?? trigger!.price, size, instrument.takerFeeBps)

/** What is missing of what an order sets aside. */
function shortOf(needed: Units, market: TicketMarket, side: Side): Partial<TicketSummary> {
  const available = side === 'buy' ? market.availableQuote : market.availableBase
  if (available === undefined || needed <= available) return {}
  return {
    problem: { field: 'quantity', code: 'INSUFFICIENT_BALANCE', params: {} },
    missing: inCurrency(units(needed - available), payCurrency(market.instrument, side)),
  }
}

/** Whether a ticket can be sent: it is an order, nothing is wrong with it, and what it would do is known. */
export const canPlace = ({ order, problem, total }: TicketSummary): boolean =>
  order !== undefined && problem === undefined && total !== undefined

const CROSSES_FAR_BPS = 50n

/** Whether a limit is more than 0.5 % beyond the best price that it would fill at. */
export function crossesFar(side: Side, limit: Price | undefined, best: Price | undefined): boolean {
  if (limit === undefined || best === undefined) return false
  const beyond = side === 'buy' ? limit - best : best - limit
  return beyond * 10_000n > best * CROSSES_FAR_BPS
}

const FAR_OFF_PERCENT = 5n

/** Whether a price is more than 5 % from the last: then it may be a slip of the finger. */
export function isFarOff(limit: Price | undefined, last: Price): boolean {
  if (limit === undefined) return false
  const distance = limit > last ? limit - last : last - limit
  return distance * 100n > last * FAR_OFF_PERCENT
}

const priceCodes: readonly RefusalCode[] = ['PRICE_INVALID', 'PRICE_OFF_TICK', 'PRICE_OUT_OF_RANGE']
const formCodes: readonly RefusalCode[] = [...(['POST_ONLY_CONFLICT', 'MARKET_ORDER_HAS_PRICE'] as const)]

/** What was refused, at its field; `priceField` is the one that a refused price stands in. */
function problemOf({ code, params }: Refused, priceField: TicketProblem['field'] = 'price'): TicketProblem {
  if (code.startsWith('TRIGGER_PRICE_')) return { field: 'trigger', code, params }
  if (priceCodes.includes(code)) return { field: priceField, code, params }
  return { field: formCodes.includes(code) ? 'form' : 'quantity', code, params }
}

/** What was refused of take profit or stop loss, at its field: the one is a limit, the other a trigger. */
const attachedProblemOf = ({ code, params }: Refused): TicketProblem => ({
  field: code === 'STOP_LOSS_BUY' || code.startsWith('TRIGGER_PRICE_') ? 'stop-loss' : 'take-profit',
  ...{ code, params },
})

const inCurrency = (value: Units, code: string): string => formatDecimal(value, findCurrency(code)!.decimals)
