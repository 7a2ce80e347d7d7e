import { expect, test } from 'vitest'
import { proposeCredit, proposeNetworkTerms } from '#domain/deposit/console.ts'
import { proposeEarnProduct } from '#domain/earn/console.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { proposeColdAddress } from '#domain/reserves/console.ts'
import { ApiError } from '#web/app/api-error.ts'
import { refusedField } from './field-errors.ts'

const refused = (code: string, field: string) =>
  refusedField(proposeEarnProduct, new ApiError(code, 'as the server says it', 0, field))

test('a field whose terms are refused says what is allowed there', () => {
  expect(refused('TERMS_INVALID', 'dailyRate')).toEqual({
    name: 'dailyRate',
    text: 'Above 0 and at most 1% a day; paid daily over a term, at most 100% in all; of lock-mining, at most 1,000 coins a day for each',
  })
  expect(refused('TERMS_INVALID', 'maximum')?.text).toBe('Not below the minimum')
})

test('a reference that is too short for a bank says how long one is', () => {
  const error = new ApiError('PARAMETER_ERROR', 'as the server says it', 0, 'txReference')
  expect(refusedField(proposeCredit, error)?.text).toMatch(/16 to 128 letters and digits/)
})

test('an address that its chain does not write so says to compare both', () => {
  const error = new ApiError('ADDRESS_INVALID', 'as the server says it', 0, 'address')
  expect(refusedField(proposeColdAddress, error)).toEqual({
    name: 'address',
    text: 'Not an address of this chain: compare every character, and the chain',
  })
})

test('what is about no field of the form is left to the refusal itself', () =>
  expect(refused('TERMS_INVALID', 'periods')).toBeUndefined())

test('what a form knows of its own fields is said before what is allowed anywhere', () => {
  const error = new ApiError('TERMS_INVALID', 'as the server says it', 0, 'confirmations')
  const allowed = { confirmations: 'At least 5, at most 1000' }
  expect(refusedField(proposeNetworkTerms, error, allowed)?.text).toBe(allowed.confirmations)
  expect(refusedField(proposeNetworkTerms, error)?.text).toBe('This value is not allowed with these terms')
  const misread = new ApiError('PARAMETER_ERROR', 'as the server says it', 0, 'confirmations')
  expect(refusedField(proposeNetworkTerms, misread, allowed)?.text).toBe('Enter a valid value')
})

test('a text with a sign that is not allowed names all of those signs, and no other', () => {
  const error = new ApiError('TEXT_PUNCTUATION', 'as the server says it', 0, 'reason')
  const [, signs] = refusedField(proposeEarnProduct, error)!.text.split(': ')
  const ascii = Array.from({ length: 0x7f - 0x21 }, (_, n) => String.fromCharCode(0x21 + n))
  expect(signs!.split(' ').sort()).toEqual(ascii.filter((sign) => !isPlainText(sign)).sort())
})
