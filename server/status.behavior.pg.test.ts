import { afterAll, beforeAll, expect, test } from 'vitest'
import { instrumentClasses } from '#domain/market/instrument.ts'
import { type Status, status, statusQueues } from '#domain/status/contract.ts'
import { doOneOfEach, type Exchange, openExchange } from '#server/testing/exchange.ts'

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
  const { feeds, queues, messagesWaiting } = data as Status
  expect(feeds.map((feed) => feed.class)).toEqual([...instrumentClasses])
  expect(queues.map(({ queue }) => queue)).toEqual([...statusQueues])
  expect(messagesWaiting).toBeGreaterThanOrEqual(0)
  // She has asked for a deposit and a withdrawal.
  for (const { oldestMs } of queues) expect((oldestMs ?? 0) % 60_000).toBe(0)
})

test('names no customer, no amount and no currency', async () => {
  const { text } = await ask()
  expect(text).not.toMatch(/USDT|BTC|@|"amount"|"customer/i)
})

test('is measured once for everybody who asks within two seconds', async () => {
  const { data } = await ask()
  const all = await Promise.all(Array.from({ length: 20 }, ask))
  const times = new Set(all.map((one) => (one.data as Status).atMs))
  expect(times).toEqual(new Set([(data as Status).atMs]))
})
