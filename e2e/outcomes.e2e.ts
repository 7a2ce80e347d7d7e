import { beforeAll, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { Reason } from '#domain/reasons.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { type AccountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { endedMonths } from '#server/core/months.ts'
import type { Db } from '#server/platform/db/database.ts'
import { availableOf, counterparty, fees, insurance, marginOf } from '#server/products/contract/accounts.ts'
import { addPastOptions, customersSince } from '#server/testing/option-results.ts'
import { changedData } from './support/changed-data.ts'
import { openSettled } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { advance } from './support/plumb.ts'
import { page, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/**
 * Outcomes by month, as everybody sees them without signing in: a month of 120 customers is written into the database of
 * a server that is down, which then counts and publishes it as it would any other.
 */

/** When all of it happened: in the newest month that can be published. */
const atMs = endedMonths(Date.now(), 1)[0]!.endMs - 20 * DAY_MS

scenarioOnOnePhone({
  clock: 'virtual',
  prepare: changedData(async ({ db }) => {
    await addOptions(db)
    await addContracts(db)
  }),
})

/** 600 small options on a rise by young accounts, and as many large ones on a fall by old ones, which came out better. */
async function addOptions(db: Db): Promise<void> {
  const young = await customersSince(db, 60, atMs - 10 * DAY_MS)
  const old = await customersSince(db, 60, atMs - 700 * DAY_MS)
  const large = { direction: 'fall', stake: '100', atMs } as const
  await addPastOptions(db, [
    ...young.flatMap((customer) => [
      { customer, count: 4, outcome: 'won' as const, atMs },
      { customer, count: 6, outcome: 'lost' as const, atMs },
    ]),
    ...old.flatMap((customer) => [
      { ...large, customer, count: 4, outcome: 'won' as const },
      { ...large, customer, count: 4, outcome: 'lost' as const },
      { ...large, customer, count: 1, outcome: 'tie' as const },
      { ...large, customer, count: 1, outcome: 'void' as const },
    ]),
  ])
}

/** 100 customers who paid fees, of whom 60 lost and 40 gained, and an insurance account that paid and was taken from. */
async function addContracts(db: Db): Promise<void> {
  const customers = await customersSince(db, 100, atMs - DAY_MS)
  const move = (debit: AccountId, credit: AccountId, amount: string, reason: Reason, whenMs = atMs) =>
    db
      .transaction()
      .execute((tx) =>
        post(tx, [{ debit, credit, amount: readAmount(amount, 'USDT'), reason, reference: 1n }], whenMs),
      )
  const contract = async (customer: CustomerId, index: number) => {
    await move(outsideAccount('USDT'), marginOf(customer), '1000', 'deposit')
    await move(marginOf(customer), fees(), '1.5', 'contract-fee')
    if (index < 60) await move(marginOf(customer), counterparty(), '50', 'contract-loss')
    else await move(counterparty(), availableOf(customer), '30', 'contract-profit')
    if (index < 10) await move(marginOf(customer), counterparty(), '0.5', 'contract-financing')
  }
  for (const [index, customer] of customers.entries()) await contract(customer, index)
  await move(outsideAccount('USDT'), insurance(), '1000', 'treasury-funding', atMs - 60 * DAY_MS)
  await move(insurance(), counterparty(), '27', 'contract-shortfall')
  await move(insurance(), outsideAccount('USDT'), '500', 'treasury-funding')
}

beforeAll(async () => {
  // Each job of a minute runs, so that nobody was told before it that there is no month.
  await advance(plumb, 2 * MINUTE_MS)
})

test('outcomes of a month say what the platform kept, and whether groups differ beyond chance', async () => {
  await openSettled(page, plumb, 'pages/verify/outcomes')
  await page.getByRole('heading', { name: 'The platform kept 8.60% of the stakes' }).waitFor()
  await page.getByText('1,200 orders from 120 accounts').waitFor()
  const rows = (table: string) => page.getByRole('table', { name: table }).getByRole('row').allInnerTexts()
  expect((await rows('By stake')).map((row) => row.split(/\s*\t\s*/))).toEqual([
    ['Group', 'Orders', 'Won', 'Lost', 'Tie, void'],
    ['Under 20 USDT', '600', '40.0%', '60.0%', '0.0%'],
    ['From 100 USDT', '600', '40.0%', '40.0%', '20.0%'],
  ])
  for (const name of ['By stake', 'By direction', 'By age of the account']) {
    const part = page.locator('section').filter({ has: page.getByRole('heading', { name }) })
    await part.getByText('A difference beyond chance').waitFor()
    await part.getByText('in fewer than 0.01% of months', { exact: false }).waitFor()
  }
  await looksRight(page, 'outcomes')
})

test('beside it stands what contracts cost their customers, and what the insurance account paid', async () => {
  await page.getByRole('tab', { name: 'Contracts' }).click()
  await page.waitForURL(/view=contract/)
  // 150 of fees and 5 of financing, and 3,000 lost less 1,200 gained.
  await page.getByRole('heading', { name: 'The platform received 1,955.00 USDT from customers' }).waitFor()
  await page.getByText('of 100 accounts, from the ledger', { exact: false }).waitFor()
  const figures = await page.locator('dl > div').allInnerTexts()
  expect(figures.map((line) => line.replace(/\s+/g, ' '))).toEqual([
    'Fees paid 150.00 USDT',
    'Financing paid 5.00 USDT',
    'Losses, with the spread 3,000.00 USDT',
    'Profits, after the spread 1,200.00 USDT',
    'Paid out 27.00 USDT',
    'Taken out by the platform 500.00 USDT',
  ])
  await looksRight(page, 'outcomes')
})
