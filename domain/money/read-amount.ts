import { Refusal, refusal } from '../errors.ts'
import { type DecimalString, formatDecimal, MAX_UNITS, parseDecimal, type Units, units } from './amount.ts'
import { type Currency, findCurrency } from './currencies.ts'

const MAX_DECIMALS = 20

/**
 * Reads an amount that a customer typed.
 *
 * Rounds:  never.
 * Refuses: CURRENCY_UNKNOWN; AMOUNT_INVALID for what is no positive amount or none the ledger can hold;
 *          AMOUNT_TOO_PRECISE for more decimals than the currency has.
 */
export function readAmount(text: string, currencyCode: string): Units {
  const currency = requireCurrency(currencyCode)
  const amount = parseDecimal(text, currency.decimals)
  if (amount === undefined && parseDecimal(text, MAX_DECIMALS) !== undefined) {
    throw refusal('AMOUNT_TOO_PRECISE', { decimals: currency.decimals, currency: currency.code })
  }
  if (amount === undefined || amount === 0n || amount > MAX_UNITS) throw refusal('AMOUNT_INVALID')
  return units(amount)
}

/** Reads a price that a customer typed, in a currency. Refuses: PRICE_INVALID; else as `readAmount`. */
export function readPrice(text: string, currencyCode: string): Units {
  try {
    return readAmount(text, currencyCode)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'AMOUNT_INVALID') throw refusal('PRICE_INVALID')
    throw error
  }
}

/** Writes an amount with all decimals of its currency. @example formatAmount(units(15n), 'USD') // '0.15' */
export function formatAmount(amount: bigint, currencyCode: string): DecimalString {
  const currency = requireCurrency(currencyCode)
  return formatDecimal(amount, currency.decimals)
}

/** The currency with this code. Refuses: CURRENCY_UNKNOWN. */
export function requireCurrency(code: string): Currency {
  const currency = findCurrency(code)
  if (!currency) throw refusal('CURRENCY_UNKNOWN')
  return currency
}
