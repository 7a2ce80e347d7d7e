import { describe, expect, test } from 'vitest'
import { type InstrumentTerms, invalidTerm, isStepSize } from './rules.ts'

const terms: InstrumentTerms = {
  status: 'trading',
  minNotional: '5',
  makerFeeBps: 10,
  takerFeeBps: 10,
  collar: 'major',
  restingBandBps: 5_000,
}

describe('terms', () => {
  test.each<[string, Partial<InstrumentTerms>, string | undefined]>([
    ['as they are published', {}, undefined],
    ['free of charge', { makerFeeBps: 0, takerFeeBps: 0 }, undefined],
    ['with the highest fee', { takerFeeBps: 1_000 }, undefined],
    ['with a higher one', { takerFeeBps: 1_001 }, 'takerFeeBps'],
    ['with a fee below nothing', { makerFeeBps: -1 }, 'makerFeeBps'],
    ['with half a basis point', { makerFeeBps: 0.5 }, 'makerFeeBps'],
    ['with the widest resting band', { restingBandBps: 9_500 }, undefined],
    ['with a wider one', { restingBandBps: 9_501 }, 'restingBandBps'],
    ['with no resting band', { restingBandBps: 0 }, 'restingBandBps'],
    ['with a smallest order in the quote’s last decimal', { minNotional: '0.0000001' }, undefined],
    // An amount of that currency cannot be so small: every order would be compared with nothing.
    ['with one decimal more than the quote has', { minNotional: '1.00000001' }, 'minNotional'],
    ['with no smallest order', { minNotional: '0' }, 'minNotional'],
    ['with one that no account can hold', { minNotional: '99999999999999999999' }, 'minNotional'],
    ['with a smallest order below nothing', { minNotional: '-5' }, 'minNotional'],
  ])('%s: %o', (_, change, field) => {
    expect(invalidTerm({ ...terms, ...change }, 'USDT')).toBe(field)
  })

  test('of what no customer holds may have all decimals of a price', () => {
    expect(invalidTerm({ ...terms, minNotional: '1.0000000001' }, 'JPY')).toBeUndefined()
  })
})

test.each([
  ['1', true],
  ['0.01', true],
  ['0.25', true],
  ['0.5', true],
  ['10', true],
  ['0.03', false],
  ['0.15', false],
  ['0', false],
  ['-1', false],
  ['0.000000000001', false],
])('%s as a tick or step: %s', (text, can) => expect(isStepSize(text)).toBe(can))
