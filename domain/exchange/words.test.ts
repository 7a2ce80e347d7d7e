import { expect, test } from 'vitest'
import { sides } from '../spot/rules.ts'
import {
  contractStatusWord,
  executionWord,
  spotStatusWord,
  spotTypeOf,
  spotTypeWord,
  spotTypeWords,
} from './words.ts'

test.each([
  ['LIMIT', 'limit', 'buy', false, null],
  ['LIMIT_MAKER', 'limit', 'sell', true, null],
  ['MARKET', 'market', 'buy', false, null],
  ['STOP_LOSS', 'stop-market', 'sell', false, 'falls'],
  ['STOP_LOSS', 'stop-market', 'buy', false, 'rises'],
  ['TAKE_PROFIT', 'stop-market', 'sell', false, 'rises'],
  ['STOP_LOSS_LIMIT', 'stop-limit', 'sell', false, 'falls'],
  ['TAKE_PROFIT_LIMIT', 'stop-limit', 'buy', false, 'falls'],
] as const)('%s is a %s order to %s', (word, orderType, side, postOnly, triggerDirection) => {
  expect(spotTypeWord({ orderType, side, postOnly, triggerDirection })).toBe(word)
})

test('every kind of order means what it is called', () => {
  for (const side of sides)
    for (const word of spotTypeWords) {
      const { triggerDirection = null, ...order } = spotTypeOf(word, side)
      expect(spotTypeWord({ ...order, side, triggerDirection })).toBe(word)
    }
})

test.each([
  ['untriggered', false, null, 'NEW'],
  ['open', false, null, 'NEW'],
  ['open', true, null, 'PARTIALLY_FILLED'],
  ['filled', true, null, 'FILLED'],
  ['cancelled', true, 'user', 'CANCELED'],
  ['cancelled', false, 'oco', 'CANCELED'],
  ['cancelled', false, 'ioc', 'EXPIRED'],
  ['cancelled', false, 'post-only', 'EXPIRED'],
  ['cancelled', false, 'self-trade', 'EXPIRED_IN_MATCH'],
] as const)(
  'a spot order that is %s (filled in part: %s, by %s) is %s',
  (status, isFilledInPart, reason, is) => {
    expect(spotStatusWord({ status, isFilledInPart, reason })).toBe(is)
  },
)

test.each([
  ['pending', null, 'NEW'],
  ['open', null, 'FILLED'],
  ['closed', 'liquidation', 'FILLED'],
  ['cancelled', 'user', 'CANCELED'],
  ['cancelled', 'exposure', 'EXPIRED'],
] as const)('the order of a position that is %s (by %s) is %s', (status, reason, is) => {
  expect(contractStatusWord({ status, reason })).toBe(is)
})

test.each([
  ['NEW', false, 'NEW'],
  ['PARTIALLY_FILLED', true, 'TRADE'],
  ['FILLED', true, 'TRADE'],
  ['CANCELED', false, 'CANCELED'],
  ['EXPIRED_IN_MATCH', false, 'EXPIRED'],
] as const)('%s, told with a fill: %s, is %s', (status, isFill, is) => {
  expect(executionWord(status, { isFill })).toBe(is)
})
