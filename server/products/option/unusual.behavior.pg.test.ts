import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { giveFund } from '#server/testing/option.ts'
import { addPastOptions, customersSince } from '#server/testing/option-results.ts'
import { optionOutcomesJob } from './outcomes.ts'

/** Operators see who wins more often than chance makes likely, and nothing follows from it by itself. */

const NOW = Date.UTC(2026, 4, 20)
let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let token: string
let customers: CustomerId[]

beforeAll(async () => {
  app = await openTestApp({ startMs: NOW })
  consoleApp = openTestConsole(app)
  token = await consoleApp.tokenOf(await consoleApp.addOperator('support'))
  await giveFund(app.db, '10000000')
  customers = await customersSince(app.db, 6, NOW - 100 * DAY_MS)
})
afterAll(async () => {
  await consoleApp.close()
  await app.close()
})

const outcomes = async (customer: CustomerId, won: number, lost: number, atMs = NOW - 5 * DAY_MS) => {
  await addPastOptions(app.db, [
    ...(won > 0 ? [{ customer, count: won, outcome: 'won' as const, atMs }] : []),
    ...(lost > 0 ? [{ customer, count: lost, outcome: 'lost' as const, atMs }] : []),
  ])
  await optionOutcomesJob(app.db).run()
}
const listed = async () => (await consoleApp.get('/console/option/unusual', token)).data.items

test('T25: who wins beyond 1 in 10,000 of three months is listed for operators, the most unlikely first', async () => {
  const [lucky, luckier, usual, few, long, old] = customers as [
    ...[CustomerId, CustomerId, CustomerId, CustomerId, CustomerId, CustomerId],
  ]
  // 70 of 100 is 1 in 25,477; 69 of 100 is 1 in 10,920 and 68 more often: binom.sf of scipy 1.17.
  await outcomes(lucky, 70, 30)
  await outcomes(usual, 68, 32)
  await outcomes(luckier, 85, 15)
  // All of 49 are too few to be looked at.
  await outcomes(few, 49, 0)
  // As many in two of the three months, with ties that decide nothing.
  await outcomes(long, 35, 15)
  await outcomes(long, 35, 15, NOW - 70 * DAY_MS)
  await addPastOptions(app.db, [{ customer: long, count: 30, outcome: 'tie', atMs: NOW - 5 * DAY_MS }])
  // Longer ago.
  await outcomes(old, 90, 10, NOW - 90 * DAY_MS)
  const items = await listed()
  expect(items.map(({ customerId }: { customerId: string }) => customerId)).toEqual(
    [luckier, long, lucky].map(String),
  )
  expect(items[2]).toMatchObject({ won: 70, decided: 100, oneIn: 25_477, currency: 'USDT' })
  expect(Number(items[2].stakes)).toBe(1_000)
  expect(items[2].contact).not.toContain('past')
})

test('T25: being listed changes no order, outcome or limit', async () => {
  const state = async () =>
    (
      await sql`
        select (select count(*) from option_order)::integer as orders, (select count(*) from option_choice)::integer as choices,
          (select max(version) from option_terms) as terms, (select md5(string_agg(r::text, ',' order by id)) from option_result r)
            as results, (select count(*) from proposal)::integer as proposals`.execute(app.db)
    ).rows
  const before = await state()
  expect(await listed()).toHaveLength(3)
  await optionOutcomesJob(app.db).run()
  expect(await state()).toEqual(before)
})

test('who may not look up customers is refused', async () => {
  const content = await consoleApp.tokenOf(await consoleApp.addOperator('content'))
  expect((await consoleApp.get('/console/option/unusual', content)).error).toBe('OPERATOR_ROLE_REQUIRED')
})
