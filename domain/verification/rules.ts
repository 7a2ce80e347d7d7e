import { type Decision, refused } from '../errors.ts'
import { isPlainText } from '../plain-text.ts'
import { DAY_MS } from '../time.ts'
import { isCountry } from '../user/calling-codes.ts'
import type { Tier } from '../user/tiers.ts'

/** What a verification asks for, what may happen to it, and what is wrong with what was sent. */

/** The two verifications, each with a form and a case of its own. */
export const verificationTiers = ['basic', 'advanced'] as const satisfies readonly Tier[]
export type VerificationTier = (typeof verificationTiers)[number]

/** Where one stands. Source: rulings, section 1: 0 not verified, 1 under review, 2 verified, 3 rejected. */
export const verificationStatuses = ['none', 'under-review', 'verified', 'rejected'] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

/** A customer's status as the specification's number. */
export const stateNumber = (status: VerificationStatus): number => verificationStatuses.indexOf(status)

/** Which action each status allows. */
export const verificationCan = {
  submit: ['none', 'rejected'],
  saveDraft: ['none', 'rejected'],
  review: ['under-review'],
} as const satisfies Record<string, readonly VerificationStatus[]>

/** Whether a status allows an action. */
export const mayDo = (action: keyof typeof verificationCan, status: VerificationStatus): boolean =>
  (verificationCan[action] as readonly VerificationStatus[]).includes(status)

export const idTypes = ['passport', 'id-card', 'driver-license'] as const
export type IdType = (typeof idTypes)[number]

/** Of the basic verification: the number alone, or with photos of the document. */
export const realTypes = ['number', 'photos'] as const

export const genders = ['male', 'female', 'other'] as const

/** Photos, each an upload until it is kept as a document. */
export const pictures = ['front', 'reverse', 'hand'] as const
export type Picture = (typeof pictures)[number]

export type DetailName =
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'gender'
  | 'birthday'
  | 'country'
  | 'address'
  | 'phone'
  | 'email'
  | 'idType'
  | 'idNumber'
  | 'realType'
  | Picture

/** What a customer says of themselves; a photo by the id of its document. */
export type Details = Readonly<Partial<Record<DetailName, string>>>

/** What a reviewer accepts or refuses, each with the details that it is made of. */
export const itemDetails = {
  name: ['name', 'firstName', 'lastName'],
  birthday: ['birthday'],
  number: ['idType', 'idNumber'],
  country: ['country'],
  address: ['address'],
  front: ['front'],
  reverse: ['reverse'],
  hand: ['hand'],
} as const satisfies Record<string, readonly DetailName[]>
export type Item = keyof typeof itemDetails
export const items = Object.keys(itemDetails) as readonly Item[]

/** Why each refused item was refused, in the reviewer's words. */
export type Refusals = Readonly<Partial<Record<Item, string>>>

const basicDetails: readonly DetailName[] = ['name', 'idType', 'idNumber']
const basicPictures: readonly DetailName[] = ['front', 'reverse']
const advancedDetails: readonly DetailName[] = [
  ...(['firstName', 'lastName', 'birthday', 'country', 'address', 'phone', 'email'] as const),
  ...(['idType', 'idNumber', ...pictures] as const),
]

/** What a form cannot be sent without. */
export const requiredDetails = (
  tier: VerificationTier,
  realType: string | undefined,
): readonly DetailName[] =>
  tier === 'advanced'
    ? advancedDetails
    : realType === 'photos'
      ? [...basicDetails, ...basicPictures]
      : basicDetails

/** Every detail that a form takes. */
export const takenDetails = (tier: VerificationTier): readonly DetailName[] =>
  tier === 'advanced' ? [...advancedDetails, 'gender'] : [...basicDetails, 'realType', ...basicPictures]

/** What there is to review of what was sent. */
export const itemsOf = (details: Details): Item[] =>
  items.filter((item) => itemDetails[item].some((name) => details[name] !== undefined))

export const MIN_AGE = 18
const MAX_AGE = 120
const MIN_ADDRESS = 5
const ID_NUMBER = /^[A-Z0-9]{5,20}$/

/** A document's number as it is compared: capitals and digits. @example readIdNumber('x-123.456 b') // 'X123456B' */
export function readIdNumber(typed: string): string | undefined {
  const plain = typed.toUpperCase().replace(/[\s.\-/]/g, '')
  return ID_NUMBER.test(plain) ? plain : undefined
}

/** A day of the calendar, in milliseconds. @example readBirthday('1988-02-30') // undefined */
export function readBirthday(typed: string): number | undefined {
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed)?.slice(1).map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const ms = Date.UTC(year, month - 1, day)
  return new Date(ms).toISOString().startsWith(typed) ? ms : undefined
}

/** How old somebody is, in whole years, by the calendar of UTC. */
export function ageAt(birthdayMs: number, nowMs: number): number {
  const [born, now] = [new Date(birthdayMs), new Date(nowMs)]
  const hadBirthday =
    now.getUTCMonth() > born.getUTCMonth() ||
    (now.getUTCMonth() === born.getUTCMonth() && now.getUTCDate() >= born.getUTCDate())
  return now.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1)
}

/** What was decided of the case before; nothing before the first. */
export interface Decided {
  readonly details: Details
  readonly refusals: Refusals
}

/**
 * The details that are asked for again: those of what was refused. Where a number was sent alone and refused, the kind of
 * verification and its photos too: they may be what the reviewer misses.
 */
export function askedAgain(
  tier: VerificationTier,
  sent: readonly Item[],
  refused: readonly Item[],
): readonly DetailName[] {
  const names = refused.flatMap((item): readonly DetailName[] => itemDetails[item])
  const added = isNumberAloneRefused(sent, refused) ? (['realType', ...basicPictures] as const) : []
  return takenDetails(tier).filter((name) => [...names, ...added].includes(name))
}

const isNumberAloneRefused = (sent: readonly Item[], refused: readonly Item[]): boolean =>
  refused.includes('number') && !sent.includes('front')

/** The details that were accepted: they stay as they are, whatever is sent again. */
export function acceptedDetails(decided: Decided | undefined): Details {
  if (!decided) return {}
  const sent = itemsOf(decided.details)
  const isRefused = (item: Item) => decided.refusals[item] !== undefined
  const names = sent
    .filter((item) => !isRefused(item))
    .flatMap((item): readonly DetailName[] => itemDetails[item])
  const kind = isNumberAloneRefused(sent, sent.filter(isRefused)) ? [] : (['realType'] as const)
  return pick(decided.details, [...names, 'gender', 'phone', 'email', ...kind])
}

/** Some of the details. */
export const pick = (details: Details, names: readonly DetailName[]): Details =>
  Object.fromEntries(names.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]])))

/**
 * Decides what is sent for review: what was accepted before, and for the rest what is given now.
 *
 * Refuses: FIELDS_REQUIRED with the first missing one; VERIFICATION_NAME_INVALID, BIRTHDAY_INVALID,
 * VERIFICATION_UNDERAGE, ID_NUMBER_INVALID, PARAMETER_ERROR of the country, POSTAL_ADDRESS_INVALID.
 * Source: specification sections 3 and 5; checklist, verification.
 */
export function decideSubmit(
  tier: VerificationTier,
  given: Details,
  decided: Decided | undefined,
  nowMs: number,
): Decision<{ readonly details: Details }> {
  const details = { ...pick(given, takenDetails(tier)), ...acceptedDetails(decided) }
  const missing = requiredDetails(tier, details.realType).find((name) => !details[name])
  if (missing) return refused('FIELDS_REQUIRED', { field: missing })
  return checkDetails(details, nowMs)
}

/** Checks whatever is filled in, for the form and for what is sent. Refuses: as `decideSubmit`, but for what is missing. */
export function checkDetails(details: Details, nowMs: number): Decision<{ readonly details: Details }> {
  const { birthday, idNumber, country, address } = details
  for (const name of ['name', 'firstName', 'lastName'] as const) {
    const typed = details[name]
    if (typed !== undefined && !(isPlainText(typed) && /\p{L}/u.test(typed) && !/\d/.test(typed)))
      return refused('VERIFICATION_NAME_INVALID', { field: name })
  }
  if (birthday !== undefined) {
    const bornMs = readBirthday(birthday)
    const age = bornMs === undefined ? -1 : ageAt(bornMs, nowMs)
    if (age < 0 || age > MAX_AGE) return refused('BIRTHDAY_INVALID', { field: 'birthday' })
    if (age < MIN_AGE) return refused('VERIFICATION_UNDERAGE', { minimum: MIN_AGE, field: 'birthday' })
  }
  if (idNumber !== undefined && readIdNumber(idNumber) === undefined)
    return refused('ID_NUMBER_INVALID', { field: 'idNumber' })
  if (country !== undefined && !isCountry(country)) return refused('PARAMETER_ERROR', { field: 'country' })
  if (address !== undefined && address.trim().length < MIN_ADDRESS)
    return refused('POSTAL_ADDRESS_INVALID', { field: 'address' })
  return {
    ok: true,
    details: { ...details, ...(idNumber !== undefined && { idNumber: readIdNumber(idNumber)! }) },
  }
}

/** A document's number as reviewers see it. @example maskNumber('X1234567') // '•••• 4567' */
export const maskNumber = (number: string): string => `•••• ${number.slice(-4)}`

/** What support and the customer call a case. @example caseReference(12n) // 'K-12' */
export const caseReference = (id: bigint): string => `K-${id}`

/** How often a day a customer may ask whether a document's number is free, by sending it. Source: safety, T77. */
export const MAX_SUBMISSIONS_A_DAY = 10
/** How many documents, opened cases and photos, a reviewer may see in a day, and for how long a case is open. Source: rulings, section 5. */
export const VIEWS_PER_DAY = 40
export const OPEN_FOR_MS = 5 * 60_000
/** How many operators may have a case at a time, and for how long each has it after opening it. Source: safety, T82. */
export const MAX_HOLDERS = 2
export const HELD_FOR_MS = DAY_MS
/** How long the address of a photo is good for. Source: safety, T69. */
export const VIEW_ADDRESS_MS = 60_000
/** More looks than this in an hour are unusual: they are told to those who read the audit log. Source: safety, T82. */
export const VIEWS_PER_HOUR = 30
/** For how long the law has us keep who a verified customer was. Source: safety, T78. */
export const KEPT_YEARS = 5
