import { expect, it } from 'vitest'
import { movedBy } from './favourites.ts'

const list = ['BTC', 'ETH', 'XAU']

it.each([
  ['BTC', 1, ['ETH', 'BTC', 'XAU']],
  ['XAU', -1, ['BTC', 'XAU', 'ETH']],
  ['ETH', -1, ['ETH', 'BTC', 'XAU']],
  ['BTC', -1, undefined],
  ['XAU', 1, undefined],
  ['LTC', 1, undefined],
] as const)('%s moved by %i', (symbol, by, expected) => {
  expect(movedBy(list, symbol, by)).toEqual(expected)
})
