import { expect, test } from 'vitest'
import { countText } from './count-text.ts'

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [2, '2 days'],
])('%i of something is said as %s', (count, text) => {
  expect(countText(count, 'day')).toBe(text)
})
