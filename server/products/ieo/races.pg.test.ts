import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/ieo/contract.ts'
import { adoptListing } from '#domain/listing/listing.ts'
import { seedListing } from '#domain/seed/listing.ts'
import { DAY_MS } from '#domain/time.ts'
import { lockBalances } from '#server/core/ledger/ledger.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { testDatabaseKind } from '#server/testing/database.ts'
import { faultyDatabase } from '#server/testing/faulty-database.ts'
import { type IeoFixture, openIeoFixture } from '#server/testing/ieo.ts'
import { howMany } from '#server/testing/length.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { meet, untilWaiting } from '#server/testing/waiting.ts'
import { heldAccount, supplyOf } from './accounts.ts'
import { auditAllotments, auditIeo } from './audit.ts'
import { failProject, settleIeo } from './jobs.ts'
import { orderIeo } from './service.ts'
import { lockProject } from './store.ts'

/** New-coin sales at once: never more is sold than there is, and each order ends once, whatever happens between. */

let app: IeoFixture
beforeAll(async () => {
  app = await openIeoFixture()
})
afterAll(async () => {
  expect(await auditIeo(app.db)).toEqual([])
  expect(await auditAllotments(app.db, 1_000)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await app.close()
  adoptListing(seedListing)
})

const times = <T>(count: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))
const statesOf = async (projectId: string) =>
  (
    await sql<{ status: string; count: number; coins: bigint }>`
      select status, count(*)::int as count, coalesce(sum(allotted), 0)::bigint as coins
      from ieo_order where project_id = ${projectId}::bigint group by 1 order by 1`.execute(app.db)
  ).rows
const projectOf = async (projectId: string) => (await app.call(calls.ieoProject, { projectId })).data

test('T43: many buyers of the last coins at once buy exactly these', LONG, async () => {
  const count = howMany(500, 50)
  const { id } = await app.sale({ exchangeSupply: 100n, maxExchange: 8n })
  const buyers: TestCustomer[] = []
  for (let n = 0; n < count; n++) buyers.push(await app.customerWith('4'))
  const errors = await times(
    count,
    async (n) => (await app.call(calls.buyIeo, { projectId: id, amount: '1.5' }, buyers[n]!.token)).error,
  )
  // Who waits too long for the lock is told so on a slow machine; nobody is told anything else.
  const said = [undefined, 'EARN_SOLD_OUT', 'SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN']
  expect(errors.filter((error) => !said.includes(error))).toEqual([])
  // One after the other until nothing is left: by threes, then by single coins.
  for (const amount of ['1.5', '0.5'])
    for (const buyer of buyers) await app.call(calls.buyIeo, { projectId: id, amount }, buyer.token)
  expect(await statesOf(id)).toMatchObject([{ status: 'allotted', coins: 100n }])
  expect(await projectOf(id)).toMatchObject({ sold: '100' })
  let paid = 0n
  for (const buyer of buyers) {
    const { funding, held } = await app.balances(buyer)
    expect(funding + held).toBe(4_0000000n)
    paid += held
  }
  expect(paid).toBe(50_0000000n)
})

test('T03: one attempt sent 16 times at once orders once', async () => {
  const { id } = await app.sale()
  const customer = await app.customerWith('100')
  for (const call of [calls.buyIeo, calls.subscribeIeo]) {
    const answers = await times(16, () =>
      app.call(call, { projectId: id, amount: '10' }, customer.token, { key: `once-${call.path}` }),
    )
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
  }
  expect(await app.balances(customer)).toEqual({ funding: 80_0000000n, held: 20_0000000n })
})

/** Has calls meet at a project's row. */
const meetAt = <T>(projectId: string, parties: readonly (() => Promise<T>)[]) =>
  meet(app.db, { lock: (tx) => lockProject(tx, BigInt(projectId)), parties })

test('T43: buyers who meet at the last coins buy what is left, and no more', LONG, async () => {
  const { id } = await app.sale({ exchangeSupply: 20n, maxExchange: 8n })
  const buyers: TestCustomer[] = []
  for (let n = 0; n < 3; n++) buyers.push(await app.customerWith('4'))
  const answers = await meetAt(
    id,
    buyers.map(
      ({ token }) =>
        () =>
          app.call(calls.buyIeo, { projectId: id, amount: '4' }, token),
    ),
  )
  const said = answers.map((answer) => answer.status === 'fulfilled' && answer.value.error)
  expect(said.toSorted()).toEqual(['EARN_SOLD_OUT', undefined, undefined])
  expect(await statesOf(id)).toMatchObject([{ status: 'allotted', count: 2, coins: 16n }])
  expect(await projectOf(id)).toMatchObject({ sold: '16' })
})

test('a customer who orders many times at once has no more than the quota', LONG, async () => {
  const { id } = await app.sale({ quota: 50n, maxExchange: 50n })
  const { token, ...customer } = await app.customerWith('1000')
  const kinds = [calls.buyIeo, calls.subscribeIeo, calls.buyIeo, calls.subscribeIeo]
  const answers = await meetAt(
    id,
    [...kinds, ...kinds.slice(2)].map((call) => () => app.call(call, { projectId: id, amount: '10' }, token)),
  )
  const done = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.error === undefined)
  expect(done).toHaveLength(4)
  expect((await app.balances({ ...customer, token })).held).toBe(40_0000000n)
})

test.each(['order', 'end'] as const)(
  'an order while the sale ends is in it or refused, and what is shared out counts all: the %s first',
  LONG,
  async (first) => {
    const { id } = await app.sale({ subscriptionSupply: 37n, quota: 37n })
    const endMs = app.clock.nowMs() + 7 * DAY_MS
    const [early, late] = [await app.customerWith('10'), await app.customerWith('10')]
    await app.order('subscription', early, id, '2.5')
    app.clock.advance(7 * DAY_MS)
    // Asked for in time, however late it is heard.
    const request = { customer: late.id, projectId: BigInt(id), amount: '2.5' }
    const order = () => app.db.transaction().execute((tx) => orderIeo(tx, 'subscription', request, endMs - 1))
    const end = () => settleIeo(app.db, endMs)
    const answers = await meetAt<unknown>(id, first === 'order' ? [order, end] : [end, order])
    const ordered = answers[first === 'order' ? 0 : 1]!
    // The embedded database takes the order first: the job looks for what is due before it asks for the lock.
    const isIn = first === 'order' || testDatabaseKind !== 'postgres'
    expect(ordered).toMatchObject(isIn ? { status: 'fulfilled' } : { reason: { code: 'IEO_CLOSED' } })
    await app.settle()
    const states = await statesOf(id)
    expect(states.reduce((sum, { count }) => sum + count, 0)).toBe(isIn ? 2 : 1)
    expect(states.reduce((sum, { coins }) => sum + Number(coins), 0)).toBe(isIn ? 10 : 5)
  },
)

test(
  'T14: shared out, delivered and unlocked many times at once, and after crashes between, each order ends once',
  LONG,
  async () => {
    // More than a batch of the job.
    const count = 130
    const supply = 1_000n
    const size = { subscriptionSupply: supply, quota: supply, lockDays: 1 }
    const { id, code } = await app.sale(size)
    // One after the other: how many wait for one lock, or for a connection, is not what is tested here.
    const customers: TestCustomer[] = []
    for (let n = 0; n < count; n++) customers.push(await app.customerWith('10'))
    for (const [n, customer] of customers.entries())
      await app.order('subscription', customer, id, String(0.5 * (1 + (n % 20))))
    app.clock.advance(7 * DAY_MS)
    const settleManyTimes = async () => {
      // Cut off after its commits: each time one more transaction is done, and nobody hears of it.
      for (const transactions of [1, 2, 3]) {
        const faulty = faultyDatabase(app.db)
        faulty.loseAt(transactions, 'after')
        await settleIeo(faulty.db, app.clock.nowMs()).catch(() => {})
      }
      await times(4, () => app.settle())
      await app.settle()
    }
    await settleManyTimes()
    const asked = BigInt((await projectOf(id)).subscribed)
    expect(asked).toBeGreaterThan(supply)
    const afterAllotment = await statesOf(id)
    expect(afterAllotment.find(({ status }) => status === 'allotted')?.coins).toBe(supply)
    expect(afterAllotment.filter(({ status }) => status === 'waiting')).toEqual([])
    await app.list(id, supply)
    await settleManyTimes()
    app.clock.advance(DAY_MS)
    await settleManyTimes()
    expect((await statesOf(id)).find(({ status }) => status === 'unlocked')?.coins).toBe(supply)
    let coins = 0n
    for (const customer of customers) {
      const found = await app.balances(customer, code)
      expect(found).toMatchObject({ held: 0n, locked: 0n })
      // Half a dollar each, and four decimals.
      expect(found.funding + (found.coins! / 10_000n) * 5_000_000n).toBe(10_0000000n)
      coins += found.coins!
    }
    expect(coins).toBe(supply * 10_000n)
  },
)

/** A sale that is listed, in which one customer bought ten coins; locked for a day. */
async function listedSale() {
  const { id, code } = await app.sale({ exchangeSupply: 10n, maxExchange: 10n, softCap: 0n, lockDays: 1 })
  const customer = await app.customerWith('5')
  await app.order('exchange', customer, id, '5')
  app.clock.advance(7 * DAY_MS)
  await app.settle()
  await app.list(id, 10n)
  return { id, code, customer }
}

testOnPostgres('T14: coins of an issuer are taken in once, by however many jobs at once', LONG, async () => {
  const { id, code, customer } = await listedSale()
  const ended = await meetAt(
    id,
    Array.from({ length: 3 }, () => () => app.settle()),
  )
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  await app.settle()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transfer
    where credit = ${supplyOf(code)} and reason = 'treasury-funding'`.execute(app.db)
  expect(rows).toEqual([{ count: 1 }])
  expect(await app.balances(customer, code)).toMatchObject({ locked: 100_000n, held: 0n })
})

testOnPostgres('T14: an order that one job delivers is left alone by another', LONG, async () => {
  const { code, customer } = await listedSale()
  let one: Promise<unknown> | undefined
  let other: Promise<unknown> | undefined
  await app.db.transaction().execute(async (tx) => {
    // The first has the order, and waits for what it pays from; the second finds nothing to do, and waits for nothing.
    await lockBalances(tx, [heldAccount(customer.id, 'USDT')])
    one = app.settle()
    one.catch(() => undefined)
    await untilWaiting(tx, 1)
    other = app.settle()
    other.catch(() => undefined)
    await Promise.race([other, untilWaiting(tx, 2)])
  })
  await Promise.all([one, other])
  expect(await app.balances(customer, code)).toMatchObject({ locked: 100_000n, held: 0n })
})

test.each(['listed', 'failed'] as const)(
  'called off while coins are listed, it is the one or the other: %s first',
  LONG,
  async (first) => {
    const { id, code } = await app.sale()
    const customer = await app.customerWith('10')
    await app.order('exchange', customer, id, '10')
    app.clock.advance(7 * DAY_MS)
    await app.settle()
    const fail = () =>
      app.db.transaction().execute(async (tx) => {
        if ((await lockProject(tx, BigInt(id))).status === 'allotted')
          await failProject(tx, BigInt(id), 'cancelled', app.clock.nowMs())
      })
    const list = () => app.list(id, 20n)
    await meetAt(id, first === 'listed' ? [list, fail] : [fail, list])
    await times(3, () => app.settle())
    await app.settle()
    const { phase } = await projectOf(id)
    expect(phase).toBe(first)
    const { funding, held } = await app.balances(customer)
    expect([funding, held]).toEqual(phase === 'listed' ? [0n, 0n] : [10_0000000n, 0n])
    if (phase === 'listed') expect((await app.balances(customer, code)).coins).toBe(20_0000n)
  },
)

test('neither the application nor a mistake in it changes an order that ended, or what was allotted', async () => {
  const { id } = await app.sale({ subscriptionSupply: 10n, quota: 10n, softCap: 0n })
  const customer = await app.customerWith('10')
  const { id: order } = await app.order('subscription', customer, id, '5')
  app.clock.advance(7 * DAY_MS)
  await app.settle()
  for (const statement of [
    sql`update ieo_order set quantity = 1 where id = ${order}::bigint`,
    sql`update ieo_order set price = 1 where id = ${order}::bigint`,
    sql`delete from ieo_order where id = ${order}::bigint`,
    sql`delete from ieo_project where id = ${id}::bigint`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow(/permission denied/)
  await expect(
    sql`update ieo_order set allotted = 9 where id = ${order}::bigint`.execute(app.db),
  ).rejects.toThrow(/was allotted/)
  await expect(
    sql`update ieo_project set price = 1 where id = ${id}::bigint`.execute(app.db),
  ).rejects.toThrow(/keeps its terms/)
  await expect(
    sql`update ieo_project set sold = exchange_supply + 1 where id = ${id}::bigint`.execute(app.db),
  ).rejects.toThrow(/never_oversold/)
})
