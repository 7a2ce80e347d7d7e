import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { units } from '../money/amount.ts'
import {
  type BankAccountTerms,
  type BankClaim,
  type BankWay,
  decideBankClaim,
  isDay,
  isForCountry,
  paidOnRange,
  paymentReference,
  readPaymentReference,
} from './bank.ts'
import { decideBankAccount } from './bank-accounts.ts'

const terms: BankAccountTerms = {
  ...{ currency: 'USD', ways: ['card', 'wire', 'certificate'], countries: [], isOpen: true, cutOff: '15:00' },
  ...{ beneficiary: 'Plumb', beneficiaryAddress: '1 Street', bankName: 'Bank', bankAddress: '2 Street' },
  ...{ branch: '', iban: '', accountNumber: '12345678', aba: '021000021', swiftCode: 'CHASUS33' },
  ...{ minimum: units(5_000n), maximum: units(100_000n) },
}
const NOW_MS = Date.UTC(2026, 0, 2, 12)

describe('a payment reference', () => {
  test('is that of the standard’s example', () => {
    expect(paymentReference('539007547034')).toBe('RF18539007547034')
    expect(readPaymentReference('rf18 5390 0754 7034')).toBe('RF18539007547034')
  })

  test('with one digit changed, or two neighbours swapped, is none', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(digits, fc.integer({ min: 2, max: 15 }), fc.integer({ min: 1, max: 9 }), (body, at, by) => {
        const right = paymentReference(body.join(''))
        expect(readPaymentReference(right)).toBe(right)
        const wrong = `${right.slice(0, at)}${(Number(right[at]) + by) % 10}${right.slice(at + 1)}`
        expect(readPaymentReference(wrong)).toBeUndefined()
        const swapped = `${right.slice(0, 14)}${right[15]}${right[14]}`
        if (swapped !== right) expect(readPaymentReference(swapped)).toBeUndefined()
      }),
    )
  })
})

describe('a claim', () => {
  const decide = (way: BankWay, claim: Partial<BankClaim> & { amount?: bigint } = {}, account = terms) => {
    const said = { remitter: 'A', ...claim, amount: units(claim.amount ?? 50_000n) }
    const decision = decideBankClaim(way, account, said, String, NOW_MS)
    return decision.ok ? 'allowed' : [decision.code, decision.params]
  }
  const whole = { remitterBank: 'B', lastDigits: '1234', paidOn: '2026-01-01', image: 'i' }

  test('asks for as much as its way needs', () => {
    expect(decide('wire')).toBe('allowed')
    expect(decide('card', { ...whole, paidOn: undefined })).toBe('allowed')
    expect(decide('certificate', whole)).toBe('allowed')
    for (const field of ['remitterBank', 'lastDigits', 'paidOn', 'image'] as const)
      expect(decide('certificate', { ...whole, [field]: undefined })).toEqual(['FIELDS_REQUIRED', { field }])
  })

  test('is within what the account takes, to the cent', () => {
    expect([4_999n, 5_000n, 100_000n, 100_001n].map((amount) => decide('wire', { amount }))).toEqual([
      ['AMOUNT_TOO_SMALL', { minimum: '5000', currency: 'USD' }],
      'allowed',
      'allowed',
      ['AMOUNT_TOO_LARGE', { maximum: '100000', currency: 'USD' }],
    ])
    for (const account of [
      { ...terms, isOpen: false },
      { ...terms, ways: ['card'] as const },
    ])
      expect(decide('wire', {}, account)).toEqual(['DEPOSIT_NOT_OFFERED', { currency: 'USD' }])
  })

  test('is of the last 90 days, and of tomorrow where it is tomorrow already', () => {
    expect(paidOnRange(NOW_MS)).toEqual({ from: '2025-10-04', to: '2026-01-03' })
    expect(
      ['2025-10-03', '2025-10-04', '2026-01-03', '2026-01-04'].map((paidOn) => decide('wire', { paidOn })),
    ).toEqual([
      ['PARAMETER_ERROR', { field: 'paidOn' }],
      'allowed',
      'allowed',
      ['PARAMETER_ERROR', { field: 'paidOn' }],
    ])
    expect(['2026-02-29', '2024-02-29', '2026-13-01', '1-1-1'].map(isDay)).toEqual([
      false,
      true,
      false,
      false,
    ])
  })
})

describe('an account', () => {
  test('is for everybody, or for who is known to live in one of its countries', () => {
    expect(isForCountry(terms, undefined)).toBe(true)
    const here = { countries: ['PT'] }
    expect(['PT', 'DE', undefined].map((country) => isForCountry(here, country))).toEqual([
      true,
      false,
      false,
    ])
  })

  test('is written in one way', () => {
    const given = { ...terms, iban: 'gb82 west 1234 5698 7654 32', accountNumber: '', swiftCode: 'deut deff' }
    expect(decideBankAccount(given)).toEqual({
      ok: true,
      terms: { ...given, iban: 'GB82WEST12345698765432', swiftCode: 'DEUTDEFF' },
    })
    expect(decideBankAccount({ ...terms, ways: [] })).toMatchObject({ code: 'TERMS_INVALID' })
    expect(decideBankAccount({ ...terms, aba: '', swiftCode: '', ways: ['card'] })).toMatchObject({
      code: 'FIELDS_REQUIRED',
      params: { field: 'swiftCode' },
    })
  })
})
