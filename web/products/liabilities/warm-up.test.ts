import { expect, test } from 'vitest'
import { warmUp } from './warm-up.ts'

test('what a check does is done to its end before there is anything to check', () => {
  expect(warmUp()).toBe(true)
})
