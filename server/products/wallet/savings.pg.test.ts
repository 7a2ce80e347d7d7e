import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Units } from '#domain/money/amount.ts'
import { parseRate } from '#domain/money/rate.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { products } from '#server/contract.ts'
import { accountId, outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { earnAccounts } from '#server/products/earn/accounts.ts'
import { settleDue } from '#server/products/earn/jobs.ts'
import { createProduct, setProductStatus } from '#server/products/earn/products.ts'
import { redeem, subscribe } from '#server/products/earn/service.ts'
import { openTestApp, START_MS, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'

/** What is held in products in locked deposits is part of what a customer has. */

const TERM_DAYS = 7
const MATURES_MS = startOfDayUtc(START_MS) + (1 + TERM_DAYS) * DAY_MS

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  for (const currency of ['USDT', 'BTC', 'ETH']) await fundInterest(currency)
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await app.close()
})

const fundInterest = (currency: string) =>
  app.db.transaction().execute((tx) =>
    post(
      tx,
      [
        {
          debit: outsideAccount(currency),
          credit: platformAccount(earnAccounts.interest, currency),
          amount: readAmount('100', currency),
          reason: 'treasury-funding',
          reference: 1n,
        },
      ],
      START_MS,
    ),
  )

/** Seven days at 0.1 % a day, 1 % for early redemption. */
const openProduct = (currency: string, termDays = TERM_DAYS): Promise<bigint> =>
  app.db.transaction().execute(async (tx) => {
    const { id } = await createProduct(
      tx,
      {
        kind: 'locked',
        currency,
        rewardCurrency: currency,
        termDays,
        noticeHours: 0,
        dailyRate: parseRate('0.001')!,
        penaltyRate: parseRate('0.01')!,
        minimum: readAmount('0.1', currency),
        maximum: readAmount('1000', currency),
        cap: readAmount('1000', currency) as Units,
        tag: null,
      },
      START_MS,
    )
    await setProductStatus(tx, id, 'open', START_MS)
    return id
  })

const productBalance = (customer: TestCustomer, productId: bigint, amount: string) =>
  app.db
    .transaction()
    .execute((tx) =>
      subscribe(tx, { customer: customer.id, productId, amount, termsVersion: undefined }, app.clock.nowMs()),
    )

const walletOf = async ({ token }: TestCustomer) => (await app.call(walletList, {}, token)).data

describe('the total', () => {
  test('is the same before and after money is deposited, and the savings say where it went', async () => {
    const customer = await app.newCustomer()
    await app.give(customer.id, 'funding', 'USDT', '500')
    await app.give(customer.id, 'funding', 'BTC', '1')
    const before = await walletOf(customer)
    expect(before).toMatchObject({
      totalUsd: '20500.00',
      savings: [],
      savingsTotal: { valueUsd: '0.00', todayUsd: '0.00', products: 0, earliestMaturityMs: null },
    })

    await productBalance(customer, await openProduct('USDT'), '200')
    await productBalance(customer, await openProduct('USDT', 30), '100')
    await productBalance(customer, await openProduct('BTC', 60), '0.5')

    const after = await walletOf(customer)
    expect(after).toMatchObject({ totalUsd: '20500.00', isWhole: true })
    expect(after.wallets[0]).toEqual({ walletType: 'funding', valueUsd: '10200.00' })
    expect(after.savings).toEqual([
      {
        product: 'earn',
        currency: 'USDT',
        amount: '300.0000000',
        valueUsd: '300.00',
        todayInterest: '0.0000000',
        products: 2,
        earliestMaturityMs: MATURES_MS,
        entryCount: 2,
      },
      {
        product: 'earn',
        currency: 'BTC',
        amount: '0.50000000',
        valueUsd: '10000.00',
        todayInterest: '0.00000000',
        products: 1,
        earliestMaturityMs: startOfDayUtc(START_MS) + 61 * DAY_MS,
        entryCount: 1,
      },
    ])
    expect(after.savingsTotal).toEqual({
      valueUsd: '10300.00',
      todayUsd: '0.00',
      products: 3,
      earliestMaturityMs: MATURES_MS,
    })
  })

  test('shows money in a product that knows nothing of it but what the ledger has', async () => {
    const silent = await openTestApp({
      products: products.map(({ balances: _, ...product }) => product),
    })
    const customer = await silent.newCustomer()
    const kind = earnAccounts.earn
    await silent.db.transaction().execute((tx) => {
      const transfer = {
        debit: outsideAccount('USDT'),
        credit: accountId(customer.id, kind, 'available', 'USDT'),
        amount: readAmount('7', 'USDT'),
        reason: 'treasury-funding' as const,
        reference: 1n,
      }
      return post(tx, [transfer], START_MS)
    })
    const { data } = await silent.call(walletList, {}, customer.token)
    expect(data).toMatchObject({
      totalUsd: '7.00',
      savings: [{ product: 'earn', amount: '7.0000000', products: 0, earliestMaturityMs: null }],
      byProduct: [{ product: 'earn', valueUsd: '7.00', todayUsd: '0.00' }],
    })
    await silent.close()
  })

  test('grows by each day’s interest, and keeps it when the term ends', async () => {
    const customer = await app.newCustomer()
    await app.give(customer.id, 'funding', 'USDT', '500')
    await productBalance(customer, await openProduct('USDT', 3), '300')

    const firstMidnight = startOfDayUtc(app.clock.nowMs()) + 2 * DAY_MS
    await settleDue(app.db, firstMidnight)
    app.clock.advance(firstMidnight - app.clock.nowMs())
    const dayOne = await walletOf(customer)
    expect(dayOne.totalUsd).toBe('500.30')
    expect(dayOne.savingsTotal).toMatchObject({ valueUsd: '300.30', todayUsd: '0.30' })
    expect(dayOne.savings[0]).toMatchObject({ todayInterest: '0.3000000', entryCount: 2 })

    app.clock.advance(2 * DAY_MS)
    await settleDue(app.db, app.clock.nowMs())
    const ended = await walletOf(customer)
    expect(ended).toMatchObject({ totalUsd: '500.90', savings: [] })
    expect(ended.wallets[0]).toEqual({ walletType: 'funding', valueUsd: '500.90' })
  })

  test('is less by the penalty, and nothing else, after early redemption', async () => {
    const customer = await app.newCustomer()
    await app.give(customer.id, 'funding', 'USDT', '500')
    const order = await productBalance(customer, await openProduct('USDT'), '300')
    await app.db
      .transaction()
      .execute((tx) =>
        redeem(tx, { customer: customer.id, id: order.id, quoteId: undefined }, app.clock.nowMs()),
      )
    expect(await walletOf(customer)).toMatchObject({ totalUsd: '497.00', savings: [] })
  })

  test('says that it is not whole while the price of something put away is unknown', async () => {
    const customer = await app.newCustomer()
    await app.give(customer.id, 'funding', 'USDT', '10')
    await app.give(customer.id, 'funding', 'ETH', '2')
    await productBalance(customer, await openProduct('ETH'), '2')
    const wallet = await walletOf(customer)
    expect(wallet).toMatchObject({ totalUsd: '10.00', isWhole: false })
    expect(wallet.savings[0]).toMatchObject({ currency: 'ETH', amount: '2.0000000000', valueUsd: null })
    const midnight = startOfDayUtc(app.clock.nowMs()) + 2 * DAY_MS
    await settleDue(app.db, midnight)
    app.clock.advance(midnight - app.clock.nowMs())
    expect((await walletOf(customer)).savingsTotal).toMatchObject({ todayUsd: null, products: 1 })
  })

  test('holds still while money goes in: no reading counts it twice or not at all', async () => {
    const customer = await app.newCustomer()
    await app.give(customer.id, 'funding', 'USDT', '500')
    const product = await openProduct('USDT')
    const orders = Array.from({ length: 20 }, () => productBalance(customer, product, '10'))
    const readings = await Promise.all(Array.from({ length: 20 }, () => walletOf(customer)))
    await Promise.all(orders)
    expect(new Set(readings.map(({ totalUsd }) => totalUsd))).toEqual(new Set(['500.00']))
    expect((await walletOf(customer)).savingsTotal.valueUsd).toBe('200.00')
  })

  test('has nothing of anybody else’s', async () => {
    const [saver, other] = [await app.newCustomer(), await app.newCustomer()]
    await app.give(saver.id, 'funding', 'USDT', '50')
    await productBalance(saver, await openProduct('USDT'), '50')
    expect(await walletOf(other)).toMatchObject({ totalUsd: '0.00', savings: [] })
  })
})
