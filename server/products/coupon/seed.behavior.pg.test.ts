import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { fundOf } from './accounts.ts'
import { seedCoupons } from './seed.ts'
import type { NewCampaign } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app?.close())

test('a demonstration offers no more than its fund covers, if everybody takes all of it', async () => {
  const { id: customer } = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
  await app.db.transaction().execute((tx) => seedCoupons(tx, { customer, nowMs: app.clock.nowMs() }))
  const { rows: campaigns } = await sql<Pick<NewCampaign, 'kind' | 'cap' | 'quantity' | 'budget'>>`
    select kind, cap, quantity, budget from coupon_campaign`.execute(app.db)
  expect(campaigns.map(({ kind }) => kind).toSorted()).toEqual(['boost', 'discount', 'discount', 'trial'])
  // A trial lends its amount to each; the others end with their budget.
  const needed = campaigns.reduce(
    (sum, { kind, cap, quantity, budget }) => sum + (kind === 'trial' ? cap * BigInt(quantity) : budget),
    0n,
  )
  expect(needed).toBeLessThanOrEqual(await balanceOf(app.db, fundOf('USDT')))
})
