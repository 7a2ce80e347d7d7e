import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as calls from '#domain/coupon/contract.ts'
import { subscribe } from '#domain/earn/contract.ts'
import { units } from '#domain/money/amount.ts'
import { outsideAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf, post } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { allAtOnce, inTurn } from '#server/testing/at-once.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { openSevenDays, sevenDays, usdt } from '#server/testing/earn.ts'
import { howMany } from '#server/testing/length.ts'
import { customerWith, order, startTestSpot, type TestSpot } from '#server/testing/spot.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { meet } from '#server/testing/waiting.ts'
import { createProduct, setProductStatus } from '../earn/products.ts'
import { savings } from '../earn/service.ts'
import { fundingOf, fundOf } from './accounts.ts'
import { auditCoupons } from './audit.ts'
import { payDiscounts, settleUses } from './jobs.ts'
import { claim, give, makeCode, start } from './service.ts'
import { insertCampaign, lockCampaign, type NewCampaign } from './store.ts'
import { fundCoupons, testCampaign, testDiscount, testTrial } from './testing.ts'

/** Coupons at once: one a customer, never more than there are, each paid once, and the fund never below zero. */

const START = Date.UTC(2026, 0, 2, 12)
let app: TestApp
let spot: TestSpot
let productId: string

beforeAll(async () => {
  app = await openTestApp({ startMs: START })
  spot = await startTestSpot(app.db)
  productId = await openSevenDays(app.db, START)
})
afterAll(async () => {
  expect(await auditCoupons(app.db)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await spot.engine.stop()
  await app.close()
})
beforeEach(() => fundCoupons(app.db, '1000', now()))

const now = () => app.clock.nowMs()
const person = async () => {
  const made = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
  await app.give(made.id, 'funding', 'USDT', '10000')
  await app.give(made.id, 'spot', 'USDT', '100000')
  return made
}
const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction().execute(work)
const campaign = async (row: NewCampaign) => {
  await inTx((tx) => insertCampaign(tx, row))
  return row
}
const given = async (row: NewCampaign, who: TestCustomer): Promise<bigint> => {
  await campaign(row)
  const id = await inTx(async (tx) => give(tx, (await lockCampaign(tx, { id: row.id }))!, who.id, now()))
  if (typeof id === 'string') throw new Error(id)
  return id
}
const fund = () => balanceOf(app.db, fundOf('USDT'))
const funding = (who: TestCustomer) => balanceOf(app.db, fundingOf(who.id, 'USDT'))
const codesOf = (ended: readonly PromiseSettledResult<unknown>[]) =>
  ended.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code)).toSorted()
/** As many parties as the test database has connections to spare. */
const AT_ONCE = 8

test('T49: a code sent 64 times at once by one customer gives one coupon', LONG, async () => {
  const { id, code } = await campaign(testCampaign(now(), { code: makeCode() }))
  const customer = await person()
  const errors = await Promise.all(
    Array.from(
      { length: 64 },
      async () => (await app.call(calls.claimCoupon, { code }, customer.token)).error ?? 'done',
    ),
  )
  expect(errors.filter((error) => error === 'done')).toHaveLength(1)
  expect(errors.filter((error) => error === 'COUPON_CLAIMED')).toHaveLength(63)
  const { rows } = await sql<{ claimed: number; coupons: number }>`
    select claimed, (select count(*)::int from coupon where campaign_id = ${id}) as coupons
    from coupon_campaign where id = ${id}`.execute(app.db)
  expect(rows).toEqual([{ claimed: 1, coupons: 1 }])
})

test('T49: the last coupon goes to one of many who wait for it', LONG, async () => {
  const { id, code } = await campaign(testCampaign(now(), { code: makeCode(), quantity: 1 }))
  const people: TestCustomer[] = []
  for (let n = 0; n < AT_ONCE; n++) people.push(await person())
  const ended = await meet(app.db, {
    lock: (tx) => lockCampaign(tx, { id }),
    parties: people.map((who) => () => inTx((tx) => claim(tx, { customer: who.id, code: code! }, now()))),
  })
  expect(codesOf(ended)).toEqual([...Array(AT_ONCE - 1).fill('COUPON_CODE_UNKNOWN'), 'done'])
})

test('T49: many at once for the last ten coupons: ten have one, and nobody has two', LONG, async () => {
  const { id, code } = await campaign(testCampaign(now(), { code: makeCode(), quantity: 10 }))
  const people = await inTurn(howMany(500, 64), () => person())
  const ended = await allAtOnce(
    people.map((who) => () => inTx((tx) => claim(tx, { customer: who.id, code: code! }, now()))),
  )
  expect(codesOf(ended)).toEqual([
    ...Array(people.length - 10).fill('COUPON_CODE_UNKNOWN'),
    ...Array(10).fill('done'),
  ])
  const { rows } = await sql<{ claimed: number; customers: number }>`
    select claimed, (select count(distinct customer_id)::int from coupon where campaign_id = ${id}) as customers
    from coupon_campaign where id = ${id}`.execute(app.db)
  expect(rows).toEqual([{ claimed: 10, customers: 10 }])
})

test('T49: a trial started many times at once starts once', LONG, async () => {
  const customer = await person()
  const id = await given(testTrial(now()), customer)
  const before = await fund()
  const ended = await meet(app.db, {
    lock: (tx) => sql`select from coupon where id = ${id} for update`.execute(tx),
    parties: Array.from(
      { length: AT_ONCE },
      () => () => inTx((tx) => start(tx, { customer: customer.id, id }, now())),
    ),
  })
  expect(codesOf(ended)).toEqual([...Array(AT_ONCE - 1).fill('COUPON_NOT_USABLE'), 'done'])
  expect(await fund()).toBe(before - usdt('500.35'))
})

test('the last of the fund goes to one of those who want it, and never below zero', LONG, async () => {
  const rest = units((await fund()) - usdt('500.35'))
  await inTx((tx) =>
    post(
      tx,
      [
        {
          ...{ debit: fundOf('USDT'), credit: outsideAccount('USDT'), amount: rest },
          ...{ reason: 'treasury-funding', reference: 1n },
        },
      ],
      now(),
    ),
  )
  const people: { who: TestCustomer; id: bigint }[] = []
  for (let n = 0; n < 4; n++) {
    const who = await person()
    people.push({ who, id: await given(testTrial(now()), who) })
  }
  const ended = await meet(app.db, {
    lock: (tx) => sql`select from ledger_lock(${[fundOf('USDT')]}::bigint[])`.execute(tx),
    parties: people.map(
      ({ who, id }) =>
        () =>
          inTx((tx) => start(tx, { customer: who.id, id }, now())),
    ),
  })
  expect(codesOf(ended)).toEqual([...Array(3).fill('COUPON_FUND_EMPTY'), 'done'])
  expect(await fund()).toBe(0n)
})

test('a boost is in one of two orders that are made at once', LONG, async () => {
  const customer = await person()
  const id = await given(testCampaign(now()), customer)
  const ended = await meet(app.db, {
    lock: (tx) => sql`select from coupon where id = ${id} for update`.execute(tx),
    // Of two products, so that they wait for nothing but the coupon.
    parties: [productId, await anotherProduct()].map(
      (product) => async () =>
        (await app.call(subscribe, { productId: product, amount: '100' }, customer.token)).error ?? 'done',
    ),
  })
  expect(ended).toMatchObject([{ value: 'done' }, { value: 'done' }])
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from coupon_use where coupon_id = ${id}`.execute(app.db)
  expect(rows).toEqual([{ n: 1 }])
})
const anotherProduct = () =>
  inTx(async (tx) => {
    const { id } = await createProduct(tx, sevenDays, now())
    await setProductStatus(tx, id, 'open', now())
    return String(id)
  })

test('the jobs of several servers at once pay each order once', LONG, async () => {
  spot.clock.advance(now() - spot.clock.nowMs())
  const customer = await person()
  await given(testDiscount(now()), customer)
  const seller = await customerWith(app.db, { BTC: '10', USDT: '100000' })
  await order(spot, seller as never, { side: 'sell', quantity: '0.05' })
  await order(spot, customer.id, { quantity: '0.05' })
  app.clock.advance(1_000)
  const before = await funding(customer)
  await meet(app.db, {
    lock: (tx) => sql`select from coupon where customer_id = ${customer.id} for update`.execute(tx),
    parties: Array.from({ length: 4 }, () => () => payDiscounts(app.db, now())),
  })
  expect(await funding(customer)).toBe(before + usdt('0.75'))

  const trial = await given(testTrial(now()), customer)
  await inTx((tx) => start(tx, { customer: customer.id, id: trial }, now()))
  app.clock.advance(9 * 86_400_000)
  await Promise.all(Array.from({ length: 4 }, () => settleUses(app.db, savings, now())))
  expect(await funding(customer)).toBe(before + usdt('0.75') + usdt('0.35'))
})
