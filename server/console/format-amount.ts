import { formatAmount } from '#domain/money/read-amount.ts'

/** An amount in a sentence: exact, without the zeros that say nothing. @example '99.50 USDT' */
export function formatAmountWithCurrency(amount: bigint, currency: string): string {
  const [whole, fraction = ''] = formatAmount(amount, currency).split('.')
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')} ${currency}`
}
