import { expect, test } from 'vitest'
import { adoptInstruments, instruments } from '../market/instruments.ts'
import { seedInstruments } from '../seed/instruments.ts'
import { exchangeSymbol, findTraded, tradedIn } from './symbols.ts'

test('every instrument that is listed at first has a name of its own in its markets', () => {
  const before = instruments
  adoptInstruments(seedInstruments)
  try {
    const spot = seedInstruments.filter(({ products }) => products.includes('spot'))
    expect(tradedIn('spot')).toEqual(spot)
    expect(findTraded('spot', 'BTCUSDT')?.symbol).toBe('BTC-USDT')
    expect(findTraded('contract', 'AAPLUSD')?.symbol).toBe('AAPL')
    expect(findTraded('spot', 'AAPLUSD')).toBeUndefined()
    expect(findTraded('spot', 'BTC-USDT')).toBeUndefined()
    const names = tradedIn('contract').map(exchangeSymbol)
    expect(new Set(names).size).toBe(names.length)
  } finally {
    adoptInstruments(before)
  }
})

test('a name that two pairs come to stays that of the pair listed first', () => {
  const before = instruments
  const [pair] = seedInstruments
  const [first, second] = [
    { ...pair!, symbol: 'AB-CD', base: 'AB', quote: 'CD', products: ['spot'] as const },
    { ...pair!, symbol: 'A-BCD', base: 'A', quote: 'BCD', products: ['spot'] as const },
  ]
  adoptInstruments([first!, second!])
  try {
    expect(tradedIn('spot')).toEqual([first])
    expect(findTraded('spot', 'ABCD')).toBe(first)
  } finally {
    adoptInstruments(before)
  }
})
