import type { Currency } from '../money/currencies.ts'

/** The currencies that a new installation begins with. */
export const seedCurrencies: readonly Currency[] = [
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
]
