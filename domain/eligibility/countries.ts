import { callingCodeIn, callingCodes } from '../user/calling-codes.ts'

/** Who is of which country, and what is offered there. */

/** What says where a customer lives. */
export interface Residence {
  /** Of the accepted verification. */
  readonly country: string | null
  /** As it is stored, with its calling code. */
  readonly mobile: string | null
}

/**
 * The countries that a customer may be of: that of the verification, before it those of the mobile number's calling code; none
 * where neither says one.
 *
 * @example countriesOf({ country: null, mobile: '+77010000000' }) // ['KZ', 'RU']
 */
export function countriesOf({ country, mobile }: Residence): readonly string[] {
  if (country !== null) return [country]
  const code = callingCodeIn(mobile?.replace('+', '') ?? '')
  return callingCodes.filter((each) => each.code === code).map((each) => each.country)
}

/** How each country stands; undefined of one that nobody opened or closed. */
export type IsOpenIn = (country: string) => boolean | undefined

/**
 * Whether a product is offered to somebody of one of these countries: where it is open in each that it may be, and as at first
 * where none is known.
 */
export function isOfferedIn(countries: readonly string[], isOpen: IsOpenIn, atFirst: boolean): boolean {
  if (countries.length === 0) return atFirst
  return countries.every((country) => isOpen(country) ?? atFirst)
}

/**
 * Whether somebody of one of these countries may register, or be verified: where it is open in any that it may be, as nothing
 * but the verification can say which.
 */
export const mayRegisterFrom = (countries: readonly string[], isOpen: IsOpenIn): boolean =>
  countries.length === 0 || countries.some((country) => isOpen(country) ?? true)
