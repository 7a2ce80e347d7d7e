import { describe, expect, test } from 'vitest'
import { chosenPair, firstHeld, heldFirst, isTooMuch } from './draft.ts'

const currencies = [
  { code: 'USDT', to: ['BTC', 'USD'] },
  { code: 'BTC', to: ['USDT', 'USD'] },
  { code: 'USD', to: ['USDT', 'BTC'] },
]
const having = (balances: Record<string, string>) => (code: string) => balances[code] ?? '0'

describe('the pair', () => {
  test.each<[string, Record<string, string>, string | null, string | null, string, string]>([
    ['who has nothing begins with the first', {}, null, null, 'USDT', 'BTC'],
    ['who has of the first begins with it', { USDT: '5', USD: '9' }, null, null, 'USDT', 'BTC'],
    [
      'who has dollars alone begins with them',
      { USDT: '0.0000000', USD: '5000.00' },
      null,
      null,
      'USD',
      'USDT',
    ],
    ['what the URL names stands before what is there', { USD: '5000' }, 'BTC', 'USD', 'BTC', 'USD'],
    ['what cannot be converted is passed by', { USD: '5000' }, 'NONE', 'NONE', 'USD', 'USDT'],
    ['of a pair with itself the first other is taken', {}, 'USDT', 'USDT', 'USDT', 'BTC'],
  ])('%s', (_, balances, askedFrom, askedTo, from, to) => {
    const first = firstHeld(currencies, having(balances))
    expect(chosenPair(currencies, first, askedFrom, askedTo)).toMatchObject({ from, to })
  })

  test('stays what it began with: of another first currency no amount that is typed becomes one', () => {
    expect(chosenPair(currencies, 'BTC', null, null)).toMatchObject({ from: 'BTC', to: 'USDT' })
  })

  test('of a currency that is no longer converted begins with the first', () => {
    expect(chosenPair(currencies, 'NONE', null, null)).toMatchObject({ from: 'USDT', to: 'BTC' })
  })
})

test('what is there stands before what is not, each in its order', () => {
  expect(heldFirst(['USDT', 'BTC', 'ETH', 'USD'], having({ USD: '3', BTC: '0.5', ETH: '0.0' }))).toEqual([
    'BTC',
    'USD',
    'USDT',
    'ETH',
  ])
})

test.each([
  ['500', '0', true],
  ['5000', '5000.00', false],
  ['5000.01', '5000.00', true],
  ['', '0', false],
  ['5.', '4', false],
])('%s of %s: too much is %s', (typed, available, expected) => {
  expect(isTooMuch(typed, available, 'USD')).toBe(expected)
})
