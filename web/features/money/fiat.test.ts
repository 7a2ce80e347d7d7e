import { expect, test } from 'vitest'
import { inFiat } from './fiat.ts'

test.each([
  ['24801.10', '1', '24801.10'],
  ['24801.10', '0.92', '22817.01'],
  ['0.01', '135.58', '1.35'],
  ['0.00', '7.1', '0.00'],
])('%s dollars at %s are %s, rounded down', (usd, rate, value) => expect(inFiat(usd, rate)).toBe(value))

test('what is not a decimal has no value', () => expect(inFiat('1e3', '1')).toBeUndefined())
