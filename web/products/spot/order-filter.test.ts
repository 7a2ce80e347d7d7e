import { expect, test } from 'vitest'
import { readOrderFilter, toOrderQuestion } from './order-filter.ts'

test('a filter is read from the URL; what does not exist is left out', () => {
  const search = 'symbol=BTC-USDT&side=buy&type=stop-limit&status=filled&month=2026-11'
  expect(readOrderFilter(new URLSearchParams(search))).toEqual({
    ...{ symbol: 'BTC-USDT', side: 'buy', orderType: 'stop-limit', status: 'filled', month: '2026-11' },
  })
  const wrong = 'symbol=NO-NE&side=up&type=oco&status=open&month=2026-13'
  expect(readOrderFilter(new URLSearchParams(wrong))).toEqual({})
})

test('a month is asked for as its first moment and that of the next', () => {
  const { fromMs, toMs, ...rest } = toOrderQuestion({ side: 'sell', month: '2026-02' }, 'past')
  expect(rest).toEqual({ status: 'past', side: 'sell' })
  expect([new Date(Number(fromMs)), new Date(Number(toMs))]).toEqual([
    new Date(2026, 1, 1),
    new Date(2026, 2, 1),
  ])
})
