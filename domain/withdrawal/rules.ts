import { allowed, type Decision, refused } from '../errors.ts'
import { formatDecimal, mulDiv, type Units, units } from '../money/amount.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { Tier } from '../user/tiers.ts'
import { tierLimits } from '../verification/unlocks.ts'
import { exactUsd, type UsdPrice } from '../wallet/rules.ts'

/** What a withdrawal costs, how much may leave in a day, and which status allows what. */

export const withdrawalStatuses = [
  'pending',
  'under-review',
  'approved',
  'signing',
  'sent',
  'done',
  'rejected',
  'failed',
  'cancelled',
] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

/**
 * Which action each status allows. From `signing` on a signature may exist outside, so that nothing takes the money back
 * but the proof that it was not paid.
 */
export const withdrawalCan = {
  approve: ['pending', 'under-review'],
  cancel: ['pending', 'under-review', 'approved'],
  reject: ['pending', 'under-review', 'approved'],
  prepare: ['approved'],
  send: ['signing'],
  finish: ['signing', 'sent'],
  fail: ['signing', 'sent'],
} as const satisfies Record<string, readonly WithdrawalStatus[]>
export type WithdrawalAction = keyof typeof withdrawalCan

/** Whether a withdrawal of this status may be approved, cancelled, and so on. */
export const can = (action: WithdrawalAction, status: WithdrawalStatus): boolean =>
  (withdrawalCan[action] as readonly WithdrawalStatus[]).includes(status)

/** Statuses that count towards the limit: the money left, or may still leave. */
export const countedStatuses: readonly WithdrawalStatus[] = withdrawalStatuses.filter(
  (status) => status !== 'rejected' && status !== 'failed' && status !== 'cancelled',
)
/** Statuses in which the money is held. */
export const openStatuses: readonly WithdrawalStatus[] = countedStatuses.filter((status) => status !== 'done')

/** What support and the customer call a withdrawal. @example withdrawalReference(10482n) // 'W-10482' */
export const withdrawalReference = (id: bigint): string => `W-${id}`

/** Over how long the limit counts, back from each request. Source: specification, section 6. */
export const LIMIT_WINDOW_MS = DAY_MS
/** How long a new address or another password keeps money from leaving. Source: rulings, section 5. */
export const PAUSE_MS = DAY_MS
/** Wrong pay passwords in a row, after which none is taken for `PAUSE_MS`. Source: checklist, withdrawal. */
export const MAX_PAY_PASSWORD_TRIES = 5
/** Withdrawals of one customer that may be under way at a time. */
export const MAX_OPEN_WITHDRAWALS = 20
/** Addresses that one customer may save. */
export const MAX_SAVED_ADDRESSES = 50

/** The currency that limits are in, and its decimals. */
export const LIMIT_CURRENCY = 'BTC'
export const LIMIT_DECIMALS = 8

/** Above this value two operators approve. In units of `LIMIT_CURRENCY`. Source: rulings, section 5. */
export const REVIEWED_ABOVE = units(100_000_000n)

/**
 * How much a customer may take out within `LIMIT_WINDOW_MS`.
 *
 * Units: of `LIMIT_CURRENCY`.
 */
export function limitOf(tier: Tier): Units {
  const line = tierLimits.find(({ name }) => name === 'withdrawal')!
  return units(BigInt(line[tier] ?? '0') * 10n ** BigInt(LIMIT_DECIMALS))
}

/**
 * What an amount is worth in the limit's currency.
 *
 * Units:  of `LIMIT_CURRENCY`.
 * Rounds: up, so that many small amounts count as much as their sum.
 */
export function limitValueOf(amount: Units, currency: string, own: UsdPrice, limit: UsdPrice): Units {
  const one = 10n ** BigInt(LIMIT_DECIMALS)
  return units(mulDiv(exactUsd(amount, currency, own), one, exactUsd(one, LIMIT_CURRENCY, limit), 'up'))
}

/** What a way out costs and takes; in units of its currency. */
export interface WithdrawalTerms {
  readonly fee: Units
  readonly minimum: Units
  readonly isPaused: boolean
}

/** The first term that cannot be offered; undefined when all can. A fee is always below the smallest withdrawal. */
export function invalidWithdrawalTerm({
  fee,
  minimum,
}: Pick<WithdrawalTerms, 'fee' | 'minimum'>): 'fee' | 'minimum' | undefined {
  if (fee < 0n) return 'fee'
  return minimum > fee ? undefined : 'minimum'
}

/** What is known of a request when it is decided. */
export interface WithdrawalRequest {
  readonly currency: string
  /** The decimals of the currency, for what a refusal names. */
  readonly decimals: number
  readonly amount: Units
  readonly terms: WithdrawalTerms
  /** Whether operators have paused all withdrawals. */
  readonly areAllPaused: boolean
  /** Until when a change of the account's password, pay password, contact or second factor keeps money from leaving. */
  readonly heldUntilMs: number | undefined
  /** When the address was saved. */
  readonly savedAtMs: number
  readonly tier: Tier
  /** The value of this one; undefined while there is no price. */
  readonly value: Units | undefined
  /** The value of those that count towards the limit already. */
  readonly used: Units
  /** Whether any withdrawal of the customer was paid. */
  readonly isFirst: boolean
}

/**
 * Decides a request, in the order in which a customer should hear what stands against it. The balance is the ledger's to
 * decide, afterwards.
 *
 * Refuses: AMOUNT_TOO_SMALL; WITHDRAWAL_PAUSED; WITHDRAWAL_HELD after a change of what guards the account;
 * ADDRESS_NEW; PRICE_STALE; WITHDRAWAL_LIMIT.
 */
export function decideWithdrawal(
  request: WithdrawalRequest,
  nowMs: number,
): Decision<{ fee: Units; receive: Units; value: Units; needsReview: boolean }> {
  const { amount, currency, decimals, terms, tier, value, used } = request
  if (amount < terms.minimum)
    return refused('AMOUNT_TOO_SMALL', { minimum: formatDecimal(terms.minimum, decimals), currency })
  if (request.areAllPaused || terms.isPaused) return refused('WITHDRAWAL_PAUSED', { currency })
  const held = decideHeld(request.heldUntilMs, nowMs)
  if (!held.ok) return held
  const usableAt = request.savedAtMs + PAUSE_MS
  if (usableAt > nowMs) return refused('ADDRESS_NEW', { hours: hoursUntil(usableAt, nowMs) })
  if (value === undefined) return refused('PRICE_STALE', { symbol: currency })
  const limit = limitOf(tier)
  if (used + value > limit)
    return refused('WITHDRAWAL_LIMIT', {
      limit: formatDecimal(limit, LIMIT_DECIMALS),
      left: formatDecimal(limit > used ? limit - used : 0n, LIMIT_DECIMALS),
      currency: LIMIT_CURRENCY,
    })
  return allowed({
    fee: terms.fee,
    receive: units(amount - terms.fee),
    value,
    needsReview: request.isFirst || value > REVIEWED_ABOVE,
  })
}

/**
 * Whether money may leave after a change of what guards the account: by a withdrawal, or by the sale of a coin.
 *
 * Refuses: WITHDRAWAL_HELD.
 */
export function decideHeld(heldUntilMs: number | undefined, nowMs: number): Decision<object> {
  if (heldUntilMs === undefined || heldUntilMs <= nowMs) return allowed({})
  return refused('WITHDRAWAL_HELD', { hours: hoursUntil(heldUntilMs, nowMs) })
}

/** Hours that are still to pass. Rounds: up. */
export const hoursUntil = (untilMs: number, nowMs: number): number => Math.ceil((untilMs - nowMs) / HOUR_MS)
