import { groupDigits, signedDigits, trimFraction } from '#domain/money/group-digits.ts'

/**
 * Numbers as texts. One digit style in all languages, 1,234.56, because people copy amounts from one
 * screen to another; words and dates follow the locale, digits do not. Everything here works on decimal
 * strings, so no amount ever passes through a float.
 */

/** U+2212, as wide as a digit and a plus: a hyphen is not a minus. */
const MINUS = '−'

/**
 * A decimal string with thousands separated and a true minus.
 *
 * Rounds: never; every digit given is shown.
 * @example grouped('-17778.490') // '−17,778.490'
 */
export function grouped(decimal: string): string {
  const negative = decimal.startsWith('-')
  return `${negative ? MINUS : ''}${groupDigits(negative ? decimal.slice(1) : decimal)}`
}

/** A decimal string with its sign always written. @example signed('3.31') // '+3.31' */
export const signed = (decimal: string): string => signedDigits(decimal)

/** Whether a decimal string is zero, however it is written. */
export const isZero = (decimal: string): boolean => !/[1-9]/.test(decimal)

/**
 * A decimal string with exactly `decimals` places.
 *
 * Rounds: toward zero, so that what is shown is never more than there is.
 * @example fixed('0.0364259', 4) // '0.0364'
 */
export function fixed(decimal: string, decimals: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  if (decimals === 0) return whole
  return `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`
}

/**
 * An amount for reading: at least `least` decimals, further ones only where they are not zero.
 *
 * Rounds: never.
 * @example amount('12010.4400000') // '12,010.44'
 */
export const amount = (decimal: string, least = 2): string => grouped(trimFraction(decimal, least))

/**
 * A change in percent: sign, two decimals, %.
 *
 * Rounds: toward zero.
 * @example percent('3.3149') // '+3.31%'
 */
export const percent = (decimal: string): string => `${signed(fixed(decimal, 2))}%`

/**
 * A volume, abbreviated: over a million as M, over a thousand as K with one decimal, else four decimals.
 *
 * Rounds: toward zero.
 * Source: specification section 5. For volumes only, never for money.
 * @example volume('122741234.5') // '122.7M'
 */
export function volume(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  const digits = BigInt(whole || '0')
  const over = (bound: bigint) => digits > bound || (digits === bound && /[1-9]/.test(fraction))
  if (over(1_000_000n)) return `${grouped(tenths(digits, 1_000_000n))}M`
  if (over(1_000n)) return `${tenths(digits, 1_000n)}K`
  return fixed(decimal, 4)
}

function tenths(digits: bigint, unit: bigint): string {
  const scaled = (digits * 10n) / unit
  return `${scaled / 10n}.${scaled % 10n}`
}

/** Hides every digit of an amount, so that its length says nothing either. */
export const HIDDEN = '••••••'

/** A fee, to its last unit but without trailing zeros, so that the smallest is still seen. */
export const feeText = (decimal: string): string => amount(decimal, 0)
