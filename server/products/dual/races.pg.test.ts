// long-running
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/dual/contract.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inTurn } from '#server/testing/at-once.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { testDatabaseKind } from '#server/testing/database.ts'
import { type DualFixture, openDualFixture } from '#server/testing/dual.ts'
import { faultyDatabase } from '#server/testing/faulty-database.ts'
import { howMany } from '#server/testing/length.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { meet } from '#server/testing/waiting.ts'
import { auditDual, auditResults } from './audit.ts'
import { fix } from './fixing.ts'
import { makeLadders, settleDue } from './jobs.ts'
import { cancelDual } from './service.ts'
import { insertFixing, lockOrder, lockProducts } from './store.ts'

/** Dual investments at once: never more is sold than there is, and each is paid once, whatever happens between. */

let app: DualFixture
beforeAll(async () => {
  app = await openDualFixture()
})
afterAll(async () => {
  expect(await auditDual(app.db)).toEqual([])
  expect(await auditResults(app.db, 10_000)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await app.close()
})

const times = <T>(count: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))
/** The next 08:00. */
const nextStart = () => Math.floor((app.clock.nowMs() - 8 * HOUR_MS) / DAY_MS) * DAY_MS + DAY_MS + 8 * HOUR_MS
const tomorrow = (changes = {}) => ({ strike: 1_700_000, startsAtMs: nextStart(), termDays: 1, ...changes })
const customers = (count: number, amount: string) => inTurn(count, () => app.customerWith({ USDT: amount }))
const stateOf = async (productId: string) =>
  (
    await sql<{ status: string; count: number }>`
      select status, count(*)::int as count from dual_order where product_id = ${productId}::bigint group by 1`.execute(
      app.db,
    )
  ).rows

test('T39: many buyers of the last units at once buy exactly these', LONG, async () => {
  const count = howMany(500, 64)
  const id = await app.product('put', tomorrow({ capacity: 7, maximum: 7 }))
  const buyers = await customers(count, '100')
  const errors = await times(
    count,
    async (n) => (await app.call(calls.buyDual, { productId: id, num: '1' }, buyers[n]!.token)).error,
  )
  // Who waits too long for the lock is told so on a slow machine; nobody is told anything else.
  const said = [undefined, 'EARN_SOLD_OUT', 'SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN']
  expect(errors.filter((error) => !said.includes(error))).toEqual([])
  for (const buyer of buyers) await app.call(calls.buyDual, { productId: id, num: '1' }, buyer.token)
  expect(await stateOf(id)).toEqual([{ status: 'active', count: 7 }])
  expect((await app.call(calls.dualProduct, { id })).data).toMatchObject({
    left: 0,
    availability: 'sold-out',
  })
})

test('T39: buyers who meet at the last units buy what is left, and no more', LONG, async () => {
  const id = await app.product('put', tomorrow({ capacity: 7, maximum: 7 }))
  const buyers = await customers(3, '300')
  const answers = await meet(app.db, {
    lock: (tx) => lockProducts(tx, [BigInt(id)]),
    parties: buyers.map(
      ({ token }) =>
        () =>
          app.call(calls.buyDual, { productId: id, num: '3' }, token),
    ),
  })
  const said = answers.map((answer) => answer.status === 'fulfilled' && answer.value.error)
  expect(said.toSorted()).toEqual(['EARN_SOLD_OUT', undefined, undefined])
  expect(await stateOf(id)).toEqual([{ status: 'active', count: 2 }])
})

test('T03: one attempt sent 16 times at once buys once', async () => {
  const id = await app.product('put', tomorrow())
  const [buyer] = await customers(1, '1000')
  const answers = await times(16, () =>
    app.call(calls.buyDual, { productId: id, num: '2' }, buyer!.token, { key: 'one-attempt' }),
  )
  expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
  expect(await app.balances(buyer!, 'USDT')).toEqual({ funding: 800_0000000n, invested: 200_0000000n })
})

const cancel =
  ({ id: customer }: TestCustomer, order: string, atMs: number) =>
  () =>
    app.db
      .transaction()
      .execute((tx) => cancelDual(tx, { lastTick: () => undefined }, { customer, id: BigInt(order) }, atMs))

test('T38: taken back many times at once it comes back once', async () => {
  const id = await app.product('put', tomorrow())
  const [buyer] = await customers(1, '1000')
  const order = await app.buy(buyer!, id, '5')
  const answers = await meet(app.db, {
    lock: (tx) => lockOrder(tx, BigInt(order.id), buyer!.id),
    parties: Array.from({ length: 4 }, () => cancel(buyer!, order.id, app.clock.nowMs())),
  })
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 'rejected')
  for (const answer of refused) expect(answer).toMatchObject({ reason: { code: 'ORDER_NOT_CANCELABLE' } })
  expect(await app.balances(buyer!, 'USDT')).toEqual({ funding: 1000_0000000n, invested: 0n })
})

test.each(['settled', 'taken back'] as const)(
  'T41: taken back while it is settled, it is the one or the other: %s first',
  LONG,
  async (first) => {
    const draft = tomorrow()
    const due = draft.startsAtMs + DAY_MS
    const id = await app.product('put', draft)
    const [buyer] = await customers(1, '100')
    const order = await app.buy(buyer!, id, '1')
    // In time when it was asked for, however late it is heard.
    const late = cancel(buyer!, order.id, app.clock.nowMs())
    await app.window(due, 1_650_000)
    const settle = () => settleDue(app.db, due)
    const lock = (tx: Tx) => lockProducts(tx, [BigInt(id)])
    const cancelled =
      first === 'settled'
        ? (await meet<unknown>(app.db, { lock, parties: [settle, late] }))[1]
        : (await meet<unknown>(app.db, { lock, parties: [late], meanwhile: settle }))[0]
    await settle()
    const status = (await stateOf(id))[0]!.status
    // The embedded database takes them one after the other, in an order of its own.
    if (testDatabaseKind === 'postgres') expect(status).toBe(first === 'settled' ? 'below' : 'cancelled')
    expect(cancelled).toMatchObject(
      status === 'below' ? { reason: { code: 'ORDER_NOT_CANCELABLE' } } : { status: 'fulfilled' },
    )
    expect(await app.balances(buyer!, 'USDT')).toMatchObject({ invested: 0n })
  },
)

test(
  'T14: settled many times at once, and after a crash between two batches, each is paid once',
  LONG,
  async () => {
    const count = 130
    const draft = tomorrow()
    const [put, call] = [await app.product('put', draft), await app.product('call', draft)]
    const buyers = await times(count, () => app.customerWith({ USDT: '100', BTC: '0.01' }))
    // One after the other: how many wait for one lock in time is not what is tested here.
    for (const [n, buyer] of buyers.entries()) await app.buy(buyer, n % 2 ? put : call, '1')
    const due = draft.startsAtMs + DAY_MS
    await app.window(due, 1_750_000)
    // The average is written, and whoever wrote it is gone.
    const average = await fix(app.db, 'BTC-USDT', due)
    await insertFixing(app.db, 'BTC-USDT', due, average!, app.clock.nowMs())
    await insertFixing(app.db, 'BTC-USDT', due, { ...average!, price: 1 }, app.clock.nowMs())
    // Then one batch is paid, and the second one's commit is never heard of.
    const faulty = faultyDatabase(app.db)
    faulty.loseAt(2, 'after')
    await expect(settleDue(faulty.db, app.clock.nowMs())).rejects.toThrow()
    await times(6, () => settleDue(app.db, app.clock.nowMs()))
    expect([...(await stateOf(put)), ...(await stateOf(call))]).toEqual([
      { status: 'above', count: count / 2 },
      { status: 'above', count: count / 2 },
    ])
    for (const [n, buyer] of buyers.slice(0, 10).entries()) {
      const { funding } = await app.balances(buyer, 'USDT')
      expect(funding).toBe(n % 2 ? 101_0000000n : 100_0000000n + 171_7000000n)
    }
    expect(await app.platform('USDT')).toMatchObject({ escrow: expect.any(BigInt) })
  },
)

test('many buy, take back and are settled at once, and nothing hangs', LONG, async () => {
  const draft = tomorrow()
  const due = draft.startsAtMs + DAY_MS
  const first = await app.product('put', draft)
  const buyers = await customers(20, '1000')
  await times(20, (n) => app.buy(buyers[n]!, first, '1'))
  await app.window(due, 1_700_000)
  const second = await app.product('put', tomorrow())
  const answers = await Promise.all([
    settleDue(app.db, app.clock.nowMs()),
    settleDue(app.db, app.clock.nowMs()),
    ...buyers.map(async (buyer) => {
      const order = await app.buy(buyer, second, '2')
      return (await app.call(calls.cancelDual, { id: order.id }, buyer.token)).error
    }),
  ])
  expect(answers.every((answer) => answer === undefined)).toBe(true)
  expect(await stateOf(first)).toEqual([{ status: 'above', count: 20 }])
})

test('a ladder made by many at once is made once', async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from dual_template`.execute(app.db)
  expect(rows[0]!.n).toBe(0)
  await sql`
    insert into dual_template (symbol, type, version, rungs, unit, capacity, maximum, created_at)
    values ('BTC-USDT', 'put', 1, '3:200:50 3:400:32', 1000000000, 10, 10, now())`.execute(app.db)
  const prices = { lastTick: () => ({ price: 1_777_849, sequence: 1 }) as never, isFresh: () => true }
  await times(16, () => makeLadders(app.db, prices, app.clock.nowMs()))
  const made = await app.db
    .selectFrom('dual_product')
    .select('strike')
    .where('template_version', '=', 1)
    .execute()
  expect(made.map(({ strike }) => strike)).toEqual([1_740_000n, 1_705_000n])
})
