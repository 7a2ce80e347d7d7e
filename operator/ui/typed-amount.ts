import { parseDecimal } from '#domain/money/amount.ts'
import { readTypedNumber } from '#domain/money/typed-number.ts'

/** What an operator typed as a number: a plain decimal, or what is said instead of taking it. */
export type TypedAmount =
  | { readonly decimal: string }
  | { readonly wrong: 'ambiguous'; readonly readings: readonly [string, string] }
  | { readonly wrong: 'unreadable' }

/**
 * Reads a number by the rule of the customers' app: a sign before a whole group of three digits separates
 * thousands, and what is a number both ways to people who write a decimal comma is not taken.
 * @example readTypedAmount('1,000', false) // { decimal: '1000' }
 */
export function readTypedAmount(text: string, writesComma: boolean): TypedAmount {
  const read = readTypedNumber(text, writesComma)
  if (read.kind === 'number') return { decimal: read.decimal }
  if (read.kind === 'ambiguous') return { wrong: 'ambiguous', readings: read.readings }
  return { wrong: 'unreadable' }
}

/** Whether people write a decimal comma where this device is. The console is in English; its operators may not be. */
const writesComma = () => new Intl.NumberFormat().format(1.5).includes(',')

/** The plain decimal that a text means here; undefined where it means none, or more than one. */
export function decimalOf(text: string): string | undefined {
  const typed = readTypedAmount(text, writesComma())
  return 'decimal' in typed ? typed.decimal : undefined
}

/** Both numbers that a text can be here; undefined where it cannot be two. */
export function readingsOf(text: string): readonly [string, string] | undefined {
  const typed = readTypedAmount(text, writesComma())
  return 'readings' in typed ? typed.readings : undefined
}

/** Reads a percentage with at most two decimals, in basis points. */
export function bpsOf(text: string): number | undefined {
  const bps = parseDecimal(text, 2)
  return bps === undefined || bps < 0n ? undefined : Number(bps)
}
