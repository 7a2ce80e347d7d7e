import { allowed, type Decision, refused } from '../errors.ts'
import type { Units } from '../money/amount.ts'
import { DAY_MS, utcDay } from '../time.ts'

/** Deposits by a bank: the platform's accounts, and what a customer says of a payment to one of them. */

/** From a card's account in the country, as a wire, or paid in at the bank and shown by its slip. */
export const bankWays = ['card', 'wire', 'certificate'] as const
export type BankWay = (typeof bankWays)[number]

/** What customers read of a platform account; an empty text where the account has no such thing. */
const accountTexts = [
  'beneficiary',
  'beneficiaryAddress',
  'bankName',
  'bankAddress',
  'branch',
  'iban',
  'accountNumber',
  'aba',
  'swiftCode',
  'cutOff',
] as const
export type BankAccountText = (typeof accountTexts)[number]

/** A platform account as two operators agree on it. Units: minimum and maximum of its currency. */
export type BankAccountTerms = Readonly<Record<BankAccountText, string>> & {
  readonly currency: string
  readonly ways: readonly BankWay[]
  /** Whose customers may pay to it, by ISO 3166; everybody's where there is none. */
  readonly countries: readonly string[]
  readonly minimum: Units
  readonly maximum: Units
  readonly isOpen: boolean
}

/** What names an account at its bank: who checks it types it again. */
export const numberOf = ({ iban, accountNumber }: Pick<BankAccountTerms, 'iban' | 'accountNumber'>): string =>
  iban || accountNumber

/** The network of a payment to an account, by what banks know it by: a name that every language shares. */
export const bankNetworkOf = ({ iban, aba }: Pick<BankAccountTerms, 'iban' | 'aba'>): string =>
  iban ? 'IBAN' : aba ? 'ABA' : 'SWIFT'

/** Whether customers of a country may pay to an account; of an unknown one only where everybody may. */
export const isForCountry = (
  { countries }: Pick<BankAccountTerms, 'countries'>,
  country: string | undefined,
): boolean => countries.length === 0 || (country !== undefined && countries.includes(country))

/** What a customer says of a payment to a platform account. */
export interface BankClaim {
  /** Who sent it, as the bank knows them. */
  readonly remitter: string
  readonly remitterBank?: string | undefined
  /** Of the card, the account or the slip. */
  readonly lastDigits?: string | undefined
  /** The day on the bank's paper. @example '2026-01-31' */
  readonly paidOn?: string | undefined
  /** A picture of the bank's paper. */
  readonly image?: string | undefined
}

/** What each way asks for beside the remitter. Source: checklist, deposits and records; of a wire the specification's call. */
export const askedFor: Readonly<Record<BankWay, readonly (keyof BankClaim)[]>> = {
  card: ['remitterBank', 'lastDigits', 'image'],
  wire: [],
  certificate: ['remitterBank', 'lastDigits', 'paidOn', 'image'],
}

/** For how long a payment can be said to be on its way. */
export const MAX_PAID_DAYS_AGO = 90

/** The days that a payment may be of: as late as tomorrow in UTC, which is today east of it. */
export const paidOnRange = (nowMs: number): { readonly from: string; readonly to: string } => ({
  from: utcDay(nowMs - MAX_PAID_DAYS_AGO * DAY_MS),
  to: utcDay(nowMs + DAY_MS),
})

/**
 * Decides whether a payment can be said of an account, in the order a customer should hear it.
 *
 * Units:   of the account's currency.
 * Refuses: DEPOSIT_NOT_OFFERED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, FIELDS_REQUIRED with the first missing one,
 *          PARAMETER_ERROR for a day that cannot be.
 */
export function decideBankClaim(
  way: BankWay,
  { currency, isOpen, ways, minimum, maximum }: BankAccountTerms,
  claim: BankClaim & { readonly amount: Units },
  show: (amount: Units) => string,
  nowMs: number,
): Decision<object> {
  if (!isOpen || !ways.includes(way)) return refused('DEPOSIT_NOT_OFFERED', { currency })
  if (claim.amount < minimum) return refused('AMOUNT_TOO_SMALL', { minimum: show(minimum), currency })
  if (claim.amount > maximum) return refused('AMOUNT_TOO_LARGE', { maximum: show(maximum), currency })
  const missing = askedFor[way].find((name) => !claim[name])
  if (missing) return refused('FIELDS_REQUIRED', { field: missing })
  const { paidOn } = claim
  const { from, to } = paidOnRange(nowMs)
  if (paidOn !== undefined && !(isDay(paidOn) && paidOn >= from && paidOn <= to))
    return refused('PARAMETER_ERROR', { field: 'paidOn' })
  return allowed({})
}

/** Whether a text is a day of the calendar. @example isDay('2026-02-30') // false */
export function isDay(text: string): boolean {
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(atMs) && utcDay(atMs) === text
}

/**
 * What a customer writes into every payment, so that it is theirs: a creditor reference with check digits, which banks'
 * own forms check too.
 *
 * Source: ISO 11649: the digits of the reference, `RF` and 00 have 98 less the check digits as their remainder by 97.
 * @example paymentReference('539007547034') // 'RF18539007547034'
 */
export function paymentReference(body: string): string {
  const check = 98n - (digitsOf(`${body}RF00`) % 97n)
  return `RF${String(check).padStart(2, '0')}${body}`
}

/** The reference that somebody typed, in one way; undefined where it is none, by its check digits. */
export function readPaymentReference(typed: string): string | undefined {
  const plain = typed.replace(/[\s-]/g, '').toUpperCase()
  if (!/^RF\d\d[0-9A-Z]{1,21}$/.test(plain)) return undefined
  return digitsOf(`${plain.slice(4)}${plain.slice(0, 4)}`) % 97n === 1n ? plain : undefined
}

const digitsOf = (text: string): bigint => BigInt([...text].map((sign) => Number.parseInt(sign, 36)).join(''))
