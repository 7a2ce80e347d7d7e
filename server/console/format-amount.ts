import { groupDigits, trimFraction } from '#domain/money/group-digits.ts'
import { formatAmount } from '#domain/money/read-amount.ts'

/** An amount in a sentence: exact, without the zeros that say nothing. @example '3,000,000.50 USDT' */
export const formatAmountWithCurrency = (amount: bigint, currency: string): string =>
  decimalWithCurrency(formatAmount(amount, currency), currency)

/** The same of an amount that is a decimal already. */
export const decimalWithCurrency = (decimal: string, currency: string): string =>
  `${groupDigits(trimFraction(decimal, 2))} ${currency}`
