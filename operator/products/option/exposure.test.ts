import { expect, test } from 'vitest'
import { byInstrument, owedOf } from './exposure.ts'

const line = (symbol: string, orders: number, rise: string, fall: string) => ({
  ...{ symbol, orders, rise, fall, expiresAtMs: 0 },
})
const options = {
  exposure: [
    line('BTC-USDT', 2, '42.5000000', '0.0000000'),
    line('ETH-USDT', 1, '0.0000000', '8.8000000'),
    line('BTC-USDT', 1, '0.1000000', '90.0000001'),
  ],
}

test('what is open is summed by instrument', () =>
  expect(byInstrument(options)).toEqual([
    { symbol: 'BTC-USDT', orders: 3, rise: '42.6000000', fall: '90.0000001' },
    { symbol: 'ETH-USDT', orders: 1, rise: '0.0000000', fall: '8.8000000' },
  ]))

test('what may have to be paid is what all of it would win', () => {
  expect(owedOf(options)).toBe('141.4000001')
  expect(owedOf({ ...options, exposure: [] })).toBe('0')
})
