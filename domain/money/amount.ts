import type { core } from 'zod/mini'

/**
 * Money, prices and quantities as exact integers.
 *
 * Every amount is a `bigint` of its currency's smallest unit and is kept beside its currency. The four
 * brands below are different types on purpose: a function that takes an amount takes no price, and no sum
 * of the two, for arithmetic gives a plain `bigint`. Two currencies share the brand: the ledger refuses a
 * transfer between them (amount.types.test.ts shows what does not compile).
 */

declare const brand: unique symbol
type Branded<Name extends string> = bigint & { readonly [brand]: Name }

/** An amount in the smallest unit of one currency. */
export type Units = Branded<'Units'>
/** A price in ticks of one instrument. */
export type Price = Branded<'Price'>
/** A size in quantity steps of one instrument. */
export type Quantity = Branded<'Quantity'>
/** A fraction of one, in parts of `RATE_ONE`. */
export type Rate = Branded<'Rate'>

/** The rate that means 100 %: rates carry twelve decimals. */
export const RATE_ONE = 1_000_000_000_000n

/** A number as an amount in the smallest unit; nothing is checked. */
export const units = (value: bigint) => value as Units
/** A number of ticks as a price; nothing is checked. */
export const price = (value: bigint) => value as Price
/** A number of steps as a quantity; nothing is checked. */
export const quantity = (value: bigint) => value as Quantity
/** A number of parts of `RATE_ONE` as a rate; nothing is checked. */
export const rate = (value: bigint) => value as Rate

/** Adds amounts of one currency. */
export const addUnits = (...amounts: readonly Units[]): Units =>
  units(amounts.reduce((sum, amount) => sum + amount, 0n))

/**
 * Multiplies, then divides, without losing a unit on the way.
 *
 * Units:   any; `x * y / d`.
 * Rounds:  as told. There is no default: who keeps the odd unit is written at the call.
 * Refuses: a zero or negative divisor, and negative factors (a broken assumption, not a customer's error).
 */
export function mulDiv(x: bigint, y: bigint, d: bigint, rounding: 'up' | 'down'): bigint {
  if (d <= 0n || x < 0n || y < 0n)
    throw new RangeError(`mulDiv needs x, y >= 0 and d > 0, got ${x}, ${y}, ${d}`)
  const product = x * y
  return rounding === 'up' ? (product + d - 1n) / d : product / d
}

/** Divides by a positive divisor. Rounds: down, also below zero. @example divDown(-3n, 2n) // -2n */
export const divDown = (value: bigint, divisor: bigint): bigint =>
  value < 0n ? -((-value + divisor - 1n) / divisor) : value / divisor

const DECIMAL = /^(0|[1-9]\d{0,19})(?:\.(\d{1,20}))?$/

/** Whether a text is written as a plain, non-negative decimal: no sign, exponent, space or separator. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text)

/**
 * Reads a decimal string as an integer with `decimals` implied decimals.
 *
 * Rounds:  never; "1.230" with two decimals is 123n, "1.234" is refused.
 * Refuses: (as `undefined`) a sign, exponent, space, separator, leading zeros, or too many decimals.
 * @example parseDecimal('17770.5', 2) // 1777050n
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return undefined
  return BigInt(match[1] + fraction.padEnd(decimals, '0'))
}

/** A decimal as answers show it: see `decimalString` in fields.ts. */
export type DecimalString = string & core.$brand<'DecimalString'>

/**
 * Writes an integer with `decimals` implied decimals as a decimal string.
 *
 * Rounds: never.
 * @example formatDecimal(1777050n, 2) // '17770.50'
 */
export function formatDecimal(value: bigint, decimals: number): DecimalString {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return (sign + text) as DecimalString
}

const SIGNED_DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * Takes a text for a decimal as answers show it: one that is kept as text, or a figure that is no amount.
 *
 * Refuses: (by throwing) any other text.
 * @example decimal('0.01')
 */
export function decimal(text: string): DecimalString {
  if (!SIGNED_DECIMAL.test(text)) throw new RangeError(`${JSON.stringify(text)} is not a plain decimal`)
  return text as DecimalString
}

/** The largest amount the ledger stores: a signed 64-bit integer. */
export const MAX_UNITS = 9_223_372_036_854_775_807n

/**
 * A decimal as a person would type it, without zeros that say nothing.
 *
 * @example trimZeros('10.5000000') // '10.5'; trimZeros('100') // '100'
 */
export const trimZeros = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal

/** The lesser of two amounts. */
export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
