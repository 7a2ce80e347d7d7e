/**
 * The currencies customers hold. `decimals` is chosen so that the whole supply fits a signed 64-bit
 * integer; what a chain sends below the smallest unit stays with the house in an account of its own.
 */
export interface Currency {
  readonly code: string
  readonly name: string
  /** Decimals the ledger keeps; amounts with more are refused. */
  readonly decimals: number
  readonly kind: 'crypto' | 'fiat'
  /** Colour of the ring around its letter. */
  readonly colour: string
}

export const currencies = [
  { code: 'USDT', name: 'Tether', decimals: 7, kind: 'crypto', colour: '#3AB08C' },
  { code: 'BTC', name: 'Bitcoin', decimals: 8, kind: 'crypto', colour: '#F7A13C' },
  { code: 'ETH', name: 'Ethereum', decimals: 10, kind: 'crypto', colour: '#8B93F8' },
  { code: 'LTC', name: 'Litecoin', decimals: 8, kind: 'crypto', colour: '#9AA7C7' },
  { code: 'BNB', name: 'BNB', decimals: 10, kind: 'crypto', colour: '#E8C34A' },
  { code: 'XRP', name: 'XRP', decimals: 6, kind: 'crypto', colour: '#8FA3B0' },
  { code: 'DOGE', name: 'Dogecoin', decimals: 7, kind: 'crypto', colour: '#C9B05E' },
  { code: 'SOL', name: 'Solana', decimals: 9, kind: 'crypto', colour: '#A77BF3' },
  { code: 'ADA', name: 'Cardano', decimals: 6, kind: 'crypto', colour: '#6E95E8' },
  { code: 'LINK', name: 'Chainlink', decimals: 9, kind: 'crypto', colour: '#6B8BF0' },
  { code: 'AVAX', name: 'Avalanche', decimals: 9, kind: 'crypto', colour: '#E9747A' },
  { code: 'DOT', name: 'Polkadot', decimals: 9, kind: 'crypto', colour: '#E873B4' },
  { code: 'TRX', name: 'TRON', decimals: 6, kind: 'crypto', colour: '#E57373' },
  { code: 'UNI', name: 'Uniswap', decimals: 9, kind: 'crypto', colour: '#F28AC0' },
  { code: 'ATOM', name: 'Cosmos', decimals: 6, kind: 'crypto', colour: '#8E93B8' },
  { code: 'USD', name: 'US Dollar', decimals: 5, kind: 'fiat', colour: '#8FB08F' },
  { code: 'EUR', name: 'Euro', decimals: 5, kind: 'fiat', colour: '#7F9CCB' },
  { code: 'GBP', name: 'British Pound', decimals: 5, kind: 'fiat', colour: '#A98BC4' },
  { code: 'JPY', name: 'Japanese Yen', decimals: 3, kind: 'fiat', colour: '#D08C8C' },
  { code: 'AUD', name: 'Australian Dollar', decimals: 5, kind: 'fiat', colour: '#8CB8A8' },
  { code: 'CHF', name: 'Swiss Franc', decimals: 5, kind: 'fiat', colour: '#C88F8F' },
  { code: 'CAD', name: 'Canadian Dollar', decimals: 5, kind: 'fiat', colour: '#CC9B7A' },
  { code: 'NZD', name: 'New Zealand Dollar', decimals: 5, kind: 'fiat', colour: '#7FA9A3' },
  { code: 'CNH', name: 'Chinese Yuan', decimals: 4, kind: 'fiat', colour: '#C99B6B' },
  { code: 'HKD', name: 'Hong Kong Dollar', decimals: 4, kind: 'fiat', colour: '#B58F9F' },
  { code: 'KRW', name: 'South Korean Won', decimals: 2, kind: 'fiat', colour: '#8F9FC8' },
] as const satisfies readonly Currency[]

const byCode = new Map<string, Currency>(currencies.map((currency) => [currency.code, currency]))

/** The currency with this code, or `undefined`: an unknown code is the caller's refusal to give. */
export const findCurrency = (code: string): Currency | undefined => byCode.get(code)
