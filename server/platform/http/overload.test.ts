import { expect, test } from 'vitest'
import { createOverload } from './overload.ts'

const LIMITS = { late: 4, ofOneCaller: 2, afterMs: 2_000, retrySeconds: 2 }

test('many calls at once are taken; once as many as that are late, the next is told to wait, until one is answered', () => {
  let atMs = 0
  const overload = createOverload(() => atMs, LIMITS)
  const leave = Array.from({ length: 500 }, (_, n) => overload.enter(`u${n}`))
  atMs = 1_999
  leave.push(overload.enter('u0'))
  atMs = 2_000
  for (let n = 0; n < 2; n++)
    expect(() => overload.enter('u600')).toThrow(
      expect.objectContaining({ code: 'SERVER_BUSY', params: { seconds: 2 } }),
    )
  // Three of the old ones are left, and the one that came later.
  for (const answered of leave.slice(0, 497)) answered()
  overload.enter('u600')()
  // Who is answered twice counts once.
  leave[0]!()
  atMs = 3_999
  expect(() => overload.enter('u600')).toThrow('SERVER_BUSY')
  leave[499]!()
  overload.enter('u600')
})

test('a few that are slow by themselves hold nobody up', () => {
  let atMs = 0
  const overload = createOverload(() => atMs, LIMITS)
  for (const caller of ['a', 'b', 'c']) overload.enter(caller)
  atMs = 60_000
  for (let n = 0; n < 100; n++) overload.enter('d')
})

test('of one caller only a few are counted, however many are late', () => {
  let atMs = 0
  const overload = createOverload(() => atMs, LIMITS)
  for (let n = 0; n < 500; n++) overload.enter('a')
  overload.enter('b')
  atMs = 2_000
  overload.enter('c')()
  overload.enter('b')
  atMs = 4_000
  expect(() => overload.enter('c')).toThrow('SERVER_BUSY')
})
