import { expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { virtualClock } from '#server/platform/clock.ts'
import { createUserStreams } from './user-streams.ts'

test('a stream whose positions could not be read ends, so that nothing waits to be told for ever', async () => {
  const broken = new Error('no database')
  const errors: unknown[] = []
  const users = createUserStreams({
    spot: { subscribe: () => () => {} },
    contract: { subscribe: () => () => {} },
    activePositions: () => Promise.reject(broken),
    validKeys: async (ids) => new Set(ids),
    moves: { watch: async () => false, read: async () => [] },
    unrealizedPnl: () => undefined,
    clock: virtualClock(1),
    onError: (error) => errors.push(error),
  })
  const customer = customerId(7n)
  const ended = await new Promise((resolve) => {
    const leave = users.join({
      ...{ customer, market: 'contract', keyId: 1n, expiresAtMs: () => null, send() {} },
      end(why) {
        leave()
        resolve(why)
      },
    })
  })
  expect(ended).toBe('unread')
  expect(errors).toEqual([broken])
  expect(users.has(customer)).toBe(false)
})
