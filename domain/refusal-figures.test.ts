import { expect, test } from 'vitest'
import { shownFigures } from './refusal-figures.ts'

test.each([
  [
    'prices, with the decimals that they have',
    { lowest: '8887.54', last: '18000.00' },
    ['8,887.54', '18,000.00'],
  ],
  [
    'amounts, without zeros that say nothing',
    { maximum: '500.0000000', minimum: '1234.5000000' },
    ['500', '1,234.50'],
  ],
  ['quantities', { filled: '0.01000', step: '0.00001' }, ['0.01', '0.00001']],
  ['counts', { maximum: 2000 }, ['2,000']],
  ['what is a figure already', { price: '1,234.00' }, ['1,234.00']],
  [
    'words and references never',
    { reference: '1234567', symbol: '2000', date: '2026' },
    ['1234567', '2000', '2026'],
  ],
] as const)('a refusal shows %s', (_, params, shown) =>
  expect(Object.values(shownFigures(params))).toEqual(shown),
)
