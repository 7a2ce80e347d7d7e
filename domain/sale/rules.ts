import type { CardKind } from '../card/rules.ts'
import { legPrice, throughLeg, VALUE_CURRENCY } from '../convert/rules.ts'
import { allowed, type Decision, refused } from '../errors.ts'
import type { Instrument } from '../market/instrument.ts'
import { findInstrument } from '../market/instruments.ts'
import type { Tick } from '../market/tick.ts'
import { mulDiv, type Units, units } from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'
import { formatAmount, requireCurrency } from '../money/read-amount.ts'
import { DAY_MS } from '../time.ts'

/** Coins sold for US dollars that are paid to a bank card: every calculation, and which status allows what. */

/** What is paid. One of `VALUE_CURRENCY` is paid as one of it: the tape has no price between the two. */
export const PAID_CURRENCY = 'USD'

/** `hold`: the coin is held. `paying`: somebody at the bank pays, so that it is given back by two operators only. */
export const saleStatuses = ['hold', 'paying', 'paid', 'returned'] as const
export type SaleStatus = (typeof saleStatuses)[number]

/** Which action each status allows. */
export const saleCan = {
  start: ['hold'],
  pay: ['paying'],
  giveBack: ['hold', 'paying'],
} as const satisfies Record<string, readonly SaleStatus[]>
export type SaleAction = keyof typeof saleCan

/** Whether a sale of this status may be started, paid or given back. */
export const can = (action: SaleAction, status: SaleStatus): boolean =>
  (saleCan[action] as readonly SaleStatus[]).includes(status)

/** Statuses in which the coin and the dollars for it are set aside. */
export const openStatuses: readonly SaleStatus[] = ['hold', 'paying']

/** What support, the bank's statement and the customer call a sale. @example saleReference(610001n) // 'S-610001' */
export const saleReference = (number: bigint): string => `S-${number}`

/** The terms that quotes are made on. Units: of `VALUE_CURRENCY`. */
export interface SaleTerms {
  readonly version: number
  /** Of a domestic card. */
  readonly feeBps: number
  /** The least that a sale costs, as a transfer to a bank does. */
  readonly minimumFee: Units
  /** The same of an international card. */
  readonly internationalFeeBps: number
  readonly internationalMinimumFee: Units
  readonly minimum: Units
  /** How much one customer may sell within `SALE_WINDOW_MS`. */
  readonly maxPerCustomer: Units
  readonly quoteSeconds: number
}

/** What a sale costs that is paid to a card of one kind. */
export type CardTerms = Pick<SaleTerms, 'feeBps' | 'minimumFee' | 'minimum'>

/**
 * The terms for a card of a kind: the fee is of its kind, and the smallest sale at least twice the least fee.
 *
 * Source: rulings, section 5: a card half a percent and at least 5, an international one 1 % and at least 25.
 */
export function termsOf(kind: CardKind, terms: Omit<SaleTerms, 'version'>): CardTerms {
  const { feeBps, minimumFee, minimum, internationalFeeBps, internationalMinimumFee } = terms
  if (kind === 'domestic') return { feeBps, minimumFee, minimum }
  const least = units(2n * internationalMinimumFee)
  const own = { feeBps: internationalFeeBps, minimumFee: internationalMinimumFee }
  if (minimum < least) return { ...own, minimum: least }
  return { ...own, minimum }
}

/** Within which time what a customer sold is counted. */
export const SALE_WINDOW_MS = DAY_MS

/** The instrument by whose bid a coin is sold; undefined for `VALUE_CURRENCY` itself, and for what nothing says a price of. */
export const saleInstrument = (currency: string): Instrument | undefined =>
  findInstrument(`${currency}-${VALUE_CURRENCY}`)

/** Whether a currency is a coin that can be sold: dollars and euros are none. */
export const isSellable = (currency: string): boolean =>
  findCurrency(currency)?.kind === 'crypto' &&
  (currency === VALUE_CURRENCY || saleInstrument(currency) !== undefined)

/** The tick that decides a sale. */
export type SaleTick = Pick<Tick, 'sequence' | 'bid' | 'ask'>

/**
 * What an amount of a coin is worth at a tick's bid; of `VALUE_CURRENCY` itself, without one.
 *
 * Units:  of `VALUE_CURRENCY`.
 * Rounds: down, so the odd unit stays with the platform.
 */
export function saleValue(currency: string, amount: Units, tick: SaleTick | undefined): Units {
  const instrument = saleInstrument(currency)
  if (!instrument || !tick) return amount
  const leg = { instrument, side: 'sell' } as const
  return throughLeg(leg, legPrice(leg, tick), amount)
}

/** The figures of a sale. */
export interface Sale {
  /** Units: of the coin. */
  readonly fee: Units
  /** Units: of `PAID_CURRENCY`. */
  readonly received: Units
  /** Units: of `VALUE_CURRENCY`. */
  readonly value: Units
}

/**
 * Decides what is paid for an amount of a coin.
 *
 * Units:   `amount` and `fee` of the coin, `received` of `PAID_CURRENCY`; `maximum` of `VALUE_CURRENCY`.
 * Rounds:  the fee up, what is paid down to a cent.
 * Refuses: AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, by the value.
 * Source:  rulings, sections 4 and 5: the fee of a card; `terms` are those of its kind.
 *
 * @example decideSale('USDT', units(1_000_0000000n), undefined, terms, maximum) // fee 5 USDT, 995.00 USD
 */
export function decideSale(
  currency: string,
  amount: Units,
  tick: SaleTick | undefined,
  terms: CardTerms,
  maximum: Units,
): Decision<Sale> {
  const value = saleValue(currency, amount, tick)
  const show = (limit: Units) => formatAmount(limit, VALUE_CURRENCY)
  if (value < terms.minimum)
    return refused('AMOUNT_TOO_SMALL', { minimum: show(terms.minimum), currency: VALUE_CURRENCY })
  if (value > maximum)
    return refused('AMOUNT_TOO_LARGE', { maximum: show(maximum), currency: VALUE_CURRENCY })
  const fee = feeOf(amount, value, terms)
  return allowed({ fee, received: paidFor(saleValue(currency, units(amount - fee), tick)), value })
}

/** Of the amount; at least the same share of it as the least fee has of its value. Rounds: up. */
function feeOf(
  amount: Units,
  value: Units,
  { feeBps, minimumFee }: Pick<CardTerms, 'feeBps' | 'minimumFee'>,
): Units {
  const byRate = mulDiv(amount, BigInt(feeBps), 10_000n, 'up')
  const least = mulDiv(amount, minimumFee, value, 'up')
  if (byRate < least) return units(least)
  return units(byRate)
}

/** Rounds: down, to a cent. */
function paidFor(value: Units): Units {
  const [own, paid] = [VALUE_CURRENCY, PAID_CURRENCY].map((code) => requireCurrency(code).decimals)
  return units(mulDiv(value, 10n ** BigInt(paid!), 10n ** BigInt(own!), 'down'))
}

/**
 * Decides whether a customer may sell so much more.
 *
 * Units:   of `VALUE_CURRENCY`; `before` is what they sold within `SALE_WINDOW_MS` and did not get back.
 * Refuses: SALE_CUSTOMER_LIMIT.
 */
export function decideCustomerLimit(before: bigint, value: Units, maxPerCustomer: Units): Decision<object> {
  if (before + value <= maxPerCustomer) return allowed({})
  const left = before < maxPerCustomer ? maxPerCustomer - before : 0n
  return refused('SALE_CUSTOMER_LIMIT', {
    limit: formatAmount(maxPerCustomer, VALUE_CURRENCY),
    left: formatAmount(left, VALUE_CURRENCY),
    currency: VALUE_CURRENCY,
  })
}

/** The first of the terms that cannot be right; undefined where all can. The least fee is at most half of the least sale. */
export function invalidSaleTerm(terms: Omit<SaleTerms, 'version'>): string | undefined {
  if (terms.feeBps < 1 || terms.feeBps > 500) return 'feeBps'
  if (terms.minimumFee <= 0n) return 'minimumFee'
  if (terms.internationalFeeBps < 1 || terms.internationalFeeBps > 500) return 'internationalFeeBps'
  if (terms.internationalMinimumFee <= 0n) return 'internationalMinimumFee'
  if (terms.minimum < 2n * terms.minimumFee) return 'minimum'
  if (terms.maxPerCustomer < terms.minimum) return 'maxPerCustomer'
  return terms.quoteSeconds < 3 || terms.quoteSeconds > 30 ? 'quoteSeconds' : undefined
}
