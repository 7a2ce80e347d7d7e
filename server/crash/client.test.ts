import { expect, test } from 'vitest'
import type { RefusalCode } from '#domain/errors.ts'
import { isAnswered } from './client.ts'

const refusedAs = (error: RefusalCode) =>
  ({ ok: false, error, message: '', status: 503, retryAfterSeconds: 0 }) as const

test('a call of which nobody knows, or that came too soon, is not answered and is sent again', () => {
  const codes = ['SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN', 'SERVER_BUSY', 'TOO_MANY_REQUESTS'] as const
  expect(codes.filter((code) => isAnswered(refusedAs(code)))).toEqual([])
  expect(isAnswered(undefined)).toBe(false)
  expect(isAnswered(refusedAs('INSUFFICIENT_BALANCE'))).toBe(true)
  expect(isAnswered({ ok: true, data: {} })).toBe(true)
})
