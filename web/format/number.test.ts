import { expect, test } from 'vitest'
import { amount, feeText, fixed, grouped, isZero, percent, signed, volume } from './number.ts'

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['17778.49', '17,778.49'],
  ['-1234567.8900', '−1,234,567.8900'],
  ['0.00003642', '0.00003642'],
  ['9223372036854775807', '9,223,372,036,854,775,807'],
])('groups %s as %s, with a true minus and every digit kept', (decimal, text) =>
  expect(grouped(decimal)).toBe(text),
)

test.each([
  ['3.31', '+3.31'],
  ['-3.31', '−3.31'],
  ['0.00', '+0.00'],
  ['-0.00', '+0.00'],
])('writes the sign of %s', (decimal, text) => expect(signed(decimal)).toBe(text))

test.each([
  ['0.0364259', 4, '0.0364'],
  ['1.9999', 2, '1.99'],
  ['-1.9999', 2, '-1.99'],
  ['5', 2, '5.00'],
  ['5.9', 0, '5'],
])('cuts %s to %i places without rounding up', (decimal, decimals, text) =>
  expect(fixed(decimal, decimals)).toBe(text),
)

test.each([
  ['12010.4400000', '12,010.44'],
  ['0.0000001', '0.0000001'],
  ['2.5000000000', '2.50'],
  ['-380.8200000', '−380.82'],
  ['7', '7.00'],
])('shows the amount %s exactly, without idle noughts', (decimal, text) => expect(amount(decimal)).toBe(text))

test('shows a fee to its last unit', () => {
  expect(feeText('0.00003642')).toBe('0.00003642')
  expect(feeText('1.0000000')).toBe('1')
})

test.each([
  ['3.3149', '+3.31%'],
  ['-1.519', '−1.51%'],
  ['0', '+0.00%'],
])('writes the change %s in per cent', (decimal, text) => expect(percent(decimal)).toBe(text))

// Specification section 5: over 1e6 M, over 1e3 K with one decimal, else four decimals.
test.each([
  ['122741234.5', '122.7M'],
  ['1000000.01', '1.0M'],
  ['1000000', '1000.0K'],
  ['1000001', '1.0M'],
  ['12600', '12.6K'],
  ['1000', '1000.0000'],
  ['1000.5', '1.0K'],
  ['999.99999', '999.9999'],
  ['0', '0.0000'],
  ['1234567890123', '1,234,567.8M'],
])('abbreviates the volume %s as %s', (decimal, text) => expect(volume(decimal)).toBe(text))

test('knows nought however it is written', () => {
  expect(['0', '-0.00', '0.0000000'].every(isZero)).toBe(true)
  expect(isZero('0.0000001')).toBe(false)
})
