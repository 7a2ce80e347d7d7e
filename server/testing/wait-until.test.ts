import { expect, test } from 'vitest'
import { waitUntil } from './wait-until.ts'

const otherwise = () => 'it did not come'

test('what is found is returned, also where it is nothing or none', async () => {
  let looks = 0
  const look = () => (++looks < 3 ? undefined : 0)
  expect(await waitUntil(look, { withinMs: 60_000, everyMs: 1, otherwise })).toBe(0)
  expect(looks).toBe(3)
  const isSo = async () => ++looks > 5
  expect(await waitUntil(isSo, { withinMs: 60_000, everyMs: 1, otherwise })).toBe(true)
})

test('what does not come is refused with its sentence, after one look at least', async () => {
  let looks = 0
  const look = () => void looks++
  await expect(waitUntil(look, { withinMs: -1, everyMs: 1, otherwise })).rejects.toThrow('it did not come')
  expect(looks).toBe(1)
})
