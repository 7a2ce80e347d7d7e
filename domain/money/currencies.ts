/**
 * The currencies customers hold. `decimals` is chosen so that the whole supply fits a signed 64-bit
 * integer; what a chain sends below the smallest unit stays with the platform in an account of its own.
 */
export interface Currency {
  /** Its place in account ids; never changed, never used again. */
  readonly number: number
  readonly code: string
  readonly name: string
  /** Decimals the ledger keeps; amounts with more are refused. */
  readonly decimals: number
  readonly kind: 'crypto' | 'fiat'
  /** Color of the ring around its letter. */
  readonly colour: string
}

/** What contracts are practised in. */
export const PRACTICE_CURRENCY = 'pUSDT'

/**
 * It is no money: it has a name, a number and decimals like a currency, and stands in no list. Its code has a small letter,
 * which no call's field for a currency takes; no listed currency has a number from 4000 on.
 */
const practice: Currency = {
  number: 4_000,
  code: PRACTICE_CURRENCY,
  name: 'Practice USDT',
  decimals: 7,
  kind: 'crypto',
  colour: '#4C9AFF',
}

/** Every currency in the order in which lists show them, as last adopted: see `domain/listing/listing.ts`. */
export let currencies: readonly Currency[] = []

let byCode = new Map<string, Currency>()
let byNumber = new Map<number, Currency>()

/** Replaces the whole list. */
export function adoptCurrencies(list: readonly Currency[]): void {
  currencies = list
  const all = [...list, practice]
  byCode = new Map(all.map((currency) => [currency.code, currency]))
  byNumber = new Map(all.map((currency) => [currency.number, currency]))
}

/** The currency with this code, or `undefined`: an unknown code is the caller's refusal to give. */
export const findCurrency = (code: string): Currency | undefined => byCode.get(code)

/** The currency with this number in account ids. */
export const currencyOfNumber = (number: number): Currency | undefined => byNumber.get(number)
