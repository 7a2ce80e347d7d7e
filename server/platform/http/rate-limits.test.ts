import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quoteExits } from '#domain/financial/contract.ts'
import { candles } from '#domain/market/contract.ts'
import { createRateLimiter, rateLimits } from './rate-limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('charts, which cost more than other readings, have a limit of their own', async () => {
  const { take } = createRateLimiter()
  for (let chart = 0; chart < 60; chart++) await take(candles.rate, '203.0.113.5')
  const refused = expect(take(candles.rate, '203.0.113.5')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  await vi.advanceTimersByTimeAsync(1_000)
  await refused
  await take('read', '203.0.113.5')
  await take(candles.rate, '203.0.113.6')
})

test('firm offers, of which one call keeps as many as twenty, are few a minute, and use up nothing else', async () => {
  const { take } = createRateLimiter()
  for (let call = 0; call < 20; call++) await take(quoteExits.rate, 'u1')
  const refused = expect(take(quoteExits.rate, 'u1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await vi.advanceTimersByTimeAsync(1_000)
  await refused
  await take('write', 'u1')
  await take(quoteExits.rate, 'u2')
})

test('who asks again at once gets one refusal a second for each of their connections', async () => {
  const { take } = createRateLimiter({ ...rateLimits, read: { calls: 1, seconds: 60 } })
  await take('read', 'u1')
  let refusals = 0
  for (let connection = 0; connection < 40; connection++) void askAgainAndAgain()
  async function askAgainAndAgain(): Promise<void> {
    while (refusals < 1_000) await take('read', 'u1').catch(() => refusals++)
  }
  await vi.advanceTimersByTimeAsync(999)
  expect(refusals).toBe(0)
  await vi.advanceTimersByTimeAsync(2_001)
  expect(refusals).toBe(120)
})

test('only so many refusals wait: what others keep open is bounded', async () => {
  const { take } = createRateLimiter({ ...rateLimits, read: { calls: 1, seconds: 60 } })
  await take('read', 'u1')
  const waiting = Array.from({ length: 1_000 }, () => take('read', 'u1').catch(() => 'later'))
  await expect(take('read', 'u1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['later']))
  await take('read', 'u2')
})
