import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderId } from '#domain/ids.ts'
import { price, quantity } from '#domain/money/amount.ts'
import { APP_ROLE, type Database, type Db, openDatabase, type Tx } from '#server/platform/db/database.ts'
import { type Cluster, startCluster } from '#server/testing/cluster.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { describeOnPostgres } from '#server/testing/only-on.ts'
import {
  amendOf,
  BTC,
  cancelOf,
  customerWith,
  order,
  spotMoney,
  startTestSpot,
  unitsOf,
} from '#server/testing/spot.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import type { NewOrder } from './decide.ts'
import { expectConsistent } from './expect-consistent.ts'
import type { SpotOrder } from './order.ts'
import { ordersById } from './order-store.ts'
import { activeOrders } from './store.ts'

/** What a failing database does to the engine: nothing is lost, nothing doubled, and it recovers by itself. */

const usdt = (amount: string) => unitsOf(amount, 'USDT')

describe('a batch that breaks an assumption', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  test('fails alone: the others in its batch are placed', async () => {
    const fixture = await startTestSpot(database.db)
    const customers = await Promise.all([1, 2, 3].map(() => customerWith(database.db, { USDT: '1000' })))
    const good = customers.map((customer) => order(fixture, customer))
    // Past the rules, which would refuse it: an order for nothing.
    const nothing: NewOrder = {
      customer: customers[0]!,
      symbol: BTC.symbol,
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'gtc',
      postOnly: false,
      quantity: quantity(0n),
      limitPrice: price(2_000_000n),
      worstPrice: price(2_000_000n),
      tapeSequence: null,
    }
    await expect(fixture.engine.place(nothing)).rejects.toThrow(/violates check constraint/)
    for (const placed of await Promise.all(good)) expect(placed.status).toBe('open')
    expect(await order(fixture, customers[1]!)).toMatchObject({ status: 'open' })
    await expectConsistent(database.db)
    await fixture.engine.stop()
  })
})

describe('an engine that has started on stored orders', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  test('fills, shrinks and cancels one that was filled in part before like any other', async () => {
    const fixture = await startTestSpot(database.db)
    const alice = await customerWith(database.db, { USDT: '1000' })
    const bob = await customerWith(database.db, { BTC: '1' })
    const sell = (amount: string) =>
      order(fixture, bob, { side: 'sell', quantity: amount, timeInForce: 'ioc' })
    const { id } = await order(fixture, alice, { quantity: '0.03' })
    await sell('0.01')
    const before = (await ordersById(database.db, [id])).get(id)!

    await fixture.restart()
    const told: SpotOrder[] = []
    fixture.engine.subscribe((event) => {
      if (event.kind === 'orders' && event.customer === alice) told.push(...event.orders)
    })
    expect(await amendOf(fixture, alice, id, { quantity: '0.025' })).toEqual({ ...before, quantity: 2500 })
    await sell('0.005')
    await expect.poll(() => told.length).toBe(2)
    expect(told[1]).toMatchObject({ filled: 1500, quantity: 2500, notional: usdt('300'), status: 'open' })
    expect(told[1]?.fee).toBe(before.fee + before.fee / 2n)

    await fixture.restart()
    const cancelled = await cancelOf(fixture, alice, id)
    expect(cancelled).toEqual({ ...told[1], status: 'cancelled', reason: 'user' })
    expect((await ordersById(database.db, [id])).get(id)).toEqual(cancelled)
    expect((await spotMoney(database.db, alice)).USDT).toEqual([usdt('700'), 0n])
    await expectConsistent(database.db)
    await fixture.engine.stop()
  })

  test('does not start on books that cannot be right, and says what is wrong', async () => {
    const fixture = await startTestSpot(database.db)
    const alice = await customerWith(database.db, { USDT: '1000' })
    const { id } = await order(fixture, alice)
    await fixture.engine.stop()
    // Only the owner of the tables can alter an order so.
    const owner = (change: string) =>
      asOwner(database)(`with shown as materialized (select set_config('plumb.writer', 'spot', true))
        ${change} and exists (select from shown)`)
    await owner(`update spot_order set symbol = 'GONE-USDT' where id = ${id}`)
    await expect(fixture.restart()).rejects.toThrow(
      `open order ${id} is in GONE-USDT, which is not traded here; list it again, or cancel its orders`,
    )
    await owner(`update spot_order set symbol = '${BTC.symbol}' where id = ${id}`)
    await fixture.restart()
    await cancelOf(fixture, alice, id)
    await fixture.engine.stop()
  })
})

/** Runs statements as the owner of the tables. */
function asOwner({ db }: Database): (statement: string) => Promise<void> {
  return (statement) =>
    db.connection().execute(async (connection) => {
      await sql`reset role`.execute(connection)
      await sql.raw(statement).execute(connection)
      await sql.raw(`set role ${APP_ROLE}`).execute(connection)
    })
}

describe('a commit whose acknowledgement is lost', () => {
  test('is answered and told like any other, to both sides of its trades', async () => {
    const database = await openTestDatabase()
    const line = losingAcknowledgements(database.db)
    const fixture = await startTestSpot(line.db)
    const [alice, bob] = await Promise.all([
      customerWith(database.db, { USDT: '1000' }),
      customerWith(database.db, { BTC: '1' }),
    ])
    const resting = await order(fixture, bob, { side: 'sell' })
    const told = new Map<bigint, string>()
    const depths: number[] = []
    fixture.engine.subscribe((event) => {
      if (event.kind === 'orders') for (const { id, status } of event.orders) told.set(id, status)
      if (event.kind === 'book' && event.symbol === BTC.symbol) depths.push(event.depth.asks.length)
    })
    line.loseNext()
    const taken = await order(fixture, alice)
    expect(taken.status).toBe('filled')
    expect(fixture.errors).toHaveLength(1)
    expect(told.get(taken.id)).toBe('filled')
    expect(told.get(resting.id)).toBe('filled')
    expect(depths.at(-1)).toBe(0)
    await expectConsistent(database.db)
    await fixture.engine.stop()
    await database.close()
  })
})

/** The same database on a line that can lose the answer to a commit which has happened. */
function losingAcknowledgements(db: Db) {
  let isNext = false
  const transaction = () => ({
    async execute<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const isLost = isNext
      isNext = false
      const result = await db.transaction().execute(work)
      if (isLost) throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
      return result
    },
  })
  const line = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const member = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return {
    db: line,
    loseNext() {
      isNext = true
    },
  }
}

describeOnPostgres('a PostgreSQL that goes away', () => {
  let cluster: Cluster
  let database: Database
  beforeAll(async () => {
    cluster = await startCluster()
    const databaseUrl = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`
    database = await openDatabase({ databaseUrl, dataDir: '', onConnection: () => {} })
  })
  afterAll(async () => {
    await database.close()
    await cluster.stop()
  })

  test('and comes back finds every acknowledged order there, and none twice', async () => {
    // However long a cluster takes to come back here: nobody is to be refused meanwhile.
    const fixture = await startTestSpot(database.db, { patienceMs: 120_000 })
    const customer = await customerWith(database.db, { USDT: '100000' })
    const small = { quantity: '0.0003', limitPrice: '19000' }
    const acknowledged: OrderId[] = []
    let isOver = false
    const client = async (n: number) => {
      for (let i = 0; !isOver; i++) {
        const key = `${n}-${i}`
        const placed = await order(fixture, customer, { ...small, key })
        acknowledged.push(placed.id)
        // The same again, as a customer who is not sure would.
        expect((await order(fixture, customer, { ...small, key })).id).toBe(placed.id)
        await cancelOf(fixture, customer, placed.id)
      }
    }
    const clients = Promise.all(Array.from({ length: 10 }, (_, n) => client(n)))
    for (let crash = 0; crash < 3; crash++) {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, TIMEOUT).toBeGreaterThan(before + 50)
      await cluster.kill()
      await cluster.start()
    }
    isOver = true
    await clients
    expect(fixture.errors.length).toBeGreaterThan(0)

    const stored = await database.db
      .selectFrom('spot_order')
      .select('id')
      .where('customer_id', '=', customer)
      .execute()
    const ids = new Set(stored.map(({ id }) => id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    // Each key of each client is one order, however often it was sent.
    expect(stored.length).toBe(acknowledged.length)
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    await expectConsistent(database.db)
    expect(await activeOrders(database.db)).toEqual([])
    expect((await spotMoney(database.db, customer)).USDT).toEqual([usdt('100000'), 0n])
    await fixture.engine.stop()
  })

  test('and holds the order books for a process that stands still has orders refused, until it lets go', async () => {
    const fixture = await startTestSpot(database.db)
    const customer = await customerWith(database.db, { USDT: '1000' })
    const frozen = new pg.Client({
      connectionString: `postgres://postgres@127.0.0.1:${cluster.port}/postgres`,
    })
    await frozen.connect()
    await frozen.query('BEGIN')
    await frozen.query('SELECT FROM fencing_token FOR UPDATE')
    await expect(order(fixture, customer)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(fixture.engine.isReady()).toBe(false)
    await frozen.end()
    await expect.poll(() => fixture.engine.isReady(), TIMEOUT).toBe(true)
    expect(await order(fixture, customer)).toMatchObject({ status: 'open' })
    await fixture.engine.cancelAll(customer)
    await fixture.engine.stop()
  })

  test('lets none of our own sessions hold anything while it does nothing', async () => {
    const { rows } = await sql<{ idle_in_transaction_session_timeout: string }>`
        show idle_in_transaction_session_timeout`.execute(database.db)
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }])
  })

  test('and stays away has orders refused in plain words, and what was refused is never done', async () => {
    const fixture = await startTestSpot(database.db)
    const customer = await customerWith(database.db, { USDT: '1000' })
    await cluster.kill()
    const unavailable = { name: 'Refusal', code: 'SERVICE_UNAVAILABLE' }
    await expect(order(fixture, customer)).rejects.toMatchObject(unavailable)
    expect(fixture.engine.isReady()).toBe(false)
    await expect(order(fixture, customer)).rejects.toMatchObject(unavailable)
    await cluster.start()
    await expect.poll(() => fixture.engine.isReady(), TIMEOUT).toBe(true)
    expect(await activeOrders(database.db)).toEqual([])
    expect(await order(fixture, customer)).toMatchObject({ status: 'open' })
    await fixture.engine.cancelAll(customer)
    await expectConsistent(database.db)
    await fixture.engine.stop()
  })
})
