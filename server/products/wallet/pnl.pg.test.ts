import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { type PnlView, walletList, walletPnl, walletTransfer } from '#domain/wallet/contract.ts'
import { ONE_USD } from '#domain/wallet/rules.ts'
import { products } from '#server/contract.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import {
  accountStates,
  balancesAtQuery,
  balancesSinceQuery,
  firstTransfersSince,
  transferMoments,
} from '#server/core/ledger/history.ts'
import { post, type Transfer } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { openTestApp, START_MS, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { fundsFor } from '#server/testing/funds.ts'
import { analyze, rowsRead } from '#server/testing/rows-read.ts'
import { type PnlDeps, pnlView } from './pnl.ts'

/** What profit and loss counts, on prices that do not move; pnl-month.behavior.pg.test.ts has those that do. */

const TODAY = startOfDayUtc(START_MS)

/** Entries of one account in a day of a busy customer. */
const BUSY = 2_000

let app: TestApp
/** Customers who had 1,000 USDT yesterday, or some BTC; who has had 10 for a week and 5 for two days; who is busy. */
let withUsdt: TestCustomer[]
let withBtc: TestCustomer[]
/** Had 3 ETH yesterday, which has no price. */
let withEth: TestCustomer
let ofWeek: TestCustomer
let busy: TestCustomer
beforeAll(async () => {
  app = await openTestApp()
  const newCustomers = async (count: number) => {
    const customers = []
    for (let n = 0; n < count; n++) customers.push(await app.newCustomer())
    return customers
  }
  withUsdt = await newCustomers(5)
  withBtc = await newCustomers(3)
  ;[ofWeek, busy, withEth] = (await newCustomers(3)) as [TestCustomer, TestCustomer, TestCustomer]
  // What is dated earlier is written earlier: it is what ids say of time.
  await giveAt(ofWeek, 'USDT', '10', TODAY - 7 * DAY_MS)
  await giveAt(busy, 'USDT', '1', TODAY - 3 * DAY_MS)
  await moveToAndFro(busy, TODAY - 2 * DAY_MS)
  await giveAt(ofWeek, 'USDT', '5', TODAY - 2 * DAY_MS)
  await moveToAndFro(busy, TODAY - DAY_MS)
  for (const customer of withUsdt) await giveAt(customer, 'USDT', '1000', TODAY - 1)
  for (const customer of withBtc) await giveAt(customer, 'BTC', '0.12345678', TODAY - 1)
  await giveAt(withEth, 'ETH', '3', TODAY - 1)
  await moveToAndFro(busy, TODAY)
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await app.close()
})

const record = (transfers: readonly Transfer[], atMs: number) =>
  app.db.transaction().execute((tx) => post(tx, transfers, atMs))
const giveAt = ({ id }: TestCustomer, currency: string, amount: string, atMs: number) =>
  record(fundsFor(id, [['funding', currency, amount]], 'demo-grant'), atMs)

function moveToAndFro({ id }: TestCustomer, atMs: number) {
  const of = (name: 'funding' | 'spot') => accountId(id, wallets[name], 'available', 'USDT')
  const rest = { amount: readAmount('1', 'USDT'), reason: 'account-transfer', reference: 1n } as const
  return record(
    Array.from({ length: BUSY }, (_, n): Transfer => {
      const [debit, credit] = n % 2 === 0 ? [of('funding'), of('spot')] : [of('spot'), of('funding')]
      return { ...rest, debit, credit }
    }),
    atMs,
  )
}

async function pnlOf({ token }: TestCustomer, range = '1d'): Promise<PnlView> {
  const { data, error } = await app.call(walletPnl, { range }, token)
  expect(error).toBeUndefined()
  return data
}

/** With a price of one dollar now, and none of midnight but for the dollar's coin. */
const pnlDeps = (): PnlDeps => ({
  ...{ db: app.db, productOf: () => '', listInProducts: async () => [] },
  ...{ listOpenProfits: async () => [], pastOpenProfits: async () => [] },
  prices: () => ONE_USD,
  pastPrices: async (currency, moments) =>
    moments.map((atMs) => (atMs === TODAY && currency !== 'USDT' ? undefined : ONE_USD)),
  external: products.flatMap(({ external }) => external ?? []),
  transferMoments: transferMoments(),
})

describe('profit and loss', () => {
  test('of somebody without money is nothing', async () => {
    const pnl = await pnlOf(await app.newCustomer())
    expect(pnl).toMatchObject({ fromMs: TODAY, totalUsd: '0.00', pnlUsd: '0.00', percent: null, causes: [] })
  })

  test('counts no deposit, and says what came in', async () => {
    const customer = withUsdt.pop()!
    await app.give(customer.id, 'spot', 'BTC', '0.5')
    const pnl = await pnlOf(customer)
    expect(pnl).toMatchObject({
      ...{ startUsd: '1000.00', totalUsd: '11000.00', depositsUsd: '10000.00', withdrawalsUsd: '0.00' },
      ...{ pnlUsd: '0.00', percent: '0.00', causes: [] },
    })
    expect(pnl.points.at(0)).toEqual({ atMs: TODAY, valueUsd: '1000.00' })
    expect(pnl.points.at(-1)).toEqual({ atMs: START_MS, valueUsd: '11000.00' })
  })

  test('counts nothing that left by the reason of a deposit', async () => {
    const customer = withUsdt.pop()!
    const funding = accountId(customer.id, wallets.funding, 'available', 'USDT')
    const amount = readAmount('400', 'USDT')
    await record(
      [{ debit: funding, credit: outsideAccount('USDT'), amount, reason: 'deposit', reference: 1n }],
      START_MS,
    )
    expect(await pnlOf(customer)).toMatchObject({
      ...{ totalUsd: '600.00', withdrawalsUsd: '400.00', depositsUsd: '0.00', pnlUsd: '0.00' },
    })
  })

  test('counts a fee, and names it', async () => {
    const customer = withUsdt.pop()!
    const funding = accountId(customer.id, wallets.funding, 'available', 'USDT')
    const other = accountId((await app.newCustomer()).id, wallets.spot, 'available', 'USDT')
    const amount = readAmount('2.505', 'USDT')
    await record([{ debit: funding, credit: other, amount, reason: 'spot-fee', reference: 1n }], START_MS)
    expect(await pnlOf(customer)).toMatchObject({
      ...{ totalUsd: '997.49', pnlUsd: '-2.51', percent: '-0.25' },
      causes: [{ reason: 'spot-fee', currency: null, entries: 1, usd: '-2.51' }],
    })
  })

  test('is not moved by transfers between wallets and by holds, down to the cent', async () => {
    const customer = withBtc.pop()!
    const before = await pnlOf(customer)
    for (const [to, amount] of [
      ['spot', '0.00000333'],
      ['options', '0.00000777'],
      ['contract', '0.01111111'],
    ]) {
      const transfer = { currency: 'BTC', amount, from: 'funding', to }
      expect((await app.call(walletTransfer, transfer, customer.token)).error).toBeUndefined()
    }
    await app.holdBack(customer.id, 'funding', 'BTC', '0.05000001', 3n)
    const after = await pnlOf(customer)
    expect(after).toMatchObject({ totalUsd: before.totalUsd, pnlUsd: '0.00', causes: [] })
    const list = (await app.call(walletList, {}, customer.token)).data
    expect(list).toMatchObject({ totalUsd: after.totalUsd, savingsTotal: after.savingsTotal })
    expect(list.wallets).toEqual(after.wallets.map(({ heldUsd: _, ...wallet }) => wallet))
    expect(after.wallets[0]).toMatchObject({ walletType: 'funding', heldUsd: '1000.00' })
  })

  test('is of one price of each coin, whatever the prices do while it is computed', async () => {
    let asked = 0n
    const deps: PnlDeps = {
      ...pnlDeps(),
      prices: () => ({ price: ++asked * 100_000n, decimals: 2 }),
      pastPrices: async (_, moments) => moments.map(() => ({ price: 100n, decimals: 2 })),
    }
    // 0.12345678 BTC, at a dollar at midnight and at 1,000 when it is asked for first.
    expect(await pnlView(deps, withBtc.pop()!.id, '1d', START_MS)).toMatchObject({
      ...{ startUsd: '0.12', totalUsd: '123.45', pnlUsd: '123.33' },
      causes: [{ currency: 'BTC', priceChange: '999.00', usd: '123.33' }],
    })
  })

  test('is unknown while a price of now is: of what is there, was there, or came and went', async () => {
    const unknown = { pnlUsd: null, startUsd: null, depositsUsd: null, withdrawalsUsd: null, percent: null }
    const came = withUsdt.pop()!
    await app.give(came.id, 'funding', 'ETH', '3')
    expect(await pnlOf(came)).toMatchObject({ totalUsd: '1000.00', isWhole: false, ...unknown, causes: null })
    // All of it, as if it was exchanged for something: what it was worth is part of the start.
    const given = fundsFor(withEth.id, [['funding', 'ETH', '3']], 'demo-grant')
    await record(
      given.map((one) => ({ ...one, debit: one.credit, credit: one.debit })),
      START_MS,
    )
    expect(await pnlOf(withEth)).toMatchObject({ totalUsd: '0.00', isWhole: true, ...unknown, causes: null })
  })

  test('is unknown while what open positions gained or lost is', async () => {
    const open = { product: 'contract', walletType: 'contract', currency: 'USDT', amount: 0n } as const
    const deps: PnlDeps = { ...pnlDeps(), listOpenProfits: async () => [{ ...open, isWhole: false }] }
    expect(await pnlView(deps, withUsdt.at(-1)!.id, '1d', START_MS)).toMatchObject({
      ...{ isWhole: false, pnlUsd: null, startUsd: null, causes: null },
    })
  })

  test('is unknown while a price of then is', async () => {
    const customer = withBtc.pop()!
    const pnl = await pnlView(pnlDeps(), customer.id, '1d', START_MS)
    expect(pnl).toMatchObject({ totalUsd: '0.12', startUsd: null, pnlUsd: null, percent: null, causes: null })
    expect(pnl.points[0]!.atMs).toBeGreaterThan(TODAY)
  })

  test('of a week begins six days before, and does not count what was then brought in', async () => {
    const week = await pnlOf(ofWeek, '1w')
    expect(week).toMatchObject({ fromMs: TODAY - 6 * DAY_MS, startUsd: '10.00', depositsUsd: '5.00' })
    expect(week).toMatchObject({ pnlUsd: '0.00', causes: null })
    const values = new Map(week.points.map(({ atMs, valueUsd }) => [atMs, valueUsd]))
    expect([values.get(TODAY - 2 * DAY_MS), values.get(TODAY - DAY_MS)]).toEqual(['10.00', '15.00'])
  })
})

describe('of somebody busy', () => {
  test('a balance of then is one look-up, whatever lies before and since', async () => {
    await analyze(app.db)
    const moments = [TODAY, TODAY + 2, TODAY + 3, TODAY + 4]
    const ids = await firstTransfersSince(app.db, moments)
    const [first, ...later] = moments.map((atMs, index) => ({ atMs, id: ids[index]! }))
    const accounts = (await accountStates(app.db, busy.id)).map(({ id }) => id)
    expect(accounts).toHaveLength(2)
    expect(await rowsRead(app.db, balancesAtQuery(accounts, first!))).toBeLessThan(50)
    expect(await rowsRead(app.db, balancesSinceQuery(accounts, first!, later))).toBeLessThan(100)
  })

  test('more than is added up at once has no causes, and a profit and loss all the same', async () => {
    expect(await pnlOf(busy)).toMatchObject({ startUsd: '1.00', pnlUsd: '0.00', causes: [] })
    const few = await pnlView(pnlDeps(), busy.id, '1d', START_MS, 2 * BUSY - 1)
    expect(few).toMatchObject({ startUsd: '1.00', pnlUsd: '0.00', causes: null })
  })
})
