import { expect, test } from 'vitest'
import { candles } from '#domain/market/contract.ts'
import { createRateLimiter } from './rate-limits.ts'

test('charts, which cost more than other readings, have a limit of their own', async () => {
  const { take } = createRateLimiter()
  for (let chart = 0; chart < 60; chart++) await take(candles.rate, '203.0.113.5')
  await expect(take(candles.rate, '203.0.113.5')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await take('read', '203.0.113.5')
  await take(candles.rate, '203.0.113.6')
})
