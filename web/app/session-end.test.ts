import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { profile } from '#domain/user/contract.ts'
import { http } from './api.ts'
import { signIn, signOut, useClient } from './client-state.ts'

const ana = { uid: '7', name: 'Ana' }
const location = { hash: '' }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', location)
  vi.stubGlobal('fetch', async () =>
    Response.json({ type: 999, code: 0, message: 'Sign in again', error: 'SESSION_EXPIRED' }),
  )
  location.hash = '#/pages/fund/assets'
  signIn('old', ana)
})
afterEach(() => {
  signOut()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A call that learns that the session has ended. */
const learn = () => expect(http.request(profile, {})).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })

test('a session that has ended leads to sign-in after 1.2 s, and from there back', async () => {
  await learn()
  expect(useClient.getState().token).toBeUndefined()
  vi.advanceTimersByTime(1_199)
  expect(location.hash).toBe('#/pages/fund/assets')
  vi.advanceTimersByTime(1)
  expect(location.hash).toBe('#/pages/common/login?from=%2Fpages%2Ffund%2Fassets')
})

test('but nobody who has signed in again meanwhile', async () => {
  await learn()
  signIn('new', ana)
  vi.advanceTimersByTime(60_000)
  expect(location.hash).toBe('#/pages/fund/assets')
})

test('nor from a page where somebody has gone meanwhile', async () => {
  await learn()
  location.hash = '#/pages/market/market'
  vi.advanceTimersByTime(60_000)
  expect(location.hash).toBe('#/pages/market/market')
})
