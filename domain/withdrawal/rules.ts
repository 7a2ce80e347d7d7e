import type { CardKind } from '../card/rules.ts'
import { networkLabel } from '../deposit/networks.ts'
import { allowed, type Decision, type Refused, refused } from '../errors.ts'
import { formatDecimal, mulDiv, trimZeros, type Units, units } from '../money/amount.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
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
  void: ['signing', 'sent'],
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
/** How long nothing is sent to a new address or card. Source: rulings, section 5. */
const NEW_PAYEE_WAIT_MS = DAY_MS

/** From when money can be sent to an address or a card that was saved at a moment. */
export const usableAtMs = (savedAtMs: number): number => savedAtMs + NEW_PAYEE_WAIT_MS

/** For how long no pay password is taken after too many wrong ones. Source: rulings, section 5. */
export const PAY_PASSWORD_LOCK_MS = DAY_MS
/** Wrong pay passwords in a row after which that is so. Source: checklist, withdrawal. */
export const MAX_PAY_PASSWORD_TRIES = 5
/** Withdrawals of one customer that may be under way at a time. */
export const MAX_OPEN_WITHDRAWALS = 20
/** How often one withdrawal may be voided: again where the last costs too little by now. As many as the database keeps. */
export const MAX_VOIDS = 20
/** Addresses that one customer may save. */
export const MAX_SAVED_ADDRESSES = 50

/** The currency that limits are in, and its decimals. */
export const LIMIT_CURRENCY = 'BTC'
export const LIMIT_DECIMALS = 8

/** Above this value two operators approve. In units of `LIMIT_CURRENCY`. Source: rulings, section 5. */
export const REVIEWED_ABOVE = units(100_000_000n)

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

/** The network that money goes by to a card of each kind, beside the chains' own names. */
export const cardNetworks = {
  domestic: 'Card',
  international: 'International card',
} as const satisfies Record<CardKind, string>

/** What is paid to cards. Source: rulings, section 5, which name the two that lie in wallets. */
export const cardCurrencies: readonly string[] = ['USD', 'EUR']

/** The kind of card that a network leads to; undefined for a chain. @example cardKindOf('Card') // 'domestic' */
export const cardKindOf = (network: string): CardKind | undefined =>
  (Object.keys(cardNetworks) as CardKind[]).find((kind) => cardNetworks[kind] === network)

/** Where a request says that its money goes, as it is sent: to an address by a network, or to a card. */
export interface Destination {
  readonly currency: string
  readonly network?: string | undefined
  readonly address?: string | undefined
  readonly cardKind?: CardKind | undefined
  readonly cardId?: bigint | undefined
}

/** The same once it is clear. */
export type Payee =
  | { readonly to: 'card'; readonly cardId: bigint; readonly kind: CardKind | undefined }
  | { readonly to: 'address'; readonly network: string; readonly address: string }

/**
 * Reads where money is to go. Whatever names a card means one, and so does a currency that goes to cards alone.
 *
 * Refuses: CARD_REQUIRED for a card that is not named; PARAMETER_ERROR for what is missing of an address, for a card and an
 *          address at once, and for two kinds of card.
 */
export function readPayee(said: Destination): Decision<{ payee: Payee }> {
  const { currency, network, address, cardKind, cardId } = said
  const byNetwork = network === undefined ? undefined : cardKindOf(network)
  const isAlone = network === undefined && address === undefined && cardCurrencies.includes(currency)
  if (cardId === undefined && cardKind === undefined && byNetwork === undefined && !isAlone) {
    if (network === undefined) return refused('PARAMETER_ERROR', { field: 'network' })
    if (address === undefined) return refused('PARAMETER_ERROR', { field: 'address' })
    return allowed({ payee: { to: 'address', network, address } })
  }
  if (address !== undefined) return refused('PARAMETER_ERROR', { field: 'address' })
  if (network !== undefined && byNetwork === undefined)
    return refused('PARAMETER_ERROR', { field: 'network' })
  if (cardKind !== undefined && byNetwork !== undefined && cardKind !== byNetwork)
    return refused('PARAMETER_ERROR', { field: 'cardKind' })
  if (cardId === undefined) return refused('CARD_REQUIRED')
  return allowed({ payee: { to: 'card', cardId, kind: cardKind ?? byNetwork } })
}

/** What a way out costs and takes; in units of its currency. */
export interface WithdrawalTerms {
  /** The fee; where it grows with the amount, the least it can be. */
  readonly fee: Units
  /** Of the amount; 0 on chains, which charge by the transaction. */
  readonly feeBps: number
  readonly minimum: Units
  readonly isPaused: boolean
}

/** The highest rate of a fee. */
export const MAX_FEE_BPS = 500

/**
 * What a withdrawal costs.
 *
 * Units:  of its currency.
 * Rounds: up.
 * Source: rulings, section 5: a card half a percent and at least 5, an international one 1 % and at least 25.
 */
export function feeOf(amount: Units, { fee, feeBps }: Pick<WithdrawalTerms, 'fee' | 'feeBps'>): Units {
  const byRate = mulDiv(amount, BigInt(feeBps), 10_000n, 'up')
  return byRate > fee ? units(byRate) : fee
}

/**
 * The highest rate of a withdrawal’s fee, as the site says it: in percent, as text. Of a small amount the least fee is more.
 *
 * @example highestRate([{ feeBps: 0 }, { feeBps: 50 }]) // '0.5'
 */
export const highestRate = (ways: readonly Pick<WithdrawalTerms, 'feeBps'>[]): string =>
  trimZeros(formatDecimal(BigInt(Math.max(0, ...ways.map(({ feeBps }) => feeBps))), 2))

/**
 * The first term that cannot be offered by a network; undefined when all can. A fee is always below the smallest
 * withdrawal, and only a card's has a rate: a chain could not write what is left of an amount.
 */
export function invalidWithdrawalTerm(
  { fee, feeBps, minimum }: Pick<WithdrawalTerms, 'fee' | 'feeBps' | 'minimum'>,
  network: string,
): 'fee' | 'feeBps' | 'minimum' | undefined {
  if (fee < 0n) return 'fee'
  if (feeBps < 0 || feeBps > (cardKindOf(network) ? MAX_FEE_BPS : 0)) return 'feeBps'
  return minimum > feeOf(minimum, { fee, feeBps }) ? undefined : 'minimum'
}

/** What is known of a request when it is decided. */
export interface WithdrawalRequest {
  readonly currency: string
  /** The decimals of the currency, for what a refusal names. */
  readonly decimals: number
  readonly amount: Units
  readonly terms: WithdrawalTerms
  /** What it goes by. */
  readonly network: string
  /** Whether operators have paused all withdrawals. */
  readonly areAllPaused: boolean
  /** Until when a change of the account's password, pay password, contact or second factor keeps money from leaving. */
  readonly heldUntilMs: number | undefined
  readonly to: Payee['to']
  /** When the address or the card was saved. */
  readonly savedAtMs: number
  /** How much the customer may take out within `LIMIT_WINDOW_MS`. Units: of `LIMIT_CURRENCY`. */
  readonly limit: Units
  /** The value of this one; undefined while there is no price. */
  readonly value: Units | undefined
  /** The value of those that count towards the limit already. */
  readonly used: Units
  /** Whether any withdrawal of the customer was paid. */
  readonly isFirst: boolean
  /** The fee that the customer reviewed, where it was sent. */
  readonly feeSeen?: Units | undefined
}

/**
 * Decides a request, in the order in which a customer should hear what stands against it. The balance is the ledger's to
 * decide, afterwards.
 *
 * Refuses: AMOUNT_TOO_SMALL; WITHDRAWAL_PAUSED; WITHDRAWAL_CLOSED; WITHDRAWAL_HELD after a change of what guards the account;
 * ADDRESS_NEW, or CARD_NEW; PRICE_STALE; WITHDRAWAL_LIMIT; TERMS_CHANGED where the fee is not the one that was reviewed.
 */
export function decideWithdrawal(
  request: WithdrawalRequest,
  nowMs: number,
): Decision<{ fee: Units; receive: Units; value: Units; needsReview: boolean }> {
  const { amount, currency, decimals, terms, limit, value, used } = request
  if (amount < terms.minimum)
    return refused('AMOUNT_TOO_SMALL', { minimum: formatDecimal(terms.minimum, decimals), currency })
  if (request.areAllPaused || terms.isPaused) return pausedAs(request)
  const held = decideHeld(request.heldUntilMs, nowMs)
  if (!held.ok) return held
  const usableAt = usableAtMs(request.savedAtMs)
  if (usableAt > nowMs)
    return refused(request.to === 'card' ? 'CARD_NEW' : 'ADDRESS_NEW', { hours: hoursUntil(usableAt, nowMs) })
  if (value === undefined) return refused('PRICE_STALE', { symbol: currency })
  if (used + value > limit)
    return refused('WITHDRAWAL_LIMIT', {
      limit: formatDecimal(limit, LIMIT_DECIMALS),
      left: formatDecimal(limit > used ? limit - used : 0n, LIMIT_DECIMALS),
      currency: LIMIT_CURRENCY,
    })
  const fee = feeOf(amount, terms)
  if (request.feeSeen !== undefined && request.feeSeen !== fee) return refused('TERMS_CHANGED')
  return allowed({
    fee,
    receive: units(amount - fee),
    value,
    needsReview: request.isFirst || value > REVIEWED_ABOVE,
  })
}

/** What is said of a way that is paused: of one network of several that it is closed, as others may be open. */
export function pausedAs({
  currency,
  network,
  areAllPaused,
}: Pick<WithdrawalRequest, 'currency' | 'network' | 'areAllPaused'>): Refused {
  return areAllPaused || cardKindOf(network)
    ? refused('WITHDRAWAL_PAUSED', { currency })
    : refused('WITHDRAWAL_CLOSED', { currency, network: networkLabel(network) })
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
