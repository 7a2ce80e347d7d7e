import { expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { EngineEvent } from '#server/products/spot/engine.ts'
import { createUserStreams } from './user-streams.ts'
import type { Moved } from './wallet-moves.ts'

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

test('what an engine elsewhere told while it was not reached is unknown: streams of spot begin anew, others go on', () => {
  let tell: (event: EngineEvent) => void = () => {}
  const users = createUserStreams({
    spot: {
      subscribe(listener) {
        tell = listener
        return () => {}
      },
    },
    contract: { subscribe: () => () => {} },
    activePositions: async () => [],
    validKeys: async (ids) => new Set(ids),
    moves: { watch: async () => false, read: async () => [] },
    unrealizedPnl: () => undefined,
    clock: virtualClock(1),
    onError: () => {},
  })
  const ended: string[] = []
  for (const market of ['spot', 'contract'] as const)
    users.join({
      ...{ customer: customerId(7n), market, keyId: 1n, expiresAtMs: () => null, send() {} },
      end: (why) => ended.push(`${market} ${why}`),
    })
  tell({ kind: 'missed' })
  expect(ended).toEqual(['spot unread'])
})

test('all who come back while moves are read wait for one read that began after they came', async () => {
  const reads: PromiseWithResolvers<readonly Moved[]>[] = []
  const users = createUserStreams({
    spot: { subscribe: () => () => {} },
    contract: { subscribe: () => () => {} },
    activePositions: async () => [],
    validKeys: async (ids) => new Set(ids),
    moves: {
      watch: async () => true,
      read() {
        const read = Promise.withResolvers<readonly Moved[]>()
        reads.push(read)
        return read.promise
      },
    },
    unrealizedPnl: () => undefined,
    clock: virtualClock(1),
    onError: () => {},
  })
  const comeBack = (count: number) => {
    const back: number[] = []
    const all = Array.from({ length: count }, (_, n) =>
      users.prepare(customerId(BigInt(n + 1))).then(() => void back.push(n)),
    )
    return { back, all: Promise.allSettled(all) }
  }
  const first = comeBack(1)
  await expect.poll(() => reads.length).toBe(1)
  const later = comeBack(20)
  // They are known as watched before they ask.
  await new Promise(setImmediate)
  reads[0]!.resolve([])
  await first.all
  await expect.poll(() => reads.length).toBe(2)
  expect(later.back).toEqual([])
  reads[1]!.reject(new Error('no database'))
  const failed = await later.all
  expect(failed.map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
  const next = comeBack(1)
  await expect.poll(() => reads.length).toBe(3)
  reads[2]!.resolve([])
  await next.all
  expect([first.back, next.back, reads.length]).toEqual([[0], [0], 3])
})
