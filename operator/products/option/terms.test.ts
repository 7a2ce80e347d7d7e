import { expect, test } from 'vitest'
import { plainPercent } from '#domain/money/rate.ts'
import { bpsOf } from '../../ui/typed-amount.ts'
import { periodsOf, periodsText } from './terms.ts'

test('periods are read as they are written', () => {
  const periods = [
    { seconds: 60, payoutBps: 8_500 },
    { seconds: 300, payoutBps: 9_225 },
  ]
  expect(periodsText(periods)).toBe('60 s 85%, 300 s 92.25%')
  expect(periodsOf(periodsText(periods))).toBe('60:8500 300:9225')
  expect(periodsOf(' 60 85 , 120s  88.5%')).toBe('60:8500 120:8850')
})

test.each(['', '60', '60 s', '85%', '60 s 85%,', '60 s 185%', '60 s 85% 120 s 88%', '60 s 85.123%'])(
  'of %j no periods are made',
  (text) => expect(periodsOf(text)).toBeUndefined(),
)

test('percentages are read to two decimals', () => {
  expect([bpsOf('2'), bpsOf('0.05'), bpsOf('1.234'), bpsOf('-1'), bpsOf('x')]).toEqual([
    ...[200, 5, undefined, undefined, undefined],
  ])
  expect(plainPercent(205)).toBe('2.05')
})
