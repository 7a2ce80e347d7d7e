import { divDown, formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { signed } from '#web/format/number.ts'

/** Exact sums of decimal strings as they come from the server: signed, each of one currency. */

/** As many as any currency has. */
const MAX_DECIMALS = 10

/** Decimals of a currency; one the app does not know yet gets as many as any has. */
export const decimalsOf = (currency: string): number => findCurrency(currency)?.decimals ?? MAX_DECIMALS

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

const PROFIT_DECIMALS = 2

/**
 * A profit or loss as it is shown, of an amount with so many decimals.
 *
 * Rounds: down to a hundredth, so that no profit is shown larger nor a loss smaller.
 * @example profitText(-1n, 7) // '-0.01'
 */
export const profitText = (amount: bigint, decimals: number): string =>
  formatDecimal(divDown(amount, 10n ** BigInt(decimals - PROFIT_DECIMALS)), PROFIT_DECIMALS)

/**
 * The same of an amount as the server wrote it, with its sign always written: so that a list and what it opens agree.
 *
 * @example signedProfit('-3.0000001') // '−3.01'
 */
export const signedProfit = (amount: string): string =>
  signed(profitText(signedUnits(amount, MAX_DECIMALS), MAX_DECIMALS))

/** Without its sign. */
export const absolute = (amount: string): string => amount.replace(/^-/, '')
