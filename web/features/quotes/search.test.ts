import { expect, test } from 'vitest'
import { classIds } from '#domain/market/instrument.ts'
import { instruments } from '#domain/market/instruments.ts'
import { decimal } from '#domain/money/amount.ts'
import { highlighted, searchInstruments } from './search.ts'
import { nextSort, readSort } from './sort.ts'

const list = instruments.map(({ aliases, ...one }) => ({
  ...one,
  aliases: [...aliases],
  products: [...one.products],
  tickSize: decimal(one.tickSize),
  stepSize: decimal(one.stepSize),
  minNotional: decimal(one.minNotional),
  referencePrice: decimal(one.referencePrice),
  classId: classIds[one.class],
}))
const found = (words: string) => searchInstruments(list, words).map(({ symbol }) => symbol)

test.each(['btc', 'BTC/USDT', 'btcusdt', ' Bitcoin '])('finds Bitcoin by %j first', (words) =>
  expect(found(words)[0]).toBe('BTC-USDT'),
)

test('finds gold in three markets', () =>
  expect(found('gold')).toEqual(expect.arrayContaining(['XAU-USD', 'GC', 'GLD'])))

test('finds nothing for nothing', () => {
  expect(found('')).toEqual([])
  expect(found('  ')).toEqual([])
  expect(found('zzzzz')).toEqual([])
})

test('prints the found words apart', () => {
  expect(highlighted('SPDR Gold Shares', 'gold')).toEqual(['SPDR ', 'Gold', ' Shares'])
  expect(highlighted('Apple', 'x')).toEqual(['Apple', '', ''])
})

test('a column sorts falling, then rising, then not', () => {
  expect(nextSort(undefined, 'price')).toBe('-price')
  expect(nextSort(readSort('-price'), 'price')).toBe('price')
  expect(nextSort(readSort('price'), 'price')).toBeUndefined()
  expect(readSort('shoe size')).toBeUndefined()
})
