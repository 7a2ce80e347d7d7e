// long-running
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/box/contract.ts'
import { REFUND_AFTER_MS } from '#domain/box/rules.ts'
import { type BoxFixture, newSeed, openBoxFixture } from '#server/testing/box.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { testDatabaseKind } from '#server/testing/database.ts'
import { faultyDatabase } from '#server/testing/faulty-database.ts'
import { howMany } from '#server/testing/length.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { meet } from '#server/testing/waiting.ts'
import { auditBoxes, auditDraws } from './audit.ts'
import { drawAllDue } from './jobs.ts'
import { lockSeries, requireBox } from './store.ts'

/** Blind boxes at once: never more are sold than there are, each is drawn or paid back once, and opened once. */

let app: BoxFixture
beforeAll(async () => {
  app = await openBoxFixture()
})
afterAll(async () => {
  expect(await auditBoxes(app.db)).toEqual([])
  expect(await auditDraws(app.db, { publicKey: app.publicKey, newest: 1_000 })).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await app.close()
})

const times = <T>(count: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))

/** How many transactions wait for what others have locked; asked on a connection that no request takes. */
async function waiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as n from pg_locks
    join pg_stat_activity using (pid) where not granted and datname = current_database()`)
  return rows[0].n
}

/**
 * Has so many of `acts` wait for the series before any of them goes on: they meet. The embedded database has one
 * connection, so there they come one after the other.
 */
async function meeting<T>(code: string, count: number, acts: () => Promise<T>): Promise<T> {
  if (testDatabaseKind !== 'postgres') return acts()
  const client = new pg.Client({ connectionString: app.databaseUrl! })
  await client.connect()
  let answers: Promise<T> | undefined
  await app.db
    .transaction()
    .execute(async (tx) => {
      await lockSeries(tx, { code })
      answers = acts()
      answers.catch(() => undefined)
      await expect
        .poll(() => waiting(client), { timeout: LONG.timeout, interval: 20 })
        .toBeGreaterThanOrEqual(count)
    })
    .finally(() => client.end())
  return answers!
}

const statesOf = async (code: string) =>
  (
    await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from box b join box_series s on s.id = b.series_id
      where s.code = ${code} group by 1 order by 1`.execute(app.db)
  ).rows

test(
  'T43: many buyers of the last boxes at once buy exactly these, and all others are refused',
  LONG,
  async () => {
    const count = howMany(500, 60)
    const code = await app.series(8)
    const buyers: TestCustomer[] = []
    for (let n = 0; n < count; n++) buyers.push(await app.customerWith('10'))
    const buy = (buyer: TestCustomer) =>
      app.call(calls.buyBox, { code, clientSeed: newSeed() }, buyer.token).then(({ error }) => error)
    const errors = await meeting(code, 3, () => times(count, (n) => buy(buyers[n]!)))
    // Who waits too long for the lock is told so on a slow machine; nobody is told anything else.
    const said = [undefined, 'BOX_SOLD_OUT', 'SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN']
    expect(errors.filter((error) => !said.includes(error))).toEqual([])
    for (const buyer of buyers.slice(0, 40)) await buy(buyer)
    for (const buyer of buyers.slice(-3))
      expect(await buy(buyer)).toMatch(/BOX_SOLD_OUT|INSUFFICIENT_BALANCE/)
    expect(await statesOf(code)).toEqual([{ state: 'sealed', count: 8 }])
    let paid = 0n
    for (const buyer of buyers) {
      const { funding, held } = await app.balances(buyer)
      expect(funding + held).toBe(10_0000000n)
      paid += held
    }
    expect(paid).toBe(80_0000000n)
    const { rows } = await sql<{ number: number }>`
    select number from box b join box_series s on s.id = b.series_id where s.code = ${code} order by 1`.execute(
      app.db,
    )
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    await app.tick()
    await app.draw()
  },
)

test('T03: one purchase sent 16 times at once is one box', LONG, async () => {
  const code = await app.series(4)
  const customer = await app.customerWith('100')
  const input = { code, clientSeed: newSeed() }
  const answers = await meeting(code, 1, () =>
    times(16, () => app.call(calls.buyBox, input, customer.token, { key: `once-${code}` })),
  )
  expect(new Set(answers.flatMap(({ data }) => data?.id ?? [])).size).toBe(1)
  expect((await app.balances(customer)).held).toBe(10_0000000n)
  // Without a key the seed keeps it to one: it is taken once.
  const other = { code, clientSeed: newSeed() }
  const again = await meeting(code, 3, () => times(8, () => app.call(calls.buyBox, other, customer.token)))
  expect(again.filter(({ error }) => error === undefined)).toHaveLength(1)
  expect((await app.balances(customer)).held).toBe(20_0000000n)
  await app.tick()
  await app.draw()
})

test('T46: a box opened 16 times at once is opened once, and its artwork given once', LONG, async () => {
  const code = await app.series(2)
  const customer = await app.customerWith('10')
  const box = await app.buy(customer, code)
  await app.tick()
  // Not drawn yet: all of them draw it first.
  const answers = await meeting(code, 3, () =>
    times(16, () => app.call(calls.openBox, { id: box.id }, customer.token)),
  )
  const opened = answers.filter(({ error }) => error === undefined)
  expect(opened.length).toBeGreaterThan(0)
  expect(new Set(opened.map(({ data }) => data.item.code)).size).toBe(1)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from nft_history where kind = 'box' and to_id = ${customer.id}::bigint`.execute(
    app.db,
  )
  expect(rows).toEqual([{ count: 1 }])
  expect(await app.balances(customer)).toEqual({ funding: 0n, held: 0n })
})

test('T46: openings that meet at a drawn box find it open, all but the first', LONG, async () => {
  const code = await app.series(2)
  const customer = await app.customerWith('10')
  const { id } = await app.buy(customer, code)
  await app.tick()
  await app.draw()
  const answers = await meet(app.db, {
    lock: (tx) => requireBox(tx, { id: BigInt(id), customer: customer.id, lock: true }),
    parties: Array.from({ length: 3 }, () => () => app.call(calls.openBox, { id }, customer.token)),
  })
  const said = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined))
  expect(said.map((answer) => answer?.status)).toEqual([200, 200, 200])
  expect(new Set(said.map((answer) => answer?.data.item.code)).size).toBe(1)
})

test('T14: paid back and opened at once, it is one of both, and the money moves once', LONG, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const code = await app.series(2)
    const customer = await app.customerWith('10')
    const box = await app.buy(customer, code)
    await app.tick()
    app.clock.advance(REFUND_AFTER_MS)
    const refund = () => drawAllDue(app.withoutKey)
    const open = () => app.call(calls.openBox, { id: box.id }, customer.token)
    const both = round % 2 ? [refund, open] : [open, refund]
    await meeting(code, 2, () => Promise.allSettled(both.map((act) => act())))
    await Promise.allSettled([refund(), open()])
    const [found] = await statesOf(code)
    expect(['opened', 'refunded']).toContain(found!.state)
    outcomes.add(found!.state)
    expect(await app.balances(customer)).toEqual({
      funding: found!.state === 'refunded' ? 10_0000000n : 0n,
      held: 0n,
    })
    await app.tick()
  }
})

test('T14: drawn many times at once, and after crashes between, each box is drawn once', LONG, async () => {
  const code = await app.series(60, { perCustomer: 60 })
  const customer = await app.customerWith('600')
  for (let n = 0; n < 60; n++) await app.buy(customer, code)
  await app.tick()
  for (const transactions of [1, 2]) {
    const faulty = faultyDatabase(app.db)
    faulty.loseAt(transactions, 'after')
    await drawAllDue({ ...app.deps, db: faulty.db }).catch(() => {})
  }
  await times(4, () => app.draw())
  await app.draw()
  expect(await statesOf(code)).toEqual([{ state: 'drawn', count: 60 }])
  const { rows } = await sql<{ places: number }>`
    select count(distinct place)::int as places from box b join box_series s on s.id = b.series_id
    where s.code = ${code}`.execute(app.db)
  expect(rows).toEqual([{ places: 60 }])
  expect(await app.balances(customer)).toEqual({ funding: 0n, held: 0n })
})

test('neither the application nor a mistake in it changes what was promised, drawn or ended', async () => {
  const code = await app.series(2)
  const customer = await app.customerWith('10')
  const { id } = await app.buy(customer, code)
  await app.tick()
  await app.draw()
  for (const statement of [
    sql`update box_series set inventory = repeat('0', 64) where code = ${code}`,
    sql`update box_series set price = 1 where code = ${code}`,
    sql`update box_item set rarity = 'legendary'`,
    sql`update box_secret set proof = ''`,
    sql`delete from box_secret`,
    sql`update box set client_seed = 'another-one' where id = ${id}::bigint`,
    sql`update box set tape_size = 0 where id = ${id}::bigint`,
    sql`delete from box where id = ${id}::bigint`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow(/permission denied/)
  await expect(
    sql`update box set place = 3 - place where id = ${id}::bigint`.execute(app.db),
  ).rejects.toThrow(/was drawn/)
  await expect(
    sql`update box set state = 'refunded', failure = 'no-tick' where id = ${id}::bigint`.execute(app.db),
  ).rejects.toThrow(/is drawn/)
  await expect(
    sql`update box_item set drawn_in = null where drawn_in is not null`.execute(app.db),
  ).rejects.toThrow(/was drawn/)
  await expect(
    sql`update box_series set issued = items + 1, drawn = 0 where code = ${code}`.execute(app.db),
  ).rejects.toThrow(/never_oversold/)
})
