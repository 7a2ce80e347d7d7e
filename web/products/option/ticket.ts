import type { OutputOf } from '#domain/endpoint.ts'
import { type Decision, type Refused, refused } from '#domain/errors.ts'
import { freshForMs } from '#domain/market/freshness.ts'
import { decimalsOf, type Instrument, parsePrice } from '#domain/market/instrument.ts'
import { formatDecimal, parseDecimal, type Units, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { OptionLimitsView, OptionView, optionPeriods } from '#domain/option/contract.ts'
import { mayPassClose, outcomeBetween, payoutOf } from '#domain/option/rules.ts'
import { type CheckedOption, checkOption, type OptionTerms, STAKE_CURRENCY } from '#domain/option/terms.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/** A seconds option before it is sent, and while it runs, by the rules that the server runs. */

/** What can be ordered now, and on which terms. */
export interface TicketTerms extends Pick<OptionTerms, 'version' | 'periods' | 'minimum' | 'maximum'> {
  /** What is staked: money, or what stands for it in practice. */
  readonly currency: string
}

const unitsOf = (text: string, currency: string): Units =>
  units(parseDecimal(text, findCurrency(currency)!.decimals) ?? 0n)

/** The terms as they are served; undefined while nothing can be ordered. */
export function termsOf({
  items,
  currency,
  termsVersion,
}: OutputOf<typeof optionPeriods>): TicketTerms | undefined {
  const [first] = items
  if (!first) return undefined
  return {
    ...{ currency, version: termsVersion },
    periods: items.map(({ seconds, payoutPercent }) => ({
      seconds,
      payoutBps: Math.round(Number(payoutPercent) * 100),
    })),
    ...{ minimum: unitsOf(first.minimum, currency), maximum: unitsOf(first.maximum, currency) },
  }
}

/** What the customer fills in. */
export interface OptionTicket {
  readonly seconds: number
  readonly stake: string
}

/** What a ticket would come to. */
export interface OptionPreview extends CheckedOption {
  /** Stake and winnings. */
  readonly paid: Units
}

/**
 * What a ticket would come to, or why it cannot be sent.
 *
 * Refuses: what `checkOption` refuses; INSUFFICIENT_BALANCE.
 */
export function previewOf(
  terms: TicketTerms,
  { seconds, stake }: OptionTicket,
  available: Units | undefined,
): Decision<{ readonly preview: OptionPreview }> {
  const checked = checkOption(terms, { seconds, stake, currency: STAKE_CURRENCY })
  if (!checked.ok) return checked
  const { order } = checked
  if (available !== undefined && available < order.stake) return refused('INSUFFICIENT_BALANCE')
  return { ok: true, preview: { ...order, paid: payoutOf(order, 'won') } }
}

/** What a stake is more than the options wallet has, as a decimal string; undefined where it is not. */
export function missingOf(
  { currency }: Pick<TicketTerms, 'currency'>,
  { stake }: OptionTicket,
  available: Units | undefined,
): string | undefined {
  const missing = unitsOf(stake, currency) - (available ?? 0n)
  return available === undefined || missing <= 0n ? undefined : formatAmount(missing, currency)
}

/**
 * Why a customer can order nothing now, whatever the ticket; undefined where they can.
 *
 * Refuses: COUNTRY_NOT_OFFERED, OPTION_EXCLUDED, OPTION_PAUSED, OPTION_TOO_MANY_OPEN, OPTION_TOO_MANY_TODAY.
 */
export function blockOf(
  limits: OptionLimitsView,
):
  | { readonly code: 'COUNTRY_NOT_OFFERED' }
  | { readonly code: 'OPTION_EXCLUDED' | 'OPTION_PAUSED'; readonly untilMs: number }
  | { readonly code: 'OPTION_TOO_MANY_OPEN' | 'OPTION_TOO_MANY_TODAY'; readonly maximum: number }
  | undefined {
  const { excludedUntilMs, pausedUntilMs, maxOpen, maxDaily } = limits
  if (!limits.isOffered) return { code: 'COUNTRY_NOT_OFFERED' }
  if (excludedUntilMs !== null) return { code: 'OPTION_EXCLUDED', untilMs: excludedUntilMs }
  if (pausedUntilMs !== null) return { code: 'OPTION_PAUSED', untilMs: pausedUntilMs }
  if (limits.openOrders >= maxOpen) return { code: 'OPTION_TOO_MANY_OPEN', maximum: maxOpen }
  if (limits.ordersToday >= maxDaily) return { code: 'OPTION_TOO_MANY_TODAY', maximum: maxDaily }
  return undefined
}

/**
 * Why a market takes no orders of a period now; undefined where it does. `closesAtMs`: its next change, while it is open.
 *
 * Refuses: OPTION_PAST_CLOSE, OPTION_BREAKER.
 */
export function marketBlockOf(
  instrument: Instrument,
  {
    closesAtMs,
    closedUntilMs,
  }: { readonly closesAtMs: number | undefined; readonly closedUntilMs: number | null },
  seconds: number,
  nowMs: number,
): Refused | undefined {
  const symbol = instrument.label
  if (mayPassClose(closesAtMs, { seconds, staleAfterMs: freshForMs(instrument) }, nowMs))
    return refused('OPTION_PAST_CLOSE', { symbol })
  const minutes = Math.ceil(((closedUntilMs ?? 0) - nowMs) / MINUTE_MS)
  return minutes > 0 ? refused('OPTION_BREAKER', { symbol, minutes }) : undefined
}

/** Where an order without a result stands. */
export type OptionPhase =
  | { readonly kind: 'entry' | 'running'; readonly leftMs: number; readonly ofMs: number }
  /** The period is over: the tape has to go on past it. */
  | { readonly kind: 'result' }

/** How far an open order has come at a moment of the server's clock; undefined of one with a result. */
export function phaseOf(order: OptionView, nowMs: number): OptionPhase | undefined {
  if (order.status !== 'open') return undefined
  if (order.expiresAtMs === null) {
    const leftMs = order.acceptedAtMs + order.entryAfterMs - nowMs
    return { kind: 'entry', leftMs: Math.max(0, leftMs), ofMs: order.entryAfterMs }
  }
  const leftMs = order.expiresAtMs - nowMs
  if (leftMs <= 0) return { kind: 'result' }
  const ofMs = order.seconds * SECOND_MS
  return { kind: 'running', leftMs: Math.min(leftMs, ofMs), ofMs }
}

/** What an order would be paid if its period ended at a price, and how far that is from its entry. */
export function standingOf(
  order: OptionView,
  instrument: Instrument,
  price: string | undefined,
): { readonly outcome: 'won' | 'lost' | 'tie'; readonly paid: Units; readonly moved: string } | undefined {
  if (!order.entry || price === undefined) return undefined
  const [entry, now] = [parsePrice(instrument, order.entry.price), parsePrice(instrument, price)]
  if (entry === undefined || now === undefined) return undefined
  const outcome = outcomeBetween(order.direction, entry, now)
  const [stake, winnings] = [unitsOf(order.stake, order.currency), unitsOf(order.winnings, order.currency)]
  return { outcome, paid: payoutOf({ stake, winnings }, outcome), moved: movedBy(order.entry.price, price) }
}

/** How far a price moved, as a signed decimal string with the decimals of the prices. */
export function movedBy(from: string, to: string): string {
  const decimals = Math.max(decimalsOf(from), decimalsOf(to))
  return formatDecimal((parseDecimal(to, decimals) ?? 0n) - (parseDecimal(from, decimals) ?? 0n), decimals)
}

/** What a customer gained or lost by an order with a result, as a signed decimal string. */
export const gainOf = ({ stake, paid }: OptionView): string | undefined =>
  paid === null ? undefined : movedBy(stake, paid)

/** What a stake is multiplied by where it is won. @example factorOf({ payoutPercent: '85.00' }) // '1.85' */
export const factorOf = ({ payoutPercent }: { readonly payoutPercent: string }): string =>
  trimFraction(formatDecimal((parseDecimal(payoutPercent, 2) ?? 0n) + 10_000n, 4), 2)

/** @example clockOf(83_000) // '1:23' */
export function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
