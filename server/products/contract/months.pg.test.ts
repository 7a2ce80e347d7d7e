import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractOutcomeMonths } from '#domain/contract/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { Reason } from '#domain/reasons.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { type AccountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { customerResultsJob } from '#server/core/ledger/customer-results.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { customersSince } from '#server/testing/option-results.ts'
import { availableOf, counterparty, fees, insurance, marginOf } from './accounts.ts'
import { contractMonthsJob } from './months.ts'
import { contractResults } from './results.ts'

/** What contracts cost their customers is summed from the ledger, each entry once, and published of whole months of many. */

const OCTOBER = Date.UTC(2026, 9, 1)
const NOVEMBER = Date.UTC(2026, 10, 1)
let app: TestApp
let customers: CustomerId[]

beforeAll(async () => {
  app = await openTestApp({ startMs: NOVEMBER + 2 * HOUR_MS })
  customers = await customersSince(app.db, 100, OCTOBER)
  const start = OCTOBER - 40 * DAY_MS
  await move(outsideAccount('USDT'), counterparty(), '100000', 'treasury-funding', start)
  await move(outsideAccount('USDT'), insurance(), '1000', 'treasury-funding', start)
  for (const customer of customers) {
    await move(outsideAccount('USDT'), marginOf(customer), '1000', 'deposit', start)
  }
})
afterAll(() => app.close())

const move = (debit: AccountId, credit: AccountId, amount: string, reason: Reason, atMs: number) =>
  app.db
    .transaction()
    .execute((tx) =>
      post(tx, [{ debit, credit, amount: readAmount(amount, 'USDT'), reason, reference: 1n }], atMs),
    )
const sum = () => contractMonthsJob(app.db).run()
const follow = () => customerResultsJob(app.db, contractResults).run()
/** What everybody may ask, after the hour for which an answer is kept. */
async function published() {
  app.clock.advance(HOUR_MS)
  return (await app.call(contractOutcomeMonths)).data
}

test('a month says what customers paid, lost and won, and what the insurance paid, once all of it was summed', async () => {
  const atMs = OCTOBER + 5 * DAY_MS
  for (const [index, customer] of customers.entries()) {
    await move(marginOf(customer), fees(), '1.5', 'contract-fee', atMs)
    if (index < 60) await move(marginOf(customer), counterparty(), '50', 'contract-loss', atMs)
    else await move(counterparty(), availableOf(customer), '30', 'contract-profit', atMs)
    if (index < 10) await move(marginOf(customer), counterparty(), '0.5', 'contract-financing', atMs)
  }
  await move(insurance(), counterparty(), '7', 'contract-shortfall', atMs)
  await move(insurance(), counterparty(), '20', 'contract-cover', atMs)
  await move(outsideAccount('USDT'), insurance(), '500', 'treasury-funding', atMs)
  // The next month's is not this one's.
  await move(marginOf(customers[0]!), fees(), '9', 'contract-fee', NOVEMBER)

  expect(await published()).toEqual({ currency: 'USDT', minimumAccounts: 100, months: [] })
  await sum()
  // Of how many accounts it is, is not known yet.
  expect((await published()).months).toEqual([])
  await follow()
  const { months } = await published()
  expect(months).toHaveLength(1)
  const { month, accounts, ...amounts } = months[0]
  expect([month, accounts]).toEqual(['2026-10', 100])
  expect(Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, Number(amount)]))).toEqual(
    {
      fees: 100 * 1.5,
      financing: 10 * 0.5,
      losses: 60 * 50,
      profits: 40 * 30,
      // 150 + 5 + 3,000 - 1,200
      kept: 1_955,
      insurancePaid: 7 + 20,
      insuranceAdded: 500,
    },
  )

  // Again, and two at once: nothing counts twice.
  await Promise.all([sum(), sum(), follow()])
  await sum()
  expect((await published()).months).toEqual(months)
})

test('of a month of few accounts nothing is said', async () => {
  // Of November there are 99 accounts.
  for (const customer of customers.slice(0, 99)) {
    await move(marginOf(customer), fees(), '1', 'contract-fee', NOVEMBER + DAY_MS)
  }
  app.clock.advance(31 * DAY_MS)
  await sum()
  await follow()
  expect((await published()).months.map(({ month }: { month: string }) => month)).toEqual(['2026-10'])
  // One more.
  await move(marginOf(customers[99]!), fees(), '1', 'contract-fee', NOVEMBER + 2 * DAY_MS)
  await sum()
  await follow()
  expect((await published()).months.map(({ month }: { month: string }) => month)).toEqual([
    '2026-11',
    '2026-10',
  ])
})
