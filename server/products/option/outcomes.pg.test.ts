import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { optionOutcomeMonths } from '#domain/option/contract.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { customerResultsJob } from '#server/core/ledger/customer-results.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { giveFund } from '#server/testing/option.ts'
import { addPastOptions, customersSince } from '#server/testing/option-results.ts'
import { optionOutcomesJob } from './outcomes.ts'
import { optionResults } from './results.ts'

/** How seconds options came out is counted from the results, once each, and published of whole months of many. */

const SEPTEMBER = Date.UTC(2026, 8, 1)
const OCTOBER = Date.UTC(2026, 9, 1)
const NOVEMBER = Date.UTC(2026, 10, 1)
let app: TestApp
let young: CustomerId[]
let old: CustomerId[]

beforeAll(async () => {
  app = await openTestApp({ startMs: NOVEMBER - HOUR_MS })
  await giveFund(app.db, '10000000')
  young = await customersSince(app.db, 60, SEPTEMBER + 20 * DAY_MS)
  old = await customersSince(app.db, 60, SEPTEMBER - 700 * DAY_MS)
})
afterAll(() => app.close())

const count = () => optionOutcomesJob(app.db).run()
const follow = () => customerResultsJob(app.db, optionResults).run()
/** What everybody may ask, after the hour for which an answer is kept. */
async function published() {
  app.clock.advance(HOUR_MS)
  return (await app.call(optionOutcomeMonths)).data
}
const counted = async () =>
  (
    await sql<{ orders: number }>`
      select coalesce(sum(won + lost + tie + void), 0)::integer as orders from option_outcome_month`.execute(
      app.db,
    )
  ).rows[0]!.orders

test('a month is published once it has ended and all of it was counted, and each result counts once', async () => {
  const atMs = OCTOBER + 5 * DAY_MS
  await addPastOptions(app.db, [
    // 600 small ones that rise, of new accounts, and as many large ones that fall, of old ones.
    ...young.flatMap((customer) => [
      { customer, count: 4, outcome: 'won' as const, atMs },
      { customer, count: 6, outcome: 'lost' as const, atMs },
    ]),
    ...old.flatMap((customer) => [
      { customer, count: 4, outcome: 'won' as const, direction: 'fall' as const, stake: '100', atMs },
      { customer, count: 4, outcome: 'lost' as const, direction: 'fall' as const, stake: '100', atMs },
      { customer, count: 1, outcome: 'tie' as const, direction: 'fall' as const, stake: '100', atMs },
      { customer, count: 1, outcome: 'void' as const, direction: 'fall' as const, stake: '100', atMs },
    ]),
  ])
  // Nothing was counted: the month has ended by now, and would be published without its results.
  const before = await published()
  expect(before).toEqual({ currency: 'USDT', minimumOrders: 1_000, minimumAccounts: 100, months: [] })
  await count()
  // The ledger was not followed: what was kept is not known yet.
  expect((await published()).months).toEqual([])
  await follow()
  const expected = {
    ...{ month: '2026-10', orders: 1_200, accounts: 120 },
    ...{ won: 480, lost: 600, tie: 60, void: 60 },
    // Stakes without those of void orders, and what was lost of them less what was paid beside them.
    stakes: String(600 * 10 + 60 * 9 * 100),
    kept: String(360 * 10 - 240 * 8.5 + 240 * 100 - 240 * 85),
    // 5,160 of 60,000.
    keptPercent: '8.60',
  }
  const [month] = (await published()).months
  expect({ ...month, stakes: String(Number(month.stakes)), kept: String(Number(month.kept)) }).toMatchObject(
    expected,
  )
  const youngGroup = { won: 240, lost: 360, tie: 0, void: 0 }
  const oldGroup = { won: 240, lost: 240, tie: 60, void: 60 }
  expect(month.comparisons.map(({ by, groups }: { by: string; groups: unknown }) => [by, groups])).toEqual([
    [
      'stake',
      [
        { name: 'small', ...youngGroup },
        { name: 'large', ...oldGroup },
      ],
    ],
    [
      'direction',
      [
        { name: 'rise', ...youngGroup },
        { name: 'fall', ...oldGroup },
      ],
    ],
    [
      'age',
      [
        { name: 'new', ...youngGroup },
        { name: 'old', ...oldGroup },
      ],
    ],
  ])
  for (const { chancePercent } of month.comparisons) expect(chancePercent).toBe('0.00')

  // Late, again, and two at once: nothing counts twice.
  await Promise.all([count(), count(), follow(), follow()])
  await count()
  expect(await counted()).toBe(1_200)
  expect((await published()).months).toEqual([month])
})

test.each([
  ['19.99', 0, 'small new'],
  ['20', 30 * DAY_MS - 1, 'middle new'],
  ['99.99', 30 * DAY_MS, 'middle recent'],
  ['100', 365 * DAY_MS - 1, 'large recent'],
  ['100', 365 * DAY_MS, 'large old'],
])('%s USDT at an age of %d ms counts as %s', async (stake, ageMs, group) => {
  const atMs = SEPTEMBER + HOUR_MS
  const [customer] = await customersSince(app.db, 1, atMs - ageMs)
  await addPastOptions(app.db, [{ customer: customer!, count: 1, outcome: 'won', stake, atMs }])
  await count()
  const { rows } = await sql<{ group: string }>`
    select stake_size || ' ' || account_age as "group" from option_outcome_month
    where customer_id = ${customer!}`.execute(app.db)
  expect(rows).toEqual([{ group }])
})

test('of a month of few orders, or of few accounts, nothing is said', async () => {
  const november = NOVEMBER + DAY_MS
  // Enough orders of one account too few.
  await addPastOptions(
    app.db,
    young
      .concat(old)
      .slice(0, 99)
      .map((customer) => ({ customer, count: 11, outcome: 'lost', atMs: november })),
  )
  app.clock.advance(31 * DAY_MS)
  await count()
  await follow()
  const months = async () => (await published()).months.map(({ month }: { month: string }) => month)
  expect(await months()).toEqual(['2026-10'])
})
