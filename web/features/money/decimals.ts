import { formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'

/** Exact sums of decimal strings as they come from the server: signed, each of one currency. */

/** Decimals of a currency; one the app does not know yet gets as many as any has. */
export const decimalsOf = (currency: string): number => findCurrency(currency)?.decimals ?? 10

/** Reads a signed decimal string; what is none reads as zero. */
export function signedUnits(text: string, decimals: number): bigint {
  const isNegative = text.startsWith('-')
  const value = parseDecimal(isNegative ? text.slice(1) : text, decimals) ?? 0n
  return isNegative ? -value : value
}

/** The exact sum of signed amounts of one currency. @example sumOf(['0.1', '-0.3'], 'USD') // '-0.20' */
export function sumOf(amounts: readonly string[], currency: string): string {
  const decimals = decimalsOf(currency)
  return formatDecimal(
    amounts.reduce((sum, amount) => sum + signedUnits(amount, decimals), 0n),
    decimals,
  )
}

/** Without its sign. */
export const absolute = (amount: string): string => amount.replace(/^-/, '')
