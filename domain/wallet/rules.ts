import { assert } from '../errors.ts'
import { mulDiv } from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'

/** What one whole unit of a currency costs in US dollars, with `decimals` implied decimals. */
export interface UsdPrice {
  readonly price: bigint
  readonly decimals: number
}

/** Dollars, and the coin that stands for one. */
export const ONE_USD: UsdPrice = { price: 1n, decimals: 0 }

/**
 * What an amount is worth.
 *
 * Units:  amount in the currency's smallest unit; result in US cents.
 * Rounds: down; a shown value never promises more than there is.
 * @example usdCents(150_000_000n, 'BTC', { price: 17_778_49n, decimals: 2 }) // 2_666_773n
 */
export function usdCents(amount: bigint, currencyCode: string, { price, decimals }: UsdPrice): bigint {
  const currency = findCurrency(currencyCode)
  assert(currency, `currency ${currencyCode} exists`)
  return mulDiv(amount, price * 100n, 10n ** BigInt(currency.decimals + decimals), 'down')
}

/** What support and the customer call a deposit. @example depositReference(10482n) // 'D-10482' */
export const depositReference = (id: bigint): string => `D-${id}`

const HEX = /^(?:0x)?([0-9a-f]{16,128})$/i
const BANK = /^[0-9A-Za-z]{16,128}$/
/** A hash in base 58, which knows small letters from capitals; no bank's reference is as long. */
const BASE_58 = /^(?=.*[a-z])(?=.*[A-Z])[1-9A-HJ-NP-Za-km-z]{43,128}$/

/**
 * The one way a transaction's full reference is written, so that the same one is never credited twice: no
 * spaces or hyphens; hexadecimal in small letters, base 58 as it is, a bank's in capitals.
 *
 * Refuses: (as `undefined`) what is shorter than any chain's or bank's, or has other characters.
 * @example readTxReference('ft26001 abcdef-0099') // 'FT26001ABCDEF0099'
 */
export function readTxReference(typed: string): string | undefined {
  const plain = typed.replace(/[\s-]/g, '')
  const hex = HEX.exec(plain)?.[1]
  if (hex) return hex.toLowerCase()
  if (BASE_58.test(plain)) return plain
  return BANK.test(plain) ? plain.toUpperCase() : undefined
}

/** Whether a transaction ends with what the customer said it ends with. */
export const endsWithTail = (txReference: string, hashTail: string): boolean =>
  txReference.toLowerCase().endsWith(hashTail.toLowerCase())

/**
 * One cell of a CSV file. A text that a spreadsheet would run as a formula is made a plain text.
 *
 * @example csvCell('=SUM(A1)') // "'=SUM(A1)"
 */
export function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const plain = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
