import { parseDecimal, type Units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'

/**
 * A figure on a page as a decimal string: no separators, a plain minus.
 * @example figure('−1,234.50') // '-1234.50'
 */
export function figure(shown: string): string {
  const found = /[−+-]?\d[\d,]*(\.\d+)?/.exec(shown)
  if (!found) throw new Error(`no figure in "${shown}"`)
  return found[0].replaceAll(',', '').replace('−', '-').replace('+', '')
}

/** A decimal string in a currency's smallest units, sign and all, so that figures can be added exactly. */
export function unitsOf(decimal: string, currency: string): Units {
  const { decimals } = findCurrency(currency)!
  const units = parseDecimal(decimal.replace('-', ''), decimals)
  if (units === undefined) throw new Error(`"${decimal}" is no amount of ${currency}`)
  return (decimal.startsWith('-') ? -units : units) as Units
}
