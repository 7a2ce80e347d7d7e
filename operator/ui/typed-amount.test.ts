import { expect, test } from 'vitest'
import { readTypedAmount } from './typed-amount.ts'

test.each([
  ['1,000', false, '1000'],
  ['1,000.50', false, '1000.50'],
  ['1.000,50', true, '1000.50'],
  ['1000,5', true, '1000.5'],
  ['2 500 000', false, '2500000'],
  ['0.018', false, '0.018'],
])('%j with a decimal comma %s is %s', (text, writesComma, decimal) => {
  expect(readTypedAmount(text, writesComma)).toEqual({ decimal })
})

test('what is two numbers to who typed it is none until they say which', () => {
  expect(readTypedAmount('1,000', true)).toEqual({ wrong: 'ambiguous', readings: ['1000', '1.000'] })
})

test.each(['1,00,0', '1e3', '-5', '0x10', '1,000,00', 'ten'])('%j is no number', (text) => {
  expect(readTypedAmount(text, false)).toEqual({ wrong: 'unreadable' })
})
