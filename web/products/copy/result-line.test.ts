import { expect, test } from 'vitest'
import { resultLine } from './result-line.ts'

test('a result begins at zero, goes in steps, and stays as it is until now', () =>
  expect(
    resultLine(
      [
        { dayMs: 25, profit: '-5' },
        { dayMs: 50, profit: '15' },
      ],
      0,
      100,
    ),
  ).toEqual({
    points: '0.00,75.00 25.00,75.00 25.00,100.00 50.00,100.00 50.00,0.00 100.00,0.00',
    zero: 75,
  }))

test('without a closed position there is no line', () => expect(resultLine([], 0, 100)).toBeUndefined())
