import { checkCaps } from '#domain/contract/caps.ts'
import { opensAt } from '#domain/contract/lifecycle.ts'
import {
  type CheckedContract,
  type ContractDraft,
  type ContractMarket,
  checkContract,
  type Preview,
  profitAtMove,
  profitAtPrice,
} from '#domain/contract/order.ts'
import { formatLots, formatMark } from '#domain/contract/rules.ts'
import { allowed, type RefusalCode, type RefusalParams, type Refused } from '#domain/errors.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { inMargin, signedInMargin } from '#web/features/contract/margin-amounts.ts'
import { draftOf, maxLots, pricedMarket, type Ticket, type TicketMarket } from './ticket.ts'

/** Something that keeps a ticket from being sent, and which field it is about. */
export interface TicketProblem {
  readonly field: 'lots' | 'price' | 'take-profit' | 'stop-loss' | 'form'
  readonly code: RefusalCode
  readonly params: RefusalParams
}

/** What an order would come to, as decimal strings: prices in quote, amounts in the margin currency. */
export interface Outcome {
  readonly entryPrice: string
  /** Whether it would open with this tick, not wait for its price. */
  readonly opensNow: boolean
  /** Undefined where no price liquidates it. */
  readonly liquidationPrice: string | undefined
  /** The middle of bid and ask, and what the entry is behind it in money. */
  readonly midPrice: string
  readonly spread: string
  readonly notional: string
  readonly margin: string
  readonly openingFee: string
  readonly closingFee: string
  readonly financing: string
  readonly worstCase: string
  /** What is lost at most, with its sign. */
  readonly worstPnl: string
  /** After both fees, where it is set. */
  readonly atTakeProfit: string | undefined
  readonly atStopLoss: string | undefined
  /** Beyond the liquidation price what is lost there, and no more. */
  readonly moves: readonly { readonly bps: number; readonly pnl: string; readonly isLiquidated: boolean }[]
  /** Of the wallet, once margin and opening fee are taken; undefined until it is known, or they are too much. */
  readonly availableAfter: string | undefined
}

/** A ticket read through: what is wrong with it, or the order it is and what that comes to. */
export interface TicketSummary {
  /** Nothing is typed yet that could be wrong. */
  readonly isEmpty: boolean
  readonly problem: TicketProblem | undefined
  /** Undefined while the order keeps not all rules, or without a price. */
  readonly outcome: Outcome | undefined
  readonly available: string | undefined
  readonly maxLots: string | undefined
  /** What is missing in the contract wallet; undefined if nothing is. */
  readonly missing: string | undefined
}

/** How far the price is moved for "if the price moves". */
const MOVES_BPS = [-500, -100, 100, 500] as const

/**
 * Reads a ticket through by the rules that the engine uses, at the newest tick.
 *
 * Rounds: as the engine does.
 */
export function summarise(ticket: Ticket, market: TicketMarket): TicketSummary {
  const most = maxLots(ticket, market)
  const blank: TicketSummary = {
    isEmpty: ticket.lots === '' || (ticket.orderType === 'limit' && ticket.limitPrice === ''),
    problem: undefined,
    outcome: undefined,
    available: market.available === undefined ? undefined : inMargin(market.available),
    maxLots: most === undefined ? undefined : formatLots(most),
    missing: undefined,
  }
  const shut = shutBy(market)
  if (shut) return { ...blank, problem: shut }
  const priced = pricedMarket(market)
  if (blank.isEmpty || !priced) return blank
  const problem = firstProblem(draftOf(ticket), priced)
  const checked = checkContract(priced, draftOf(ticket))
  if (!checked.ok) return { ...blank, problem: problem ?? inForm(checked) }
  const { order, preview } = checked
  const outcome = outcomeOf(priced, order, preview, market.available)
  const within = market.taken ? checkCaps(priced, BigInt(order.lots), market.taken) : allowed({})
  if (!within.ok) return { ...blank, outcome, problem: ofOrder(within) }
  const needed = preview.margin + preview.openingFee
  if (market.available === undefined || needed <= market.available) return { ...blank, outcome }
  return {
    ...blank,
    outcome,
    problem: { field: 'lots', code: 'INSUFFICIENT_BALANCE', params: {} },
    missing: inMargin(needed - market.available),
  }
}

/** Whether a ticket can be sent: it is an order, nothing is wrong with it, and what it would cost is known. */
export const canOpen = ({ outcome, problem }: TicketSummary): boolean =>
  outcome !== undefined && problem === undefined

/** Why nothing can be opened whatever the ticket says. */
function shutBy({
  instrument,
  isOpen,
  isPriced = true,
  isStale,
  closedMinutes = 0,
}: TicketMarket): TicketProblem | undefined {
  const params = { symbol: instrument.label }
  if (instrument.status === 'halted') return { field: 'form', code: 'MARKET_CLOSED', params }
  if (!isPriced) return { field: 'form', code: 'NO_LIVE_PRICE', params }
  if (!isOpen) return { field: 'form', code: 'MARKET_SESSION_CLOSED', params }
  if (isStale) return { field: 'form', code: 'PRICE_STALE', params }
  if (closedMinutes === 0) return undefined
  return { field: 'form', code: 'CONTRACT_BREAKER', params: { ...params, minutes: closedMinutes } }
}

/** The first thing that is wrong, at its field: the order by itself, then with each of its two prices. */
function firstProblem(draft: ContractDraft, market: ContractMarket): TicketProblem | undefined {
  const { takeProfit, stopLoss, ...alone } = draft
  const steps = [
    { field: undefined, draft: alone },
    { field: 'take-profit', draft: { ...alone, takeProfit } },
    { field: 'stop-loss', draft: { ...alone, stopLoss } },
  ] as const
  for (const { field, draft: part } of steps) {
    const checked = checkContract(market, part)
    if (!checked.ok) return field ? { ...checked, field } : ofOrder(checked)
  }
  return undefined
}

const formCodes: readonly RefusalCode[] = ['LEVERAGE_NOT_OFFERED', 'SPREAD_TOO_WIDE']

function ofOrder(refused: Refused): TicketProblem {
  const { code, params } = refused
  if (formCodes.includes(code)) return inForm(refused)
  return { field: code.startsWith('PRICE_') ? 'price' : 'lots', code, params }
}

const inForm = ({ code, params }: Refused): TicketProblem => ({ field: 'form', code, params })

function outcomeOf(
  market: ContractMarket,
  order: CheckedContract,
  shown: Preview,
  available: bigint | undefined,
): Outcome {
  const { instrument, tick } = market
  const at = (price: number | null) =>
    price === null ? undefined : signedInMargin(profitAtPrice(market, order, shown, BigInt(price)))
  const rest = available === undefined ? undefined : available - shown.margin - shown.openingFee
  return {
    entryPrice: formatPrice(instrument, shown.entryPrice),
    opensNow: order.limitPrice === null || opensAt(order.direction, order.limitPrice, tick),
    liquidationPrice:
      shown.liquidationPrice > 0n ? formatPrice(instrument, Number(shown.liquidationPrice)) : undefined,
    midPrice: formatMark(instrument, shown.mark),
    spread: inMargin(shown.spread),
    notional: inMargin(shown.notional),
    margin: inMargin(shown.margin),
    openingFee: inMargin(shown.openingFee),
    closingFee: inMargin(shown.closingFee),
    financing: inMargin(shown.financing),
    worstCase: inMargin(shown.worstCase),
    worstPnl: signedInMargin(-shown.worstCase),
    atTakeProfit: at(order.takeProfit),
    atStopLoss: at(order.stopLoss),
    moves: MOVES_BPS.map((bps) => {
      const isLiquidated = shown.liquidationPrice > 0n && isBeyond(order.direction, shown, bps)
      const pnl = isLiquidated ? -shown.worstCase : profitAtMove(market, order, shown, bps)
      return { bps, pnl: signedInMargin(pnl), isLiquidated }
    }),
    availableAfter: rest !== undefined && rest >= 0n ? inMargin(rest) : undefined,
  }
}

/** Whether a move from the entry leads to the liquidation price. Units: ticks; basis points. */
const isBeyond = (
  direction: Ticket['direction'],
  { entryPrice, liquidationPrice }: { readonly entryPrice: number; readonly liquidationPrice: bigint },
  bps: number,
): boolean => {
  const moved = BigInt(entryPrice) * BigInt(10_000 + bps)
  const end = liquidationPrice * 10_000n
  return direction === 'long' ? moved <= end : moved >= end
}
