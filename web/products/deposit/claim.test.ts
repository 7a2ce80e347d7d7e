import { describe, expect, it } from 'vitest'
import { tailOf, validateClaim } from './claim.ts'

const right = { amount: '250', hashTail: '1cf03d', sender: 'Ana Ferrer' }
const problems = (change: Partial<typeof right>) =>
  validateClaim({ ...right, ...change }, 'USDT', '10.0000000')

describe('what a customer says of a deposit', () => {
  it('is right with an amount, six characters and a name', () => {
    expect(problems({})).toEqual({})
    expect(problems({ amount: '10.' })).toEqual({})
  })
  it.each([
    [{ amount: '' }, { amount: 'amount_invalid' }],
    [{ amount: '0' }, { amount: 'amount_invalid' }],
    [{ amount: '9.9999999' }, { amount: 'amount_small' }],
    [{ hashTail: '12345' }, { hashTail: 'tail_invalid' }],
    [{ sender: '   ' }, { sender: 'sender_missing' }],
    [{ sender: '<b>Ana</b>' }, { sender: 'sender_characters' }],
    [{ sender: 'Ana; Ferrer' }, { sender: 'sender_characters' }],
  ])('with %j has the error %j', (change, expected) => {
    expect(problems(change)).toEqual(expected)
  })
  it('says every error at its own field', () => {
    expect(Object.keys(problems({ amount: '', hashTail: '', sender: '' }))).toEqual([
      'amount',
      'hashTail',
      'sender',
    ])
  })
})

describe('the end of a hash', () => {
  it.each([
    ['0x9f3c5b7d0e1a81cf03d', '1cf03d'],
    ['1cf03d', '1cf03d'],
    [' 1cf 03d ', '1cf03d'],
    ['1cf', '1cf'],
  ])('of %j is %s', (typed, tail) => {
    expect(tailOf(typed)).toBe(tail)
  })
})
