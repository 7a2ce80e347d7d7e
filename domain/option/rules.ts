import type { Tick } from '../market/tick.ts'
import { mulDiv, type Units, units } from '../money/amount.ts'
import { BPS_ONE } from '../money/rate.ts'
import { SECOND_MS } from '../time.ts'

/**
 * Seconds options: whether a price is higher or lower after a period. The outcome follows from an order, as it was
 * accepted, and from the tape alone; the server and the customer's browser run this same file.
 */

/** The version of these rules, which every order keeps. */
export const OPTION_RULES_VERSION = 1

export const optionDirections = ['rise', 'fall'] as const
export type OptionDirection = (typeof optionDirections)[number]

export const optionOutcomes = ['won', 'lost', 'tie', 'void'] as const
export type OptionOutcome = (typeof optionOutcomes)[number]

/** An order waits for its tape (`open`), is `settled` by two ticks, or is `void` for want of one. */
export const optionStatuses = ['open', 'settled', 'void'] as const
export type OptionStatus = (typeof optionStatuses)[number]

/** Why an order is void: there was no valid price in time after its acceptance, or before its expiry. */
export const voidReasons = ['no-entry', 'no-exit'] as const

/**
 * No tick before this counts as an entry. A customer with a faster feed knows prices some hundred milliseconds before the
 * tape has them: with an entry at once, they would bet on what they know already (docs/decisions/0012-option-entry.md).
 */
export const ENTRY_AFTER_MS = SECOND_MS

/**
 * Whether an order of a period may still run when its market next closes: the entry may come as late as a price may be
 * old. `closesAtMs`: undefined of a market that never does.
 */
export const mayPassClose = (
  closesAtMs: number | undefined,
  { seconds, staleAfterMs }: { readonly seconds: number; readonly staleAfterMs: number },
  atMs: number,
): boolean =>
  closesAtMs !== undefined && closesAtMs <= atMs + ENTRY_AFTER_MS + staleAfterMs + seconds * SECOND_MS

/** An order as it was accepted: all that it says about its outcome. */
export interface AcceptedOption {
  readonly symbol: string
  readonly direction: OptionDirection
  readonly stake: Units
  /** What is paid beside the stake where it is won. */
  readonly winnings: Units
  readonly seconds: number
  /** So long after the acceptance the entry may come, on the tape's clock. */
  readonly entryAfterMs: number
  /** How far the entry may be from then, and the exit from the expiry. */
  readonly staleAfterMs: number
  readonly acceptedAtMs: number
  /** How many ticks the tape had: those after it count. */
  readonly acceptedSequence: number
}

/** What an order came to, with the ticks that decided it. */
export type OptionResult =
  | { readonly outcome: 'won' | 'lost' | 'tie'; readonly entry: Tick; readonly exit: Tick }
  /** Of two ticks, the one that is there is named too: an exit that is too old. */
  | { readonly outcome: 'void'; readonly reason: 'no-entry' }
  | { readonly outcome: 'void'; readonly reason: 'no-exit'; readonly entry: Tick; readonly exit: Tick }

/** From when on an order's entry can be recorded. */
export const entryFrom = (order: Pick<AcceptedOption, 'acceptedAtMs' | 'entryAfterMs'>): number =>
  order.acceptedAtMs + order.entryAfterMs

/**
 * Whether a tick may be an order's entry, where none before it was: it is of its instrument, valid, and was recorded
 * long enough after the acceptance, by the tape's time and by its count. So neither side can know it when the order is
 * accepted, not even from a price that waits to be written.
 */
export const mayBeEntry = (order: AcceptedOption, tick: Tick): boolean =>
  tick.symbol === order.symbol &&
  !tick.isHeld &&
  tick.sequence > order.acceptedSequence &&
  tick.atMs >= entryFrom(order)

/** The last moment at which an order's entry can be recorded. */
export const entryDeadline = (
  order: Pick<AcceptedOption, 'acceptedAtMs' | 'entryAfterMs' | 'staleAfterMs'>,
): number => entryFrom(order) + order.staleAfterMs

/** When an order expires, on the tape's clock. */
export const expiryOf = (order: Pick<AcceptedOption, 'seconds'>, entry: Pick<Tick, 'atMs'>): number =>
  entry.atMs + order.seconds * SECOND_MS

/**
 * The outcome by an entry and an exit: the first tick that may be one and the last valid one at or before the
 * expiry. Called once the tape can hold no other.
 */
export function resultOf(
  order: AcceptedOption,
  entry: Tick | undefined,
  exit: Tick | undefined,
): OptionResult {
  if (!entry || !exit || entry.atMs > entryDeadline(order)) return { outcome: 'void', reason: 'no-entry' }
  if (exit.atMs < expiryOf(order, entry) - order.staleAfterMs) {
    return { outcome: 'void', reason: 'no-exit', entry, exit }
  }
  return { outcome: outcomeBetween(order.direction, entry.price, exit.price), entry, exit }
}

/** What two prices come to, in whatever unit both are. */
export function outcomeBetween<Price extends number | bigint>(
  direction: OptionDirection,
  entryPrice: Price,
  exitPrice: Price,
): 'won' | 'lost' | 'tie' {
  if (exitPrice === entryPrice) return 'tie'
  return exitPrice > entryPrice === (direction === 'rise') ? 'won' : 'lost'
}

/**
 * The outcome of an order by the tape: `ticks` of it in order, held ones and those of others among them, and
 * `throughMs`, a time that the tape has reached, which a later tick or a checkpoint shows.
 *
 * Returns: undefined while the tape could still hold a tick that decides.
 */
export function settleOption(
  order: AcceptedOption,
  ticks: Iterable<Tick>,
  throughMs: number,
): OptionResult | undefined {
  const settlement = createSettlement(order)
  let reachedMs = throughMs
  for (const tick of ticks) {
    settlement.add(tick)
    reachedMs = Math.max(reachedMs, tick.atMs)
  }
  return settlement.at(reachedMs)
}

/** The outcome of an order, tick after tick: of a tape that nobody keeps in memory. */
export interface Settlement {
  /** The next tick of the tape. */
  add(tick: Tick): void
  /** The outcome where the tape has reached that time; undefined while it could still hold a tick that decides. */
  at(reachedMs: number): OptionResult | undefined
}

/** Settles an order over a tape that begins after its acceptance, or before. */
export function createSettlement(order: AcceptedOption): Settlement {
  let entry: Tick | undefined
  let exit: Tick | undefined
  return {
    add(tick) {
      if (!mayBeEntry(order, tick)) return
      entry ??= tick
      if (tick.atMs <= expiryOf(order, entry)) exit = tick
    },
    at(reachedMs) {
      const isLate = entry === undefined || entry.atMs > entryDeadline(order)
      const decidedAfterMs = isLate ? entryDeadline(order) : expiryOf(order, entry!)
      return reachedMs > decidedAfterMs ? resultOf(order, entry, exit) : undefined
    },
  }
}

/** What the customer is paid, of stake and winnings together. */
export function payoutOf(
  { stake, winnings }: Pick<AcceptedOption, 'stake' | 'winnings'>,
  outcome: OptionOutcome,
): Units {
  if (outcome === 'won') return units(stake + winnings)
  return outcome === 'lost' ? units(0n) : stake
}

/** What is paid beside the stake where an order is won. Rounds: down. */
export const winningsOf = (stake: Units, payoutBps: number): Units =>
  units(mulDiv(stake, BigInt(payoutBps), BPS_ONE, 'down'))

/**
 * The share of orders to be won for neither profit nor loss, in hundredths of a percent.
 *
 * Rounds: up.
 * @example breakEvenBps(8_500) // 5_406: at 85 %, 54.06 % of them
 */
export const breakEvenBps = (payoutBps: number): number =>
  Number(mulDiv(BPS_ONE, BPS_ONE, BPS_ONE + BigInt(payoutBps), 'up'))

/** The status that an outcome gives an order. */
export const statusOf = (outcome: OptionOutcome | undefined): OptionStatus =>
  outcome === undefined ? 'open' : outcome === 'void' ? 'void' : 'settled'
