import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { refusal } from '#domain/errors.ts'
import type { Tick } from '#domain/market/tick.ts'
import { accountId, MARKET_MAKER, outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf, post } from '#server/core/ledger/ledger.ts'
import { BTC, customerWith, order, unitsOf } from '#server/testing/spot.ts'
import { database, fixture, spotForFile } from '#server/testing/spot-file.ts'
import { spotAccounts } from './accounts.ts'
import type { Engine } from './engine.ts'
import { expectConsistent } from './expect-consistent.ts'
import { createMarketMaker } from './market-maker.ts'
import type { Spot } from './service.ts'

spotForFile()

/** A market maker whose ticks and steps the test gives. */
function testMaker(spot: Spot = fixture, onError?: (error: unknown) => void) {
  let listener: (tick: Tick) => void = () => {}
  const maker = createMarketMaker({
    spot,
    ...(onError && { onError }),
    clock: fixture.clock,
    instruments: () => [BTC],
    onTick: (_, heard) => {
      listener = heard
      return () => {}
    },
  })
  return {
    maker,
    async moveTo(price: number) {
      fixture.prices.set(BTC.symbol, price)
      listener(fixture.prices.lastTick(BTC.symbol)!)
      fixture.clock.advance(5_000)
      await maker.step()
    },
  }
}

const fund = (currency: string, amount: string) =>
  database.db.transaction().execute((tx) =>
    post(
      tx,
      [
        {
          debit: outsideAccount(currency),
          credit: accountId(MARKET_MAKER, spotAccounts.spot, 'available', currency),
          amount: unitsOf(amount, currency),
          reason: 'treasury-funding',
          reference: 1n,
        },
      ],
      0,
    ),
  )

const book = () => fixture.engine.depth(BTC.symbol)!

test('the market maker does not quote what it cannot pay for', async () => {
  const { maker, moveTo } = testMaker()
  await maker.start()
  await moveTo(2_000_000)
  expect([book().bids, book().asks]).toEqual([[], []])
  await fund('BTC', '100')
  fixture.clock.advance(31_000)
  await moveTo(2_000_000)
  expect([book().bids.length, book().asks.length]).toEqual([0, 10])
  await maker.stop()
})

test('it stands on both sides, follows the price, and fills a resting order the price has come to', async () => {
  await fund('USDT', '1000000')
  const { maker, moveTo } = testMaker()
  await maker.start()
  await moveTo(2_000_000)
  expect([book().bids.length, book().asks.length]).toEqual([10, 10])
  const spread = book().asks[0]!.price - book().bids[0]!.price

  const alice = await customerWith(database.db, { USDT: '1000' })
  const resting = await order(fixture, alice, { limitPrice: '19900', quantity: '0.01' })
  expect(resting.status).toBe('open')
  await moveTo(1_985_000)
  await moveTo(1_985_000)
  expect(book().bids[0]!.price).toBeLessThan(1_985_000)
  expect(book().asks[0]!.price).toBeGreaterThan(1_985_000)
  expect(book().asks[0]!.price - book().bids[0]!.price).toBeLessThan(spread * 3)
  const filled = await database.db
    .selectFrom('spot_order')
    .select('status')
    .where('id', '=', resting.id)
    .executeTakeFirst()
  expect(filled?.status).toBe('filled')
  await maker.stop()
  await expectConsistent(database.db)
})

test('it takes its quotes back when the feed is stale, and puts them in again when it is not', async () => {
  const { maker, moveTo } = testMaker()
  await maker.start()
  await moveTo(2_000_000)
  expect(book().asks).toHaveLength(10)
  fixture.prices.isStale = true
  // No tick comes, and no time passes: the next look is not the one at everything.
  await maker.step()
  expect([book().bids, book().asks]).toEqual([[], []])
  fixture.prices.isStale = false
  await moveTo(2_000_000)
  expect(book().asks).toHaveLength(10)
  await maker.stop()
})

test('it pays the maker fee like everybody', async () => {
  const { maker, moveTo } = testMaker()
  await maker.start()
  await moveTo(2_000_000)
  const before = await balanceOf(database.db, platformAccount(spotAccounts.fees, 'BTC'))
  const bob = await customerWith(database.db, { BTC: '1' })
  const sale = await order(fixture, bob, { side: 'sell', orderType: 'market', quantity: '0.01' })
  expect(sale.status).toBe('filled')
  // 0.10 % of what the market maker bought.
  expect((await balanceOf(database.db, platformAccount(spotAccounts.fees, 'BTC'))) - before).toBe(
    unitsOf('0.00001', 'BTC'),
  )
  await maker.stop()
  await expectConsistent(database.db)
})

test('quoting writes nothing, however the price moves', async () => {
  const { maker, moveTo } = testMaker()
  await maker.start()
  await moveTo(2_000_000)
  const counted = async () =>
    (
      await sql<{ rows: number }>`
        select (select count(*) from spot_order)::int + (select count(*) from entry)::int as rows`.execute(
        database.db,
      )
    ).rows
  const before = await counted()
  let books = 0
  const stop = fixture.engine.subscribe(({ kind }) => {
    if (kind === 'book') books++
  })
  for (let i = 1; i <= 10; i++) await moveTo(2_000_000 + (i % 2) * 20_000)
  expect(books).toBeGreaterThanOrEqual(10)
  expect(await counted()).toEqual(before)
  stop()
  await maker.stop()
})

test('after the books were read again it quotes anew', async () => {
  const { maker, moveTo } = testMaker()
  await maker.start()
  await moveTo(2_000_000)
  expect(book().asks).toHaveLength(10)
  await maker.stop()
  await fixture.restart()
  expect(book().asks).toEqual([])
  const { maker: next, moveTo: moveNext } = testMaker()
  await next.start()
  await moveNext(2_000_000)
  expect(book().asks).toHaveLength(10)
  await next.stop()
  await expectConsistent(database.db)
})

test('an engine that refuses what it is asked at a start is asked again, and nothing is quoted before', async () => {
  const refused = refusal('SERVICE_UNAVAILABLE')
  let isRefusing = true
  let quotes = 0
  const engine: Engine = {
    ...fixture.engine,
    cancelAll: (...args) => (isRefusing ? Promise.reject(refused) : fixture.engine.cancelAll(...args)),
    quote(...args) {
      quotes++
      return fixture.engine.quote(...args)
    },
  }
  const errors: unknown[] = []
  const { maker, moveTo } = testMaker({ ...fixture, engine }, (error) => errors.push(error))
  await maker.start()
  expect(errors).toEqual([refused])
  await moveTo(2_000_000)
  expect(quotes).toBe(0)
  isRefusing = false
  await moveTo(2_100_000)
  expect(quotes).toBeGreaterThan(0)
  expect(book().bids[0]!.price).toBeGreaterThan(2_000_000)
  await maker.stop()
})
