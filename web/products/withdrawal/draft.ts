import type { CardKind } from '#domain/card/rules.ts'
import { type Refused, refused } from '#domain/errors.ts'
import { formatDecimal, parseDecimal, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { feeOf, hoursUntil, LIMIT_CURRENCY, pausedAs } from '#domain/withdrawal/rules.ts'

/** What is taken from an amount that is being written, and what is left of it. */
export function figuresOf(
  typed: string,
  { currency, fee, feeBps }: { readonly currency: string; readonly fee: string; readonly feeBps: number },
): { readonly fee: string; readonly receive: string } {
  const decimals = findCurrency(currency)?.decimals ?? 8
  const read = (text: string) => units(parseDecimal(text, decimals) ?? 0n)
  const amount = read(typed.replace(/\.$/, ''))
  const taken = feeOf(amount, { fee: read(fee), feeBps })
  return { fee: formatDecimal(taken, decimals), receive: formatDecimal(amount - taken, decimals) }
}

/** By which way it leaves, as far as the draft is checked against it. */
interface WayOut {
  readonly currency: string
  readonly network: string
  /** Of an amount that can leave by it. */
  readonly decimals: number
  readonly minimum: string
  readonly available: string
  readonly isPaused: boolean
  /** In BTC; null while there is no price. */
  readonly unitValue: string | null
  /** When its closed market opens; null where it is open. */
  readonly pricedFromMs: number | null
  /** The kind of card that it leads to; null for a chain. */
  readonly cardKind: CardKind | null
}

/** What the customer may take out now. */
interface Allowance {
  /** Both in BTC. */
  readonly limit: string
  readonly left: string
}

/** What stands against any withdrawal, whatever is typed. */
interface Standing {
  readonly isVerified: boolean
  readonly hasPayPassword: boolean
  readonly heldUntilMs: number | null
  readonly nightLockedUntilMs: number | null
}

/** Whether something stands against any withdrawal: what, is said above the form. */
export const isStopped = ({
  isVerified,
  hasPayPassword,
  heldUntilMs,
  nightLockedUntilMs,
}: Standing): boolean => !isVerified || !hasPayPassword || heldUntilMs !== null || nightLockedUntilMs !== null

/** The most that can leave by a way: all that there is. Rounds: down to what the way can carry. */
export function mostOf({ currency, available, decimals }: WayOut): string {
  const own = findCurrency(currency)?.decimals ?? 8
  const unit = 10n ** BigInt(own - decimals)
  return formatDecimal((parseDecimal(available, own) ?? 0n) / unit, decimals)
}

/** What is wrong with a withdrawal while it is being written, as the server would say. */
export interface DraftErrors {
  /** Said at the amount; `undefined` while nothing is typed. */
  readonly amount: Refused | undefined
  /** Said beside the button, whatever the amount. */
  readonly other: Refused | undefined
  /** Whether it can be looked at: an address or a card, an amount, and nothing wrong with either. */
  readonly isReady: boolean
}

/**
 * Checks what is typed against what the customer may withdraw, before it is sent.
 *
 * Refuses: (by returning) AMOUNT_TOO_PRECISE, AMOUNT_TOO_SMALL, INSUFFICIENT_BALANCE, WITHDRAWAL_LIMIT for the amount; WITHDRAWAL_PAUSED, WITHDRAWAL_CLOSED,
 * MARKET_SESSION_CLOSED or PRICE_STALE without a price, and ADDRESS_NEW or CARD_NEW for the rest. A hold of the account is said above the form.
 */
export function validateDraft(
  typed: string,
  usableAtMs: number | undefined,
  way: WayOut,
  terms: Allowance,
  nowMs: number,
): DraftErrors {
  const decimals = findCurrency(way.currency)?.decimals ?? 8
  const amount = parseDecimal(typed.replace(/\.$/, ''), decimals) ?? 0n
  const errors = {
    amount: amount === 0n ? undefined : amountError(amount, decimals, way, terms),
    other: otherError(usableAtMs, way, nowMs),
  }
  const isReady = amount > 0n && usableAtMs !== undefined && !errors.amount && !errors.other
  return { ...errors, isReady }
}

function amountError(
  amount: bigint,
  decimals: number,
  { currency, decimals: payable, minimum, available, unitValue }: WayOut,
  { limit, left }: Allowance,
): Refused | undefined {
  if (amount % 10n ** BigInt(decimals - payable) !== 0n)
    return refused('AMOUNT_TOO_PRECISE', { decimals: payable, currency })
  if (amount < (parseDecimal(minimum, decimals) ?? 0n))
    return refused('AMOUNT_TOO_SMALL', { minimum, currency })
  if (amount > (parseDecimal(available, decimals) ?? 0n)) return refused('INSUFFICIENT_BALANCE')
  // Without a price nothing leaves, whatever the amount: see `otherError`.
  if (unitValue === null) return undefined
  // The server computes the value exactly, at the price of that moment.
  const value = (Number(amount) / 10 ** decimals) * Number(unitValue)
  return value > Number(left)
    ? refused('WITHDRAWAL_LIMIT', { limit, left, currency: LIMIT_CURRENCY })
    : undefined
}

function otherError(
  usableAtMs: number | undefined,
  { currency, network, isPaused, cardKind, unitValue, pricedFromMs }: WayOut,
  nowMs: number,
): Refused | undefined {
  if (isPaused) return pausedAs({ currency, network, areAllPaused: false })
  if (unitValue === null)
    return refused(pricedFromMs === null ? 'PRICE_STALE' : 'MARKET_SESSION_CLOSED', { symbol: currency })
  if (usableAtMs === undefined || usableAtMs <= nowMs) return undefined
  const hours = hoursUntil(usableAtMs, nowMs)
  return refused(cardKind === null ? 'ADDRESS_NEW' : 'CARD_NEW', { hours })
}

/** Whether a currency can leave by any of these ways at present: who is refused by one is led to the others only then. */
export const isOpenElsewhere = (
  currency: string,
  ways: readonly Pick<WayOut, 'currency' | 'isPaused'>[],
): boolean => ways.some((one) => one.currency === currency && !one.isPaused)
