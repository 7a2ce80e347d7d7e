import { formatDecimal, mulDiv, parseDecimal } from '#domain/money/amount.ts'

const USD_DECIMALS = 2
const RATE_DECIMALS = 12

/**
 * A value in US dollars as a value in the chosen fiat currency, both with two decimals.
 *
 * Units: `rate` is units of the fiat currency for one dollar, a decimal string.
 * Rounds:  down: what is shown is never more than there is.
 * Refuses: (as `undefined`) texts that are not plain decimals.
 * @example inFiat('24801.10', '0.92') // '22817.01'
 */
export function inFiat(usd: string, rate: string): string | undefined {
  const value = parseDecimal(usd, USD_DECIMALS)
  const factor = parseDecimal(rate.slice(0, 32), RATE_DECIMALS)
  if (value === undefined || factor === undefined) return undefined
  return formatDecimal(mulDiv(value, factor, 10n ** BigInt(RATE_DECIMALS), 'down'), USD_DECIMALS)
}
