import type { RefusalCode, RefusalParams } from '#domain/errors.ts'
import {
  formatPrice,
  formatQuantity,
  type Instrument,
  notionalOf,
  parsePrice,
  parseQuantity,
} from '#domain/market/instrument.ts'
import {
  formatDecimal,
  type Price,
  parseDecimal,
  price,
  quantity,
  type Units,
  units,
} from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { collar } from '#domain/spot/price-range.ts'
import {
  type CheckedOrder,
  checkOrder,
  holdFor,
  type OrderType,
  type PriceLevel,
  payCurrency,
  previewOrder,
  protectionPrice,
  quantityForShare,
  receiveCurrency,
  type Side,
  settleFill,
} from '#domain/spot/rules.ts'

/** How long an order lives, with post-only beside the times in force: one choice for the customer. */
export const lifetimes = ['gtc', 'post-only', 'ioc', 'fok'] as const
export type Lifetime = (typeof lifetimes)[number]

/** The types of order that a ticket can be filled in for. */
export type TicketOrderType = Extract<OrderType, 'limit' | 'market' | 'stop-limit'>

/** A trading ticket as it is being filled in: decimal strings as typed. */
export interface Ticket {
  readonly side: Side
  readonly orderType: TicketOrderType
  readonly lifetime: Lifetime
  readonly limitPrice: string
  /** The last price that a stop-limit order waits for. */
  readonly triggerPrice: string
  /** In base; while the amount is typed in quote, what that comes to. */
  readonly quantity: string
  /** What the amount is typed in. */
  readonly sizedIn: 'base' | 'quote'
  /** The amount in quote as typed; empty while it is typed in base. */
  readonly quoteAmount: string
  /** The share of what is available that the quantity came from; 0 when it was typed. */
  readonly sharePercent: number
}

/** What a ticket is filled in against. */
export interface TicketMarket {
  readonly instrument: Instrument
  readonly lastPrice: Price | undefined
  /** Best first; undefined until the book has arrived. */
  readonly bids: readonly PriceLevel[] | undefined
  readonly asks: readonly PriceLevel[] | undefined
  /** What the customer may spend of each currency, in its units; undefined until it is known. */
  readonly availableBase: Units | undefined
  readonly availableQuote: Units | undefined
  /** Prices are too old to trade at the market. */
  readonly isStale: boolean
}

export const freshTicket: Ticket = {
  side: 'buy',
  orderType: 'limit',
  lifetime: 'gtc',
  limitPrice: '',
  triggerPrice: '',
  quantity: '',
  sizedIn: 'base',
  quoteAmount: '',
  sharePercent: 0,
}

/** What can be done to a ticket. */
export type TicketChange =
  | { readonly kind: 'side'; readonly side: Side }
  | { readonly kind: 'order-type'; readonly orderType: TicketOrderType }
  | { readonly kind: 'lifetime'; readonly lifetime: Lifetime }
  | { readonly kind: 'price'; readonly limitPrice: string }
  | { readonly kind: 'step-price'; readonly direction: -1 | 1 }
  | { readonly kind: 'best-price' }
  | { readonly kind: 'trigger-price'; readonly triggerPrice: string }
  | { readonly kind: 'quantity'; readonly quantity: string }
  | { readonly kind: 'quote-amount'; readonly quoteAmount: string }
  | { readonly kind: 'sized-in'; readonly sizedIn: Ticket['sizedIn'] }
  | { readonly kind: 'share'; readonly sharePercent: number }
  | { readonly kind: 'sent' }

/** The ticket after a change. A share keeps following the price and the side until a quantity is typed. */
export function changeTicket(ticket: Ticket, change: TicketChange, market: TicketMarket): Ticket {
  switch (change.kind) {
    case 'side':
      return sized({ ...ticket, side: change.side }, market)
    case 'order-type':
      return sized({ ...ticket, orderType: change.orderType, lifetime: 'gtc' }, market)
    case 'lifetime':
      return { ...ticket, lifetime: change.lifetime }
    case 'price':
      return sized({ ...ticket, limitPrice: change.limitPrice }, market)
    case 'step-price':
      return sized({ ...ticket, limitPrice: steppedPrice(ticket, change.direction, market) }, market)
    case 'best-price': {
      const best = oppositeOf(ticket, market)?.[0]?.price
      return best === undefined
        ? ticket
        : sized({ ...ticket, limitPrice: formatPrice(market.instrument, best) }, market)
    }
    case 'trigger-price':
      return { ...ticket, triggerPrice: change.triggerPrice }
    case 'quantity':
      return { ...ticket, quantity: change.quantity, quoteAmount: '', sharePercent: 0 }
    case 'quote-amount':
      return sized({ ...ticket, quoteAmount: change.quoteAmount, sharePercent: 0 }, market)
    case 'sized-in':
      return { ...ticket, sizedIn: change.sizedIn, quantity: '', quoteAmount: '', sharePercent: 0 }
    case 'share':
      return sized({ ...ticket, sharePercent: change.sharePercent, quantity: '', quoteAmount: '' }, market)
    case 'sent':
      return { ...ticket, quantity: '', quoteAmount: '', sharePercent: 0 }
  }
}

/** Fills in the quantity of what is chosen in another way: a share, or an amount in quote. */
function sized(ticket: Ticket, market: TicketMarket): Ticket {
  if (ticket.sharePercent > 0) return withShare(ticket, market)
  if (ticket.sizedIn === 'base') return ticket
  return { ...ticket, quantity: quantityFor(ticket, market) }
}

/**
 * What an amount in quote comes to in base: at the limit, or for a market order at the best price.
 *
 * Rounds: down to a step, so that it never comes to more than was typed.
 */
function quantityFor(ticket: Ticket, market: TicketMarket): string {
  const { instrument, lastPrice } = market
  const best = oppositeOf(ticket, market)?.[0]?.price ?? lastPrice
  const at = ticket.orderType === 'market' ? best : parsePrice(instrument, ticket.limitPrice)
  const amount = parseDecimal(plainDecimal(ticket.quoteAmount), decimalsOf(instrument.quote))
  if (at === undefined || amount === undefined) return ''
  const size = quantity(amount / notionalOf(instrument, at, quantity(1n)))
  return size === 0n ? '' : formatQuantity(instrument, size)
}

/**
 * The share of what is available that a ticket asks for, for the slider: it follows what is typed.
 *
 * Rounds: to whole percents, down.
 */
export function shareOf(ticket: Ticket, market: TicketMarket): number {
  if (ticket.sharePercent > 0) return ticket.sharePercent
  const { instrument } = market
  const at = worstPrice(ticket, market)
  const available = availableOf(ticket, market)
  const size = parseQuantity(instrument, plainDecimal(ticket.quantity))
  if (at === undefined || !available || size === undefined) return 0
  const share = (holdFor(instrument, ticket.side, at, size) * 100n) / available
  return share > 100n ? 100 : Number(share)
}

/** A decimal as it is typed: with a point at its end it is not finished. */
const plainDecimal = (text: string): string => text.replace(/\.$/, '')

const decimalsOf = (code: string): number => findCurrency(code)!.decimals

/** The price one tick up or down from the typed one, or from the last price where none is typed. */
function steppedPrice(ticket: Ticket, direction: -1 | 1, { instrument, lastPrice }: TicketMarket): string {
  const typed = parsePrice(instrument, ticket.limitPrice)
  if (typed === undefined)
    return lastPrice === undefined ? ticket.limitPrice : formatPrice(instrument, lastPrice)
  const next = typed + BigInt(direction)
  return next > 0n ? formatPrice(instrument, price(next)) : ticket.limitPrice
}

/**
 * Fills in the quantity of the chosen share.
 *
 * Rounds: down to a step, so that it never asks for more than is available; a market buy is reckoned at
 * the worst price it may fill at.
 */
function withShare(ticket: Ticket, market: TicketMarket): Ticket {
  if (ticket.sharePercent === 0) return ticket
  const { instrument } = market
  const at = worstPrice(ticket, market)
  const available = availableOf(ticket, market)
  if (at === undefined || available === undefined) return { ...ticket, quantity: '' }
  const size = quantityForShare(instrument, ticket.side, available, at, BigInt(ticket.sharePercent))
  return { ...ticket, quantity: size === 0n ? '' : formatQuantity(instrument, size) }
}

/** The worst price the order may fill at: its limit, or the protection of a market order. */
function worstPrice(ticket: Ticket, market: TicketMarket): Price | undefined {
  const { instrument, lastPrice } = market
  if (ticket.orderType !== 'market') return parsePrice(instrument, ticket.limitPrice) ?? lastPrice
  if (lastPrice === undefined) return undefined
  const { lowest, highest } = collar(instrument, lastPrice)
  const best = oppositeOf(ticket, market)?.[0]?.price ?? lastPrice
  return protectionPrice(instrument, ticket.side, best, ticket.side === 'buy' ? highest : lowest)
}

const oppositeOf = (ticket: Ticket, market: TicketMarket) =>
  ticket.side === 'buy' ? market.asks : market.bids

const availableOf = (ticket: Ticket, market: TicketMarket): Units | undefined =>
  ticket.side === 'buy' ? market.availableQuote : market.availableBase

/** Something that keeps a ticket from being sent, and which field it is about. */
export interface TicketProblem {
  readonly field: 'price' | 'trigger' | 'quantity' | 'form'
  readonly code: RefusalCode
  readonly params: RefusalParams
}

/** A ticket read through: what is wrong with it, or the order it is and what that would do. */
export interface TicketSummary {
  /** Nothing is typed yet that could be wrong. */
  readonly isEmpty: boolean
  readonly problem: TicketProblem | undefined
  readonly order: CheckedOrder | undefined
  /** All below are decimal strings. In the currency paid; undefined until it is known. */
  readonly available: string | undefined
  readonly payCurrency: string
  readonly receiveCurrency: string
  /** In quote: what is paid at most by a buy, what a sell brings before the fee. */
  readonly total: string | undefined
  /** In the currency received. */
  readonly fee: string | undefined
  readonly feeKind: 'maker' | 'taker' | 'both'
  readonly receives: string | undefined
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
  const pays = payCurrency(instrument, ticket.side)
  const receives = receiveCurrency(instrument, ticket.side)
  const available = availableOf(ticket, market)
  const blank: TicketSummary = {
    isEmpty:
      ticket.quantity === '' ||
      (ticket.orderType !== 'market' && ticket.limitPrice === '') ||
      (ticket.orderType === 'stop-limit' && ticket.triggerPrice === ''),
    problem: undefined,
    order: undefined,
    available: available === undefined ? undefined : inCurrency(available, pays),
    payCurrency: pays,
    receiveCurrency: receives,
    total: undefined,
    fee: undefined,
    feeKind: ticket.orderType === 'market' ? 'taker' : 'maker',
    receives: undefined,
    unfilled: undefined,
    needsConfirmation: false,
    crossesFar: false,
    missing: undefined,
  }
  if (instrument.status === 'halted') {
    const params = { symbol: instrument.label }
    return { ...blank, isEmpty: false, problem: { field: 'form', code: 'MARKET_CLOSED', params } }
  }
  if (ticket.orderType === 'market' && market.isStale) {
    const params = { symbol: instrument.label }
    return { ...blank, isEmpty: false, problem: { field: 'form', code: 'PRICE_STALE', params } }
  }
  if (blank.isEmpty || lastPrice === undefined) return blank

  const checked = checkOrder(instrument, draftOf(ticket), lastPrice)
  if (!checked.ok) {
    return { ...blank, problem: { field: fieldOf(checked.code), code: checked.code, params: checked.params } }
  }
  const { order } = checked
  const opposite = oppositeOf(ticket, market)
  // What fills at once cannot be told before the book is there.
  if (opposite === undefined && order.timeInForce !== 'gtc') return blank
  if (order.orderType === 'market' && opposite?.length === 0) {
    return {
      ...blank,
      problem: { field: 'form', code: 'NO_LIQUIDITY', params: { symbol: instrument.label } },
    }
  }
  const preview = previewOrder(instrument, order, opposite ?? [])
  const rest = quantity(order.quantity - preview.filled)
  const resting =
    order.orderType !== 'market' && order.timeInForce === 'gtc' && order.limitPrice !== undefined
      ? settleFill(instrument, order.side, order.limitPrice, rest, instrument.makerFeeBps)
      : undefined

  const spent = units(preview.pays + preview.holds)
  const gross = units(preview.gross + (resting?.gross ?? 0n))
  const fee = units(preview.fee + (resting?.fee ?? 0n))
  const isShort = available !== undefined && spent > available
  // A stop's limit is reckoned from its trigger: that is where the price will be.
  const isFar = isFarOff(order.limitPrice, order.trigger?.price ?? lastPrice)
  const crosses = preview.filled > 0n && crossesFar(order.side, order.limitPrice, opposite?.[0]?.price)
  return {
    ...blank,
    problem: isShort ? { field: 'quantity', code: 'INSUFFICIENT_BALANCE', params: {} } : undefined,
    order,
    total: inCurrency(order.side === 'buy' ? spent : gross, instrument.quote),
    fee: inCurrency(fee, receives),
    feeKind: preview.filled === 0n && resting ? 'maker' : rest === 0n || !resting ? 'taker' : 'both',
    receives: inCurrency(units(gross - fee), receives),
    unfilled: !resting && rest > 0n ? formatQuantity(instrument, rest) : undefined,
    needsConfirmation: order.orderType === 'market' || crosses || isFar,
    crossesFar: crosses && !isFar,
    missing: isShort ? inCurrency(units(spent - available), pays) : undefined,
  }
}

/** Whether a ticket can be sent: it is an order, nothing is wrong with it, and what it would do is known. */
export const canPlace = ({ order, problem, total }: TicketSummary): boolean =>
  order !== undefined && problem === undefined && total !== undefined

/** The ticket as the rules and the API take it. */
export function draftOf(ticket: Ticket) {
  const isMarket = ticket.orderType === 'market'
  const isStop = ticket.orderType === 'stop-limit'
  const isPostOnly = ticket.orderType === 'limit' && ticket.lifetime === 'post-only'
  return {
    side: ticket.side,
    orderType: ticket.orderType,
    timeInForce: isMarket ? 'ioc' : isStop || ticket.lifetime === 'post-only' ? 'gtc' : ticket.lifetime,
    postOnly: isPostOnly,
    quantity: plainDecimal(ticket.quantity),
    limitPrice: isMarket ? undefined : plainDecimal(ticket.limitPrice),
    ...(isStop && { triggerPrice: plainDecimal(ticket.triggerPrice) }),
  } as const
}

/** What an order is worth at a price, in quote, as a decimal string; for showing an order's total. */
export function notionalText(
  instrument: Instrument,
  priceText: string,
  quantityText: string,
): string | undefined {
  const at = parsePrice(instrument, priceText)
  const size = parseQuantity(instrument, quantityText)
  if (at === undefined || size === undefined) return undefined
  return inCurrency(notionalOf(instrument, at, size), instrument.quote)
}

const CROSSES_FAR_BPS = 50n

/** Whether a limit is more than 0.5 % beyond the best price that it would fill at. */
function crossesFar(side: Side, limit: Price | undefined, best: Price | undefined): boolean {
  if (limit === undefined || best === undefined) return false
  const beyond = side === 'buy' ? limit - best : best - limit
  return beyond * 10_000n > best * CROSSES_FAR_BPS
}

const FAR_OFF_PERCENT = 5n

/** Whether a price is more than 5 % from the last: then it may be a slip of the finger. */
function isFarOff(limit: Price | undefined, last: Price): boolean {
  if (limit === undefined) return false
  const distance = limit > last ? limit - last : last - limit
  return distance * 100n > last * FAR_OFF_PERCENT
}

const priceCodes: readonly RefusalCode[] = ['PRICE_INVALID', 'PRICE_OFF_TICK', 'PRICE_OUT_OF_RANGE']
const formCodes: readonly RefusalCode[] = ['POST_ONLY_CONFLICT', 'MARKET_ORDER_HAS_PRICE']

function fieldOf(code: RefusalCode): TicketProblem['field'] {
  if (code.startsWith('TRIGGER_PRICE_')) return 'trigger'
  if (priceCodes.includes(code)) return 'price'
  return formCodes.includes(code) ? 'form' : 'quantity'
}

const inCurrency = (value: Units, code: string): string => formatDecimal(value, findCurrency(code)!.decimals)
