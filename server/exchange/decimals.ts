import { decimalsOf } from '#domain/market/instrument.ts'
import { type DecimalString, formatDecimal, mulDiv } from '#domain/money/amount.ts'

/** Arithmetic with decimal strings, for figures that are shown; no money is made of them. */

interface Parts {
  readonly digits: bigint
  readonly decimals: number
}
const parts = (text: string): Parts => ({ digits: BigInt(text.replace('.', '')), decimals: decimalsOf(text) })

/** @example times('0.5', '3.20') // '1.600' */
export function times(one: string, other: string): DecimalString {
  const [a, b] = [parts(one), parts(other)]
  return formatDecimal(a.digits * b.digits, a.decimals + b.decimals)
}

/** @example sum(['0.5', '3.20']) // '3.70' */
export function sum(all: readonly string[]): DecimalString {
  const every = all.map(parts)
  const decimals = Math.max(0, ...every.map((one) => one.decimals))
  const total = every.reduce((so, one) => so + one.digits * 10n ** BigInt(decimals - one.decimals), 0n)
  return formatDecimal(total, decimals)
}

/** @example minus('1.5', '2') // '-0.5' */
export const minus = (one: string, other: string): DecimalString => sum([one, negative(other)])

/** @example isSame('1.50', '1.5') // true */
export const isSame = (one: string, other: string): boolean => parts(minus(one, other)).digits === 0n

export const negative = (text: string): string => (text.startsWith('-') ? text.slice(1) : `-${text}`)

/** One positive number by another. Rounds: down, to so many decimals. @example divided('1', '3', 4) // '0.3333' */
export function divided(one: string, other: string, decimals: number): DecimalString {
  const [a, b] = [parts(one), parts(other)]
  const up = 10n ** BigInt(decimals + b.decimals)
  return formatDecimal(mulDiv(a.digits, up, b.digits * 10n ** BigInt(a.decimals), 'down'), decimals)
}

/** Whether a decimal is more than nothing. */
export const isMore = (text: string): boolean => parts(text).digits > 0n
