import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { profile } from '#domain/user/contract.ts'
import { http } from './api.ts'

const location = { hash: '' }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', location)
  vi.stubGlobal('fetch', async () =>
    Response.json({ type: 998, code: 0, message: 'Verify first', error: 'KYC_REQUIRED' }),
  )
  location.hash = '#/pages/loan/loan'
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('what takes more verification leads to it after 1.2 s', async () => {
  await expect(http.request(profile, {})).rejects.toMatchObject({ code: 'KYC_REQUIRED', type: 998 })
  vi.advanceTimersByTime(1_199)
  expect(location.hash).toBe('#/pages/loan/loan')
  vi.advanceTimersByTime(1)
  expect(location.hash).toBe('#/pages/StartVerification/StartVerification')
})
