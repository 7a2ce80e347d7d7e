import { afterAll, beforeAll, expect, test } from 'vitest'
import { instrumentClasses } from '#domain/market/instrument.ts'
import { type Status, status, statusQueues } from '#domain/status/contract.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/http/context.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { doOneOfEach, type Exchange, openExchange } from '#server/testing/exchange.ts'
import { keptStatus, type Measured, statusRoute } from './status.ts'

/** The public status, as anybody gets it. */

let exchange: Exchange
beforeAll(async () => {
  exchange = await openExchange()
  await doOneOfEach(exchange, exchange.alice)
})
afterAll(() => exchange?.close())

const ask = () => exchange.send('customers', status, undefined, {})

test('is answered to who is not signed in, with the figures of every class and queue', async () => {
  const { data } = await ask()
  const { feeds, queues } = data as Status
  expect(feeds.map((feed) => feed.class)).toEqual([...instrumentClasses])
  expect(queues.map(({ queue }) => queue)).toEqual([...statusQueues])
  expect(feeds.some(({ open }) => open > 0)).toBe(true)
})

test('says since when the oldest request waits in whole minutes, and nothing of whose it is', async () => {
  // What alice has asked for waits for an hour, and a little more.
  exchange.passTime(HOUR_MS + 90_500)
  const { data, text } = await ask()
  const waiting = (data as Status).queues.filter(({ oldestMs }) => oldestMs !== null)
  expect(waiting.map(({ queue }) => queue)).toEqual(expect.arrayContaining(['deposit', 'withdrawal']))
  for (const { oldestMs } of waiting) {
    expect(oldestMs).toBeGreaterThanOrEqual(HOUR_MS + MINUTE_MS)
    expect(oldestMs! % MINUTE_MS).toBe(0)
  }
  for (const own of [exchange.alice.email, String(exchange.alice.id), 'USDT', 'BTC']) {
    expect(text).not.toContain(own)
  }
})

test('says how late the newest results were, and what the last check of the ledger found', async () => {
  const { db, clock } = exchange
  const lags = (...ms: number[]) => ({ name: 'option', settlementLags: () => Promise.resolve(ms) })
  const health = {
    ...{ checkedAtMs: clock.nowMs() - MINUTE_MS, unbalanced: ['BTC'], drifted: 2, negative: 1 },
    errors: ['checkpoint 7 does not verify'],
  }
  const measured = (products: unknown[], ledger: unknown) =>
    keptStatus({
      ...{ db, clock, quotes: () => [], opened: products as Measured['opened'] },
      ledger: () => ledger as ReturnType<Measured['ledger']>,
    })()
  expect(await measured([lags(900, 100), { name: 'spot' }, lags(400)], health)).toMatchObject({
    settlement: { medianMs: 400, slowestMs: 900, results: 3 },
    reconciliation: { atMs: health.checkedAtMs, differences: 5 },
  })
  expect(await measured([], null)).toMatchObject({ settlement: null, reconciliation: null })
})

test('is measured once for everybody who asks within two seconds', async () => {
  const { db, during } = countQueries(exchange.db)
  const clock = virtualClock(Date.UTC(2026, 2, 2, 12))
  const { handle } = statusRoute({ db, clock, quotes: () => [], opened: [], ledger: () => null })
  const askAll = () => during(() => Promise.all(Array.from({ length: 20 }, () => handle({}, {} as Context))))
  const measured = await during(() => Promise.resolve(handle({}, {} as Context)))
  expect(measured).toBeGreaterThan(0)
  expect(await askAll()).toBe(0)
  clock.advance(1_999)
  expect(await askAll()).toBe(0)
  clock.advance(1)
  expect(await askAll()).toBe(measured)
})
