import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PositionId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { type PnlView, walletList, walletPnl } from '#domain/wallet/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openOne, startTestContracts, type TestContracts } from '#server/testing/contract.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { closePosition } from './service.ts'
import { activePositions } from './store.ts'
import { accountView } from './views.ts'

/** What open positions have gained or lost counts in what a customer has, and in profit and loss, once. */

let app: TestApp
let contracts: TestContracts
let alice: TestCustomer
let position: PositionId
let lastTick: (symbol: string) => Tick | undefined = () => undefined
/** The last price of BTC before each midnight. */
const closes = new Map<number, number>()

beforeAll(async () => {
  app = await openTestApp({
    markets: {
      lastTick: (symbol) => lastTick(symbol),
      closesBefore: async (_, moments) => moments.map((atMs) => closes.get(startOfDayUtc(atMs))),
    },
  })
  alice = await app.newCustomer()
  await app.give(alice.id, 'contract', 'USDT', '10000')
  contracts = await startTestContracts(app.db, { clock: app.clock })
  lastTick = contracts.lastTick
})
afterAll(async () => {
  await contracts.engine.stop()
  expect(contracts.errors).toEqual([])
  await app.close()
})

const list = async () => (await app.call(walletList, {}, alice.token)).data
const today = async (): Promise<PnlView> => (await app.call(walletPnl, {}, alice.token)).data
const causesOf = ({ causes }: PnlView): Record<string, string> =>
  Object.fromEntries(causes!.map(({ reason, usd }) => [reason, usd]))

test('an open position’s profit is in its wallet’s value and in the total, and in no balance', async () => {
  position = (await openOne(contracts, alice.id)).id
  await contracts.tick('20100', { spread: 20 })
  // 10,000.00 less a fee of 1.00, and 0.10 BTC are 10.00 dearer.
  const wallet = await list()
  expect(wallet).toMatchObject({ totalUsd: '10009.00', isWhole: true })
  expect(wallet.unrealized).toEqual([
    {
      product: 'contract',
      walletType: 'contract',
      currency: 'USDT',
      amount: '10.0000000',
      valueUsd: '10.00',
    },
  ])
  expect(wallet.wallets).toContainEqual({ walletType: 'contract', valueUsd: '10009.00' })
  const usdt = wallet.holdings.find(({ currency }: { currency: string }) => currency === 'USDT')
  expect(usdt).toMatchObject({ available: '9799.0000000', held: '200.0000000', valueUsd: '9999.00' })
  expect(await today()).toMatchObject({ totalUsd: '10009.00', pnlUsd: '9.00' })
  expect(causesOf(await today())).toEqual({ unrealized: '10.00', 'contract-fee': '-1.00' })
})

test('what was gained before midnight is not gained again, and closing moves it from one cause to another', async () => {
  app.clock.advance(startOfDayUtc(app.clock.nowMs()) + DAY_MS - app.clock.nowMs())
  closes.set(app.clock.nowMs(), 2_010_000)
  app.clock.advance(1_000)
  // At midnight 0.02 % of 2,010.00 are charged.
  await contracts.tick('20200')
  const before = await today()
  expect(before).toMatchObject({ startUsd: '10009.00', totalUsd: '10018.59', pnlUsd: '9.59' })
  expect(causesOf(before)).toEqual({ unrealized: '10.00', 'contract-financing': '-0.41' })
  await closePosition(contracts, { customer: alice.id }, position, undefined)
  const after = await today()
  expect(after.totalUsd).toBe('10017.58')
  expect((await list()).unrealized).toMatchObject([{ amount: '0.0000000' }])
  const causes = causesOf(after)
  expect(causes).toMatchObject({ unrealized: '-10.00', 'contract-profit': '20.00' })
  const sum = Object.values(causes).reduce((total, usd) => total + Math.round(Number(usd) * 100), 0)
  expect(sum).toBe(Math.round(Number(after.pnlUsd) * 100))
})

test('while a price of now is not known, neither is the profit', async () => {
  const carol = await app.newCustomer()
  await app.give(carol.id, 'contract', 'USDT', '10000')
  await openOne(contracts, carol.id)
  const positions = await activePositions(app.db, carol.id)
  const account = () => accountView(carol.id, { available: 10n, held: 5n }, positions, lastTick)
  expect(account()).toMatchObject({ unrealizedPnl: expect.any(String), equity: expect.any(String) })
  lastTick = () => undefined
  expect((await app.call(walletList, {}, carol.token)).data).toMatchObject({
    isWhole: false,
    unrealized: [{ product: 'contract', amount: null, valueUsd: null }],
  })
  expect((await app.call(walletPnl, {}, carol.token)).data).toMatchObject({ isWhole: false, pnlUsd: null })
  expect(account()).toMatchObject({ unrealizedPnl: null, equity: null })
  lastTick = contracts.lastTick
})

test('where a price of then is not known, neither is the profit', async () => {
  const bob = await app.newCustomer()
  await app.give(bob.id, 'contract', 'USDT', '10000')
  await openOne(contracts, bob.id)
  app.clock.advance(startOfDayUtc(app.clock.nowMs()) + DAY_MS - app.clock.nowMs())
  const answer = (await app.call(walletPnl, {}, bob.token)).data
  expect(answer).toMatchObject({ pnlUsd: null, startUsd: null })
})
