import { maxLotsLeft, type TakenLots } from '#domain/contract/caps.ts'
import { type ContractDraft, type ContractMarket, preview, readLots } from '#domain/contract/order.ts'
import { type BidAsk, type Direction, formatLots, openingPrice } from '#domain/contract/rules.ts'
import type { ContractTerms } from '#domain/contract/terms.ts'
import { formatPrice, type Instrument, parsePrice } from '#domain/market/instrument.ts'
import { least, price, type Units } from '#domain/money/amount.ts'
import { BPS_ONE } from '#domain/money/rate.ts'

export const ticketOrderTypes = ['market', 'limit'] as const
export type TicketOrderType = (typeof ticketOrderTypes)[number]

/** A contract ticket as it is being filled in: decimal strings as typed. */
export interface Ticket {
  readonly direction: Direction
  readonly orderType: TicketOrderType
  readonly leverage: number
  readonly lots: string
  /** The share of what is available that the lots came from; 0 when they were typed. */
  readonly sharePercent: number
  readonly limitPrice: string
  readonly takeProfit: string
  readonly stopLoss: string
}

/** What a ticket is filled in against. */
export interface TicketMarket {
  readonly instrument: Instrument
  readonly terms: ContractTerms
  /** Undefined until there is a price. */
  readonly tick: BidAsk | undefined
  /** Twice the middle price of what converts the quote; undefined until there is one, and where nothing does. */
  readonly conversionMark: number | undefined
  /** What the contract wallet can spend; undefined until it is known. */
  readonly available: Units | undefined
  /** Prices are too old to open at. */
  readonly isStale: boolean
  /** False where no source here has a price of it. */
  readonly isPriced?: boolean
  /** The market's session. */
  readonly isOpen: boolean
  /** What counts against the caps; undefined until it is known. */
  readonly taken?: TakenLots | undefined
  /** For how many minutes nothing is opened after a large move, begun ones counted; 0 while it is. */
  readonly closedMinutes?: number | undefined
  /** Until when; null while it is open. */
  readonly closedUntilMs?: number | null | undefined
}

/** An empty ticket, at the lowest leverage there is. */
export const freshTicket = ({ leverages }: ContractTerms, direction: Direction = 'long'): Ticket => ({
  direction,
  orderType: 'market',
  leverage: leverages[0]!,
  lots: '',
  sharePercent: 0,
  limitPrice: '',
  takeProfit: '',
  stopLoss: '',
})

/** What can be done to a ticket. */
export type TicketChange =
  | { readonly kind: 'direction'; readonly direction: Direction }
  | { readonly kind: 'order-type'; readonly orderType: TicketOrderType }
  | { readonly kind: 'leverage'; readonly leverage: number }
  | { readonly kind: 'lots'; readonly lots: string }
  | { readonly kind: 'step-lots'; readonly step: -1 | 1 }
  | { readonly kind: 'share'; readonly sharePercent: number }
  | { readonly kind: 'price'; readonly limitPrice: string }
  | { readonly kind: 'step-price'; readonly step: -1 | 1 }
  | { readonly kind: 'take-profit'; readonly takeProfit: string }
  | { readonly kind: 'stop-loss'; readonly stopLoss: string }
  | { readonly kind: 'sent' }

/** The ticket after a change. A share keeps following price, leverage and direction until lots are typed. */
export function changeTicket(ticket: Ticket, change: TicketChange, market: TicketMarket): Ticket {
  switch (change.kind) {
    case 'direction':
      // Where a profit is taken for the one is where the other loses.
      return sized({ ...ticket, direction: change.direction, takeProfit: '', stopLoss: '' }, market)
    case 'order-type':
      return sized({ ...ticket, orderType: change.orderType }, market)
    case 'leverage':
      return sized({ ...ticket, leverage: change.leverage }, market)
    case 'lots':
      return { ...ticket, lots: change.lots, sharePercent: 0 }
    case 'step-lots':
      return { ...ticket, lots: steppedLots(ticket.lots, change.step), sharePercent: 0 }
    case 'share':
      return sized({ ...ticket, sharePercent: change.sharePercent, lots: '' }, market)
    case 'price':
      return sized({ ...ticket, limitPrice: change.limitPrice }, market)
    case 'step-price':
      return sized({ ...ticket, limitPrice: steppedPrice(ticket, change.step, market) }, market)
    case 'take-profit':
      return { ...ticket, takeProfit: change.takeProfit }
    case 'stop-loss':
      return { ...ticket, stopLoss: change.stopLoss }
    case 'sent':
      return { ...ticket, lots: '', sharePercent: 0, takeProfit: '', stopLoss: '' }
  }
}

/** A decimal as it is typed: with a point at its end it is not finished. */
export const plain = (text: string): string => text.replace(/\.$/, '')

/** The ticket as the rules and the API take it. */
export function draftOf(ticket: Ticket): ContractDraft {
  const { direction, leverage, orderType, limitPrice, takeProfit, stopLoss } = ticket
  return {
    direction,
    leverage,
    lots: plain(ticket.lots),
    ...(orderType === 'limit' && { limitPrice: plain(limitPrice) }),
    ...(takeProfit !== '' && { takeProfit: plain(takeProfit) }),
    ...(stopLoss !== '' && { stopLoss: plain(stopLoss) }),
  }
}

/** The market as the rules take it; undefined until its prices are known. */
export function pricedMarket({
  instrument,
  terms,
  tick,
  conversionMark,
}: TicketMarket): ContractMarket | undefined {
  if (!tick || (terms.conversion && conversionMark === undefined)) return undefined
  return { instrument, terms, tick, conversionMark }
}

function sized(ticket: Ticket, market: TicketMarket): Ticket {
  if (ticket.sharePercent === 0) return ticket
  const most = maxLots(ticket, market)
  const lots = most === undefined ? 0n : (most * BigInt(ticket.sharePercent)) / 100n
  return { ...ticket, lots: lots === 0n ? '' : formatLots(lots) }
}

/** Where a search for the most lots begins: no wallet pays more. */
const MAX_SEARCHED_LOTS = 2n ** 40n

/**
 * The largest order: what the caps leave, and what is available pays for, margin and opening fee at the limit, or at the
 * worst price that the server takes at the market.
 *
 * Rounds: down to a step.
 */
export function maxLots(ticket: Ticket, market: TicketMarket): bigint | undefined {
  const affordable = affordableLots(ticket, market)
  const priced = pricedMarket(market)
  if (affordable === undefined || !priced || !market.taken) return affordable
  return least(affordable, maxLotsLeft(priced, market.taken))
}

function affordableLots(ticket: Ticket, market: TicketMarket): bigint | undefined {
  const priced = pricedMarket(market)
  const { available } = market
  if (!priced || available === undefined) return undefined
  const limit = ticket.orderType === 'limit' ? parsePrice(market.instrument, plain(ticket.limitPrice)) : null
  if (limit === undefined) return undefined
  const at = limit === null ? worstPrice(ticket.direction, market)! : Number(limit)
  // A tick at that price alone, so that it opens there.
  const there = { ...priced, tick: { bid: at, ask: at } }
  const cost = (lots: bigint) => {
    const order = { ...ticket, lots: Number(lots), limitPrice: null }
    const { margin, openingFee } = preview(there, order)
    return margin + openingFee
  }
  let [low, high] = [0n, MAX_SEARCHED_LOTS]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (cost(middle) <= available) low = middle
    else high = middle - 1n
  }
  return low
}

/** The price at the market that costs most of those the server takes, in ticks: the slippage cap above the entry. */
function worstPrice(direction: Direction, { tick, terms }: TicketMarket): number | undefined {
  if (!tick) return undefined
  const entry = BigInt(openingPrice(direction, tick))
  return Number((entry * (BPS_ONE + BigInt(terms.slippageBps))) / BPS_ONE)
}

/** The worst price that an entry at the market is taken at, as the server says it refuses worse ones. */
export function worstAccepted(direction: Direction, { tick, terms, instrument }: TicketMarket) {
  if (!tick) return undefined
  const entry = BigInt(openingPrice(direction, tick))
  const cap = (entry * BigInt(terms.slippageBps)) / BPS_ONE
  return formatPrice(instrument, price(direction === 'long' ? entry + cap : entry - cap))
}

/** The share of what is available that a ticket asks for, for the slider. Rounds: to whole percents, down. */
export function shareOf(ticket: Ticket, market: TicketMarket): number {
  if (ticket.sharePercent > 0) return ticket.sharePercent
  const most = maxLots(ticket, market)
  const asked = readLots(plain(ticket.lots))
  if (!most || !asked.ok) return 0
  const share = (asked.lots * 100n) / most
  return share > 100n ? 100 : Number(share)
}

function steppedLots(lots: string, step: -1 | 1): string {
  const typed = readLots(plain(lots))
  const next = (typed.ok ? typed.lots : 0n) + BigInt(step)
  return next > 0n ? formatLots(next) : lots
}

/** The price one tick on from the typed one, or the one it would open at where none is typed. */
function steppedPrice({ limitPrice, direction }: Ticket, step: -1 | 1, market: TicketMarket): string {
  const { instrument, tick } = market
  const typed = parsePrice(instrument, plain(limitPrice))
  if (typed === undefined) return tick ? formatPrice(instrument, openingPrice(direction, tick)) : limitPrice
  const next = typed + BigInt(step)
  return next > 0n ? formatPrice(instrument, price(next)) : limitPrice
}
