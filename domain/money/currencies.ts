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

export const currencies = [
  { number: 1, code: 'USDT', name: 'Tether', decimals: 7, kind: 'crypto', colour: '#3AB08C' },
  { number: 2, code: 'BTC', name: 'Bitcoin', decimals: 8, kind: 'crypto', colour: '#F7A13C' },
  { number: 3, code: 'ETH', name: 'Ethereum', decimals: 10, kind: 'crypto', colour: '#8B93F8' },
  { number: 4, code: 'LTC', name: 'Litecoin', decimals: 8, kind: 'crypto', colour: '#9AA7C7' },
  { number: 5, code: 'BNB', name: 'BNB', decimals: 8, kind: 'crypto', colour: '#E8B93B' },
  { number: 6, code: 'XRP', name: 'XRP', decimals: 6, kind: 'crypto', colour: '#8FA3B3' },
  { number: 7, code: 'DOGE', name: 'Dogecoin', decimals: 6, kind: 'crypto', colour: '#C9B26A' },
  { number: 8, code: 'SOL', name: 'Solana', decimals: 8, kind: 'crypto', colour: '#B07CF0' },
  { number: 9, code: 'ADA', name: 'Cardano', decimals: 6, kind: 'crypto', colour: '#5C8DF0' },
  { number: 10, code: 'LINK', name: 'Chainlink', decimals: 8, kind: 'crypto', colour: '#4F7DF3' },
  { number: 11, code: 'AVAX', name: 'Avalanche', decimals: 8, kind: 'crypto', colour: '#EE6A6B' },
  { number: 12, code: 'DOT', name: 'Polkadot', decimals: 8, kind: 'crypto', colour: '#E86CB5' },
  { number: 13, code: 'TRX', name: 'TRON', decimals: 6, kind: 'crypto', colour: '#E9636B' },
  { number: 14, code: 'UNI', name: 'Uniswap', decimals: 8, kind: 'crypto', colour: '#F27BC0' },
  { number: 15, code: 'ATOM', name: 'Cosmos', decimals: 8, kind: 'crypto', colour: '#8E93C9' },
  { number: 16, code: 'USD', name: 'US dollar', decimals: 2, kind: 'fiat', colour: '#7FB685' },
  { number: 17, code: 'EUR', name: 'Euro', decimals: 2, kind: 'fiat', colour: '#7C9BD6' },
] as const satisfies readonly Currency[]

const byCode = new Map<string, Currency>(currencies.map((currency) => [currency.code, currency]))

/** The currency with this code, or `undefined`: an unknown code is the caller's refusal to give. */
export const findCurrency = (code: string): Currency | undefined => byCode.get(code)
