import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as calls from '#domain/convert/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { expectAtOnce } from '#server/testing/at-once.ts'
import { type ConvertFixture, openConvertFixture } from '#server/testing/convert.ts'
import { fundingOf } from './accounts.ts'
import { auditConversions } from './audit.ts'
import { flowsSince } from './store.ts'

/** Conversions at once: each happens once, and all of them together stay within what there is. */

let app: ConvertFixture
beforeAll(async () => {
  app = await openConvertFixture()
})
afterAll(() => app.close())
beforeEach(() => app.tick('BTC-USDT', 2_000_000, 2_001_000))

const order = { from: 'USDT', to: 'BTC', amount: '10' }
const times = <T>(count: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))

test('T03, T07: 64 times one quote at once converts once', async () => {
  const alice = await app.customerWith('USDT', '1000')
  const { data } = await app.call(calls.quoteConversion, order, alice.token)
  const answers = await times(64, () =>
    app.call(calls.convert, { ...order, quoteId: data.quoteId }, alice.token),
  )
  expectAtOnce(answers, { done: 1, refused: 'CONVERT_QUOTE_USED' })
  expect(await balanceOf(app.db, fundingOf(alice.id, 'USDT'))).toBe(9_900_000_000n)
  expect(await auditConversions(app.db)).toEqual([])
})

test('T03: 64 conversions of a whole balance at once convert it once', async () => {
  const alice = await app.customerWith('USDT', '10')
  const answers = await times(64, (n) => app.call(calls.convert, order, alice.token, { key: `all-${n}` }))
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  expect(await balanceOf(app.db, fundingOf(alice.id, 'USDT'))).toBe(0n)
  expect(await app.isConsistent()).toBe(true)
})

test('there and back of many customers at once neither hangs nor loses anything', async () => {
  const people = await times(8, () => app.customerWith('USDT', '1000'))
  for (const each of people) await app.give(each.id, 'funding', 'BTC', '1')
  const answers = await times(32, (n) =>
    app.call(
      calls.convert,
      n % 2 === 0 ? order : { from: 'BTC', to: 'USDT', amount: '0.001' },
      people[n % 8]!.token,
    ),
  )
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined))
  expect(await auditConversions(app.db)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
})

test('what is bought of a currency at once stays within the exposure', async () => {
  const people = await times(8, () => app.customerWith('USDT', '50000'))
  const ether = { from: 'USDT', to: 'ETH', amount: '50000' }
  const answers = await times(8, (n) => app.call(calls.convert, ether, people[n]!.token))
  // 250,000 USDT, five of 50,000.
  expect(answers.flatMap(({ error }) => error ?? [])).toEqual(Array(3).fill('CONVERT_LIMIT'))
  const flow = (await flowsSince(app.db, app.clock.nowMs() - DAY_MS, ['ETH'])).get('ETH')!
  expect(flow).toEqual({ bought: 0n, sold: 2_500_000_000_000n })
  // What brings it nearer to nothing is taken all the same.
  const seller = await app.customerWith('ETH', '1')
  const back = await app.call(calls.convert, { from: 'ETH', to: 'USDT', amount: '1' }, seller.token)
  expect(back.error).toBeUndefined()
})

test('T03, T25: conversions of a customer at once, in no account together, stay within their limit', async () => {
  const alice = await app.customerWith('BTC', '10')
  await app.give(alice.id, 'funding', 'ETH', '200')
  const [bitcoin, ether] = [
    { from: 'BTC', to: 'USDT', amount: '1' },
    { from: 'ETH', to: 'USDT', amount: '20' },
  ]
  // Each is 20,000 USDT: five of them.
  const answers = await times(8, (n) => app.call(calls.convert, n % 2 === 0 ? bitcoin : ether, alice.token))
  expect(answers.flatMap(({ error }) => error ?? [])).toEqual(Array(3).fill('CONVERT_CUSTOMER_LIMIT'))
  expect(await balanceOf(app.db, fundingOf(alice.id, 'USDT'))).toBe(999_000_000_000n)
})

test('T07: 32 quotes of a customer at once leave one', async () => {
  const alice = await app.customerWith('USDT', '1000')
  const answers = await times(32, () => app.call(calls.quoteConversion, order, alice.token))
  expect(answers.flatMap(({ error }) => error ?? [])).toEqual([])
  const rows = await app.db
    .selectFrom('convert_quote')
    .select('id')
    .where('customer_id', '=', alice.id)
    .execute()
  expect(rows).toHaveLength(1)
  const used = await times(32, (n) =>
    app.call(calls.convert, { ...order, quoteId: answers[n]!.data.quoteId }, alice.token),
  )
  expect(used.filter(({ error }) => error === undefined)).toHaveLength(1)
})
