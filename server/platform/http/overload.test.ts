import { expect, test } from 'vitest'
import { createOverload } from './overload.ts'

const LIMITS = { late: 3, afterMs: 2_000, retrySeconds: 2 }

test('many calls at once are taken; once as many as that are late, the next is told to wait, until one is answered', () => {
  let atMs = 0
  const overload = createOverload(() => atMs, LIMITS)
  const leave = Array.from({ length: 500 }, () => overload.enter())
  atMs = 1_999
  leave.push(overload.enter())
  atMs = 2_000
  for (let n = 0; n < 2; n++)
    expect(() => overload.enter()).toThrow(
      expect.objectContaining({ code: 'SERVER_BUSY', params: { seconds: 2 } }),
    )
  // Two of the old ones are left, and the one that came later.
  for (const answered of leave.slice(0, 498)) answered()
  overload.enter()()
  // Who is answered twice counts once.
  leave[0]!()
  atMs = 3_999
  expect(() => overload.enter()).toThrow('SERVER_BUSY')
  leave[499]!()
  overload.enter()
})

test('a few that are slow by themselves hold nobody up', () => {
  let atMs = 0
  const overload = createOverload(() => atMs, LIMITS)
  overload.enter()
  overload.enter()
  atMs = 60_000
  for (let n = 0; n < 100; n++) overload.enter()
})
