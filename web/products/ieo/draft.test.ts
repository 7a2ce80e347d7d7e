import { expect, test } from 'vitest'
import type { IeoProjectView } from '#domain/ieo/contract.ts'
import { decimal } from '#domain/money/amount.ts'
import { draftOf, mostOf, percentOf } from './draft.ts'

const d = decimal
/** The sale of the picture: 9,600,000 asked for 4,000,000 at 0.25. */
const project: IeoProjectView = {
  ...{ id: '1', code: 'TSR', name: 'Tessera', colour: '#8B7BD8', tagline: 'x', payCurrency: 'USDT' },
  ...{ price: d('0.25'), supply: d('8000000'), exchangeSupply: d('4000000'), sold: d('3999998') },
  ...{ subscriptionSupply: d('4000000'), subscribed: d('9595200'), maxExchange: d('20000') },
  ...{ quota: d('20000'), ownExchange: d('0'), ownSubscribed: d('0'), softCap: d('0') },
  ...{ opensAtMs: 0, endsAtMs: 10, listsAtMs: 10, refundAtMs: 20, lockDays: 0, listedAtMs: null },
  ...{ unlocksAtMs: null, phase: 'open', presale: 'in-progress', failure: null, symbol: null },
  allotment: null,
}
const state = { available: '5650', nowMs: 5 }

test('a subscription shows what it would bring if the sale closed now', () => {
  expect(draftOf(project, 'subscription', '1200', state)).toEqual({
    draft: {
      ...{ quantity: '4800', cost: '1200.0000000' },
      now: { quantity: '2000', cost: '500.0000000', refund: '700.0000000', percent: '41.66' },
    },
  })
})

test('nothing typed says nothing, and what cannot be says why, as the server would', () => {
  expect(draftOf(project, 'subscription', '', state)).toBeUndefined()
  const error = (kind: 'exchange' | 'subscription', typed: string, changes = {}) =>
    draftOf({ ...project, ...changes }, kind, typed, state)
  expect(error('subscription', '0.2')).toEqual({ error: 'AMOUNT_TOO_SMALL' })
  expect(error('subscription', '5000.25')).toEqual({ error: 'AMOUNT_TOO_LARGE' })
  expect(error('exchange', '0.75')).toEqual({ error: 'EARN_SOLD_OUT' })
  expect(error('exchange', '0.5', { phase: 'closed' })).toEqual({ error: 'IEO_CLOSED' })
  expect(draftOf(project, 'subscription', '100', { ...state, available: '99' })).toEqual({
    error: 'INSUFFICIENT_BALANCE',
  })
})

test('the most is bounded by the balance, the quota and what is left', () => {
  expect(mostOf(project, 'subscription', '5650')).toBe('5000.0000000')
  expect(mostOf(project, 'subscription', '10.30')).toBe('10.2500000')
  expect(mostOf(project, 'exchange', '5650')).toBe('0.5000000')
  expect(mostOf(project, 'exchange', undefined)).toBeUndefined()
})

test('shares are rounded down', () => {
  expect([percentOf(2n, 3n), percentOf(0n, 0n), percentOf(24n, 10n)]).toEqual(['66.66', '0.00', '240.00'])
})
