import { allowed, type Decision, refused } from '../errors.ts'
import { isCountry } from '../user/calling-codes.ts'
import { hoursUntil, usableAtMs } from '../withdrawal/rules.ts'

/** Bank cards that a customer is paid to: what is asked for, and what is wrong with it. */

export const cardKinds = ['domestic', 'international'] as const
export type CardKind = (typeof cardKinds)[number]

/** How money reaches an international card's bank. Source: checklist, cards. */
export const bankNetworks = ['swift', 'fedwire', 'chaps', 'sepa', 'other'] as const

/** How many cards of both kinds a customer has at most. */
export const MAX_CARDS = 10

/** Whether money can be sent to a card. Refuses: CARD_NEW. */
export function decideCardUse(savedAtMs: number, nowMs: number): Decision<object> {
  const atMs = usableAtMs(savedAtMs)
  return atMs <= nowMs ? allowed({}) : refused('CARD_NEW', { hours: hoursUntil(atMs, nowMs) })
}

const domesticFields = ['realName', 'bankName', 'cardNumber', 'branch'] as const
const internationalFields = [
  ...domesticFields,
  ...(['aba', 'bankAddress', 'network', 'swiftCode', 'phone', 'address'] as const),
] as const
export type CardField = (typeof internationalFields)[number]

/** What each kind asks for, all of it required. Source: specification, section 3. */
export const cardFields: Readonly<Record<CardKind, readonly CardField[]>> = {
  domestic: domesticFields,
  international: internationalFields,
}

/** What a customer says of a card. */
export type CardDetails = Readonly<Partial<Record<CardField, string | undefined>>>
/** The same where nothing of a domestic card is missing. */
export type WholeCard = Readonly<
  Record<(typeof domesticFields)[number], string> & Partial<Record<CardField, string>>
>

/**
 * A card's number as it is kept: digits alone. Undefined where it cannot be one, by its length or its check digit.
 *
 * @example readCardNumber('4111 1111 1111 1111') // '4111111111111111'
 */
export function readCardNumber(typed: string): string | undefined {
  const digits = typed.replace(/[ -]/g, '')
  return /^[1-9]\d{11,18}$/.test(digits) && hasCheckDigit(digits) ? digits : undefined
}

/** Luhn's sum: every second digit from the right counts twice, its own digits added. Source: ISO/IEC 7812-1, annex B. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, n) => {
    const value = Number(digit) * (n % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** A bank's routing number in the United States, by its checksum. @example isAba('021000021') // true */
export function isAba(typed: string): boolean {
  const weights = [3, 7, 1]
  const sum = [...typed].reduce((total, digit, n) => total + Number(digit) * weights[n % 3]!, 0)
  return /^\d{9}$/.test(typed) && sum > 0 && sum % 10 === 0
}

/** A bank's code: 8 or 11 characters with a country in them. @example isSwiftCode('DEUTDEFF') // true */
export const isSwiftCode = (typed: string): boolean =>
  /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(typed) && isCountry(typed.slice(4, 6))

/** Whether two names are one person's: the same words in any order, without case and accents. @example isSameName('FERRER ANA', 'Ana Ferrer') // true */
export const isSameName = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other)

const wordsOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ')

const isPhone = (typed: string): boolean =>
  /^\+?[\d ()-]+$/.test(typed) && /^\d{6,15}$/.test(typed.replace(/\D/g, ''))

/**
 * Decides whether a card can be saved, and how it is written.
 *
 * Refuses: FIELDS_REQUIRED with the first missing one; CARD_NUMBER_INVALID, ABA_INVALID, SWIFT_CODE_INVALID,
 * CARD_PHONE_INVALID.
 * Source: specification sections 3 and 5; checklist, cards.
 */
export function decideCard(kind: CardKind, given: CardDetails): Decision<{ readonly details: WholeCard }> {
  const missing = cardFields[kind].find((name) => !given[name])
  if (missing) return refused('FIELDS_REQUIRED', { field: missing })
  const whole = given as WholeCard
  const cardNumber = readCardNumber(whole.cardNumber)
  if (cardNumber === undefined) return refused('CARD_NUMBER_INVALID', { field: 'cardNumber' })
  if (kind === 'domestic') return { ok: true, details: { ...whole, cardNumber } }
  const { aba, swiftCode, phone } = whole
  if (!isAba(aba!)) return refused('ABA_INVALID', { field: 'aba' })
  const code = swiftCode!.toUpperCase().replaceAll(' ', '')
  if (!isSwiftCode(code)) return refused('SWIFT_CODE_INVALID', { field: 'swiftCode' })
  if (!isPhone(phone!)) return refused('CARD_PHONE_INVALID', { field: 'phone' })
  return { ok: true, details: { ...whole, cardNumber, swiftCode: code } }
}
