import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionDown, connectionUp, useConnection } from './connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
  connectionUp()
})
afterEach(() => {
  connectionUp()
  vi.useRealTimers()
})

const isStale = () => useConnection.getState().isStale

test('prices are called old 3 s after the connection was lost, counted from the loss', () => {
  const lostAtMs = Date.now()
  connectionDown()
  vi.advanceTimersByTime(1_000)
  // A try to connect that fails is no new loss.
  connectionDown()
  vi.advanceTimersByTime(1_999)
  expect(isStale()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(useConnection.getState()).toMatchObject({ isStale: true, lostAtMs })
  connectionUp()
  expect(useConnection.getState()).toMatchObject({ isStale: false, lostAtMs: undefined })
})

test('a connection that is back within 3 s was never called old, nor is it later', () => {
  connectionDown()
  vi.advanceTimersByTime(2_999)
  connectionUp()
  vi.advanceTimersByTime(60_000)
  expect(isStale()).toBe(false)
})
