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
 * Currencies of practice, which are no money: they have names, numbers and decimals like others, and stand in no list. Their
 * codes have a small letter, which no call's field for a currency takes.
 */
const practiceCurrencies: readonly Currency[] = [
  {
    ...{ number: 4_000, code: PRACTICE_CURRENCY, name: 'Practice USDT', decimals: 7 },
    ...{ kind: 'crypto', colour: '#4C9AFF' },
  },
]

/** Every currency in the order in which lists show them, as last adopted: see `domain/listing/listing.ts`. */
export let currencies: readonly Currency[] = []

let byCode = mapBy(practiceCurrencies, ({ code }) => code)
let byNumber = mapBy(practiceCurrencies, ({ number }) => number)

/** Replaces the whole list. */
export function adoptCurrencies(list: readonly Currency[]): void {
  currencies = list
  byCode = mapBy([...list, ...practiceCurrencies], ({ code }) => code)
  byNumber = mapBy([...list, ...practiceCurrencies], ({ number }) => number)
}

/** The currency with this code, or `undefined`: an unknown code is the caller's refusal to give. */
export const findCurrency = (code: string): Currency | undefined => byCode.get(code)

/** The currency with this number in account ids. */
export const currencyOfNumber = (number: number): Currency | undefined => byNumber.get(number)

function mapBy<Key>(list: readonly Currency[], key: (currency: Currency) => Key): Map<Key, Currency> {
  return new Map(list.map((currency) => [key(currency), currency]))
}
