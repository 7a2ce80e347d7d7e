import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { adoptListing } from '#domain/listing/listing.ts'
import { type Instrument, notionalOf } from '#domain/market/instrument.ts'
import { price, quantity } from '#domain/money/amount.ts'
import { seedListing } from '#domain/seed/listing.ts'
import { accountId, MARKET_MAKER, outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf, post } from '#server/core/ledger/ledger.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { BTC, customerWith, ETH, order, startTestSpot, type TestSpot, unitsOf } from '#server/testing/spot.ts'
import { treasuryAccounts } from '../treasury/accounts.ts'
import { spotAccounts } from './accounts.ts'
import { expectConsistent } from './expect-consistent.ts'
import { createMarketMaker } from './market-maker.ts'

/** When the market maker may not quote, and that nobody trades with a quote which it could not pay. */

let database: Database
let spot: TestSpot
beforeAll(async () => {
  database = await openTestDatabase()
  spot = await startTestSpot(database.db)
})
afterEach(() => adoptListing(seedListing))
afterAll(async () => {
  await expectConsistent(database.db)
  await spot.engine.stop()
  await database.close()
})

const walletOf = (currency: string) => accountId(MARKET_MAKER, spotAccounts.spot, 'available', currency)

const fund = (currency: string, amount: string) => {
  const [debit, credit] = [outsideAccount(currency), walletOf(currency)]
  const transfer = { debit, credit, amount: unitsOf(amount, currency), reference: 1n } as const
  return database.db.transaction().execute((tx) => post(tx, [{ ...transfer, reason: 'treasury-funding' }], 0))
}

/** Takes everything of a currency out of the market maker's wallet. */
async function empty(currency: string): Promise<void> {
  const amount = await balanceOf(database.db, walletOf(currency))
  if (amount === 0n) return
  const [debit, credit] = [walletOf(currency), platformAccount(treasuryAccounts.treasury, currency)]
  await database.db
    .transaction()
    .execute((tx) => post(tx, [{ debit, credit, amount, reason: 'treasury-funding', reference: 1n }], 0))
}

const makerOf = (...instruments: readonly Instrument[]) => {
  const maker = createMarketMaker({
    spot,
    clock: spot.clock,
    instruments: () => instruments,
    onTick: () => () => {},
  })
  return {
    /** Looks at everything anew, as it does every two seconds. */
    async step() {
      spot.clock.advance(5_000)
      await maker.step()
    },
  }
}

const book = ({ symbol }: Instrument) => spot.engine.depth(symbol)!
const sizes = (instrument: Instrument) => [book(instrument).bids.length, book(instrument).asks.length]

const list = (status: Instrument['status']) =>
  adoptListing({
    ...seedListing,
    instruments: seedListing.instruments.map((each) =>
      each.symbol === BTC.symbol ? { ...each, status } : each,
    ),
  })

test('T37: its quotes are gone while an instrument is halted, and back when it is traded again', async () => {
  await fund('BTC', '10')
  await fund('USDT', '1000000')
  const { step } = makerOf(BTC)
  await step()
  expect(sizes(BTC)).toEqual([10, 10])
  list('halted')
  await step()
  expect(sizes(BTC)).toEqual([0, 0])
  list('trading')
  await step()
  expect(sizes(BTC)).toEqual([10, 10])
  await spot.engine.quote(BTC.symbol, [])
})

test('one fund is not quoted in two instruments: what stands in both together is covered', async () => {
  await empty('USDT')
  await fund('USDT', '40000')
  const { step } = makerOf(BTC, ETH)
  await step()
  const needed = (instrument: Instrument) =>
    book(instrument).bids.reduce(
      (sum, level) =>
        sum + notionalOf(instrument, price(BigInt(level.price)), quantity(BigInt(level.quantity))),
      0n,
    )
  expect(needed(BTC) + needed(ETH)).toBeGreaterThan(0n)
  expect(needed(BTC) + needed(ETH)).toBeLessThanOrEqual(unitsOf('40000', 'USDT'))
  for (const { symbol } of [BTC, ETH]) await spot.engine.quote(symbol, [])
})

test('quotes that lost their money since are filled by nobody, and no order fails by them', async () => {
  await fund('USDT', '1000000')
  const { step } = makerOf(BTC)
  await step()
  expect(sizes(BTC)).toEqual([10, 10])
  const [alice, bob] = [
    await customerWith(database.db, { USDT: '10000' }),
    await customerWith(database.db, { BTC: '1' }),
  ]
  await empty('USDT')
  await expect(order(spot, bob, { side: 'sell', orderType: 'market' })).rejects.toMatchObject({
    code: 'NO_LIQUIDITY',
  })
  // The other side is paid in bitcoin, and goes on.
  expect(await order(spot, alice, { orderType: 'market' })).toMatchObject({ status: 'filled' })
  await empty('BTC')
  expect(await order(spot, alice, { limitPrice: '20500' })).toMatchObject({ status: 'open', filled: 0 })
  expect(spot.errors).toEqual([])
  await spot.engine.cancelAll(alice)
})
