import { expect, test } from 'vitest'
import { leveragesOf, leveragesText } from './terms.ts'

test('leverages are read as they are written', () => {
  expect(leveragesOf(leveragesText([2, 5, 10]), 10)).toBe('2 5 10')
  expect(leveragesOf(' 2x,5×  10 ', 10)).toBe('2 5 10')
})

test.each(['', ' , ', '5, 2', '2, 2', '0, 5', '2, 20', '2.5', '-2', 'x'])('of %j none are made', (text) =>
  expect(leveragesOf(text, 10)).toBeUndefined(),
)
