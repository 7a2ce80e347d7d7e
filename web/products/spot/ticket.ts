import {
  formatPrice,
  formatQuantity,
  type Instrument,
  notionalOf,
  parsePrice,
  parseQuantity,
} from '#domain/market/instrument.ts'
import { formatDecimal, type Price, parseDecimal, price, quantity, type Units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import type { AttachedDraft } from '#domain/spot/attached.ts'
import type { OcoDraft } from '#domain/spot/oco.ts'
import { worstAtMarket } from '#domain/spot/price-range.ts'
import { holdFor, type PriceLevel, protectionPrice, quantityForShare, type Side } from '#domain/spot/rules.ts'

/** How long an order lives, with post-only beside the times in force: one choice for the customer. */
export const lifetimes = ['gtc', 'post-only', 'ioc', 'fok'] as const
export type Lifetime = (typeof lifetimes)[number]

/** The types of order that a ticket can be filled in for; `oco` is a pair of two, a limit order and a stop. */
export const ticketOrderTypes = ['limit', 'market', 'stop-limit', 'stop-market', 'oco'] as const
export type TicketOrderType = (typeof ticketOrderTypes)[number]

/** Whether orders of a type have a limit price of the customer's. */
export const hasLimit = (orderType: TicketOrderType): boolean =>
  orderType !== 'market' && orderType !== 'stop-market'
/** Whether they wait for a trigger price, or one of the pair does. */
export const hasTrigger = (orderType: TicketOrderType): boolean =>
  orderType === 'stop-limit' || orderType === 'stop-market' || orderType === 'oco'

/** A trading ticket as it is being filled in: decimal strings as typed. */
export interface Ticket {
  readonly side: Side
  readonly orderType: TicketOrderType
  readonly lifetime: Lifetime
  readonly limitPrice: string
  /** The last price that a stop waits for. */
  readonly triggerPrice: string
  /** Of a pair's stop once it is triggered; empty, it fills at the market. */
  readonly stopLimitPrice: string
  /** Whether what is bought is to have a take profit or stop loss, and at which prices; empty, it has not that one. */
  readonly hasAttached: boolean
  readonly takeProfit: string
  readonly stopLoss: string
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
  /** What open orders hold of each. */
  readonly heldBase: Units
  readonly heldQuote: Units
  /** Prices are too old to trade at the market. */
  readonly isStale: boolean
  /** False where no source here has a price of it. */
  readonly isPriced?: boolean
}

export const freshTicket: Ticket = {
  side: 'buy',
  orderType: 'limit',
  lifetime: 'gtc',
  limitPrice: '',
  triggerPrice: '',
  stopLimitPrice: '',
  hasAttached: false,
  takeProfit: '',
  stopLoss: '',
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
  | { readonly kind: 'stop-limit-price'; readonly stopLimitPrice: string }
  | { readonly kind: 'attached'; readonly hasAttached: boolean }
  | { readonly kind: 'take-profit'; readonly takeProfit: string }
  | { readonly kind: 'stop-loss'; readonly stopLoss: string }
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
      return sized({ ...ticket, triggerPrice: change.triggerPrice }, market)
    case 'stop-limit-price':
      return sized({ ...ticket, stopLimitPrice: change.stopLimitPrice }, market)
    case 'attached':
      return { ...ticket, hasAttached: change.hasAttached }
    case 'take-profit':
      return { ...ticket, takeProfit: change.takeProfit }
    case 'stop-loss':
      return { ...ticket, stopLoss: change.stopLoss }
    case 'quantity':
      return { ...ticket, quantity: change.quantity, quoteAmount: '', sharePercent: 0 }
    case 'quote-amount':
      return sized({ ...ticket, quoteAmount: change.quoteAmount, sharePercent: 0 }, market)
    case 'sized-in':
      return { ...ticket, sizedIn: change.sizedIn, quantity: '', quoteAmount: '', sharePercent: 0 }
    case 'share':
      return sized({ ...ticket, sharePercent: change.sharePercent, quantity: '', quoteAmount: '' }, market)
    case 'sent':
      return {
        ...{ ...ticket, quantity: '', quoteAmount: '', sharePercent: 0 },
        ...{ hasAttached: false, takeProfit: '', stopLoss: '' },
      }
  }
}

/** Whether an order of the ticket can have a take profit and stop loss: a buy that goes to the book. */
export const canAttach = ({ side, orderType }: Ticket): boolean =>
  side === 'buy' && (orderType === 'limit' || orderType === 'market')

/** Take profit and stop loss as the rules and the API take them. */
function attachedOf(ticket: Ticket): AttachedDraft {
  if (!canAttach(ticket) || !ticket.hasAttached) return {}
  const [takeProfit, stopLoss] = [plainDecimal(ticket.takeProfit), plainDecimal(ticket.stopLoss)]
  return { ...(takeProfit !== '' && { takeProfit }), ...(stopLoss !== '' && { stopLoss }) }
}

/** Fills in the quantity of what is chosen in another way: a share, or an amount in quote. */
function sized(ticket: Ticket, market: TicketMarket): Ticket {
  if (ticket.sharePercent > 0) return withShare(ticket, market)
  if (ticket.sizedIn === 'base') return ticket
  return { ...ticket, quantity: quantityFor(ticket, market) }
}

/**
 * Whether the order says what it may spend, and not how much it buys: a market buy typed in quote. What that comes
 * to is then an estimate.
 */
export const isBySpend = ({ side, orderType, sizedIn }: Ticket): boolean =>
  side === 'buy' && orderType === 'market' && sizedIn === 'quote'

/**
 * What an amount in quote comes to in base: at the limit, at the trigger of a stop without one, or for a market
 * order at the best price.
 *
 * Rounds: down to a step, so that it never comes to more than was typed.
 */
function quantityFor(ticket: Ticket, market: TicketMarket): string {
  const { instrument, lastPrice } = market
  const prices = {
    ...{ limit: ticket.limitPrice, 'stop-limit': ticket.limitPrice, oco: ticket.limitPrice },
    'stop-market': ticket.triggerPrice,
  }
  const at =
    ticket.orderType === 'market'
      ? (oppositeOf(ticket, market)?.[0]?.price ?? lastPrice)
      : parsePrice(instrument, plainDecimal(prices[ticket.orderType]))
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
  const available = availableOf(ticket, market)
  const asked = askedOf(ticket, market)
  if (!available || asked === undefined) return 0
  const share = (asked * 100n) / available
  return share > 100n ? 100 : Number(share)
}

/** What a ticket asks for of the currency paid, in its units. */
function askedOf(ticket: Ticket, market: TicketMarket): bigint | undefined {
  const { instrument } = market
  if (isBySpend(ticket)) return parseDecimal(plainDecimal(ticket.quoteAmount), decimalsOf(instrument.quote))
  const at = worstPrice(ticket, market)
  const size = parseQuantity(instrument, plainDecimal(ticket.quantity))
  return at === undefined || size === undefined ? undefined : holdFor(instrument, ticket.side, at, size)
}

/** A decimal as it is typed: with a point at its end it is not finished. */
export const plainDecimal = (text: string): string => text.replace(/\.$/, '')

const decimalsOf = (code: string): number => findCurrency(code)!.decimals

/** The price one tick up or down from the typed one, or from the last price where none is typed. */
function steppedPrice(ticket: Ticket, direction: -1 | 1, { instrument, lastPrice }: TicketMarket): string {
  const typed = parsePrice(instrument, ticket.limitPrice)
  if (typed === undefined)
    return lastPrice === undefined ? ticket.limitPrice : formatPrice(instrument, lastPrice)
  const next = typed + BigInt(direction)
  return next > 0n ? formatPrice(instrument, price(next)) : ticket.limitPrice
}

/** Decimals that an amount in quote is typed and filled in with. */
export const QUOTE_DECIMALS = 2

/**
 * Fills in the amount of the chosen share.
 *
 * Rounds: down to a step, so that it never asks for more than is available; a buy without a limit is reckoned at
 * the worst price it may fill at, unless it says what it may spend.
 */
function withShare(ticket: Ticket, market: TicketMarket): Ticket {
  const { instrument } = market
  const at = worstPrice(ticket, market)
  const available = availableOf(ticket, market)
  if (at === undefined || available === undefined) return { ...ticket, quantity: '', quoteAmount: '' }
  const share = BigInt(ticket.sharePercent)
  if (isBySpend(ticket)) {
    const spending = { ...ticket, quoteAmount: quoteText(instrument, (available * share) / 100n) }
    return { ...spending, quantity: quantityFor(spending, market) }
  }
  const size = quantityForShare(instrument, ticket.side, available, at, share)
  return {
    ...ticket,
    quantity: size === 0n ? '' : formatQuantity(instrument, size),
    quoteAmount:
      ticket.sizedIn === 'base' || size === 0n ? '' : quoteText(instrument, notionalOf(instrument, at, size)),
  }
}

/** An amount in quote as it is filled in. Rounds: down. */
function quoteText({ quote }: Instrument, amount: bigint): string {
  const unit = 10n ** BigInt(decimalsOf(quote) - QUOTE_DECIMALS)
  return amount < unit ? '' : formatDecimal(amount / unit, QUOTE_DECIMALS)
}

/** The worst price the order may fill at: its limit, or the protection of one that has none. */
function worstPrice(ticket: Ticket, market: TicketMarket): Price | undefined {
  const { instrument, lastPrice } = market
  const limit = parsePrice(instrument, plainDecimal(ticket.limitPrice)) ?? lastPrice
  switch (ticket.orderType) {
    case 'limit':
    case 'stop-limit':
      return limit
    case 'stop-market':
      return worstOfStop(ticket, market, '') ?? lastPrice
    case 'oco': {
      // One hold for both: as large as the larger of the two needs.
      const stop = worstOfStop(ticket, market, ticket.stopLimitPrice)
      return stop !== undefined && (limit === undefined || stop > limit) ? stop : limit
    }
    case 'market': {
      if (lastPrice === undefined) return undefined
      const best = oppositeOf(ticket, market)?.[0]?.price ?? lastPrice
      return protectionPrice(instrument, ticket.side, best, worstAtMarket(instrument, ticket.side, lastPrice))
    }
  }
}

function worstOfStop({ side, triggerPrice }: Ticket, { instrument }: TicketMarket, limitPrice: string) {
  const trigger = parsePrice(instrument, plainDecimal(triggerPrice))
  const atMarket = trigger === undefined ? undefined : worstAtMarket(instrument, side, trigger)
  return parsePrice(instrument, plainDecimal(limitPrice)) ?? atMarket
}

/** The side of the book that a ticket would fill against, best first. */
export const oppositeOf = (ticket: Ticket, market: TicketMarket) =>
  ticket.side === 'buy' ? market.asks : market.bids

/** What the customer may spend of the currency that a ticket pays with. */
export const availableOf = (ticket: Ticket, market: TicketMarket): Units | undefined =>
  ticket.side === 'buy' ? market.availableQuote : market.availableBase

/** The ticket of one order as the rules and the API take it. */
export function draftOf(ticket: Ticket) {
  const orderType = ticket.orderType === 'oco' ? 'limit' : ticket.orderType
  const isPostOnly = orderType === 'limit' && ticket.lifetime === 'post-only'
  const lifetime = ticket.lifetime === 'post-only' || orderType !== 'limit' ? 'gtc' : ticket.lifetime
  return {
    side: ticket.side,
    orderType,
    timeInForce: hasLimit(orderType) ? lifetime : 'ioc',
    postOnly: isPostOnly,
    ...(isBySpend(ticket)
      ? { quoteAmount: plainDecimal(ticket.quoteAmount) }
      : { quantity: plainDecimal(ticket.quantity) }),
    limitPrice: hasLimit(orderType) ? plainDecimal(ticket.limitPrice) : undefined,
    ...(hasTrigger(orderType) && { triggerPrice: plainDecimal(ticket.triggerPrice) }),
    ...attachedOf(ticket),
  } as const
}

/** The ticket of a pair as the rules and the API take it. */
export const pairOf = (ticket: Ticket): OcoDraft => ({
  side: ticket.side,
  quantity: plainDecimal(ticket.quantity),
  limitPrice: plainDecimal(ticket.limitPrice),
  triggerPrice: plainDecimal(ticket.triggerPrice),
  ...(ticket.stopLimitPrice !== '' && { stopLimitPrice: plainDecimal(ticket.stopLimitPrice) }),
})
