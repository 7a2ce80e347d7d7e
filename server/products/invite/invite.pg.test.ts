import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#domain/invite/contract.ts'
import { notices } from '#domain/notice/contract.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Tier } from '#domain/user/tiers.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { customerWith, order, startTestSpot, type TestSpot, unitsOf } from '#server/testing/spot.ts'
import { feesOf, fundingOf, reserveOf } from './accounts.ts'
import { auditInvite } from './audit.ts'
import { countFees, payCommission } from './jobs.ts'

let app: TestApp
let spot: TestSpot
let seller: bigint

const DAY = Date.UTC(2026, 0, 2)
const at = (dayMs: number, ms: number) => dayMs + ms

beforeAll(async () => {
  app = await openTestApp({ startMs: DAY })
  spot = await startTestSpot(app.db)
  seller = await customerWith(app.db, { BTC: '1000', USDT: '10000000' })
})
afterAll(async () => {
  expect(await auditInvite(app.db)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await spot.engine.stop()
  await app.close()
})

let dayMs = DAY
let inviter: TestCustomer
/** Each test has a day of its own, ten after the one before. */
beforeEach(async () => {
  dayMs += 10 * DAY_MS
  set(dayMs)
  inviter = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
})
function set(ms: number) {
  for (const clock of [app.clock, spot.clock]) clock.advance(ms - clock.nowMs())
}

async function friendOf({ id }: TestCustomer, tier: Tier = 'basic') {
  const friend = await addTestCustomer(app.db, app.clock, { tier, invitedBy: id })
  await app.give(friend.id, 'spot', 'USDT', '10000000')
  return friend
}

/** Has a friend buy at 20,000 from somebody who sells; returns the friend's order. */
async function buys(friend: TestCustomer, quantity: string) {
  await order(spot, seller as never, { side: 'sell', quantity })
  return order(spot, friend.id, { quantity })
}

const count = (ms = at(dayMs, DAY_MS + 10 * MINUTE_MS)) => countFees(app.db, ms)
const pay = (ms = at(dayMs, 31 * DAY_MS)) => payCommission(app.db, ms)
const funding = ({ id }: TestCustomer, currency = 'BTC') => balanceOf(app.db, fundingOf(id, currency))
/** New sessions: days have passed. */
const ask = async (call: Parameters<TestApp['call']>[0], customer: TestCustomer) => {
  const { data, error } = await app.call(call, {}, customer.token)
  expect(error).toBeUndefined()
  return data
}

describe('commission', () => {
  test('is a fifth of a friend’s fees, in their coin, held for 30 days and paid once', async () => {
    const friend = await friendOf(inviter)
    const bought = await buys(friend, '0.5')
    // 0.15 % of half a bitcoin.
    expect(bought.fee).toBe(unitsOf('0.00075', 'BTC'))
    const [fees, reserve] = [
      await balanceOf(app.db, feesOf('BTC')),
      await balanceOf(app.db, reserveOf('BTC')),
    ]

    await count(at(dayMs, DAY_MS + 10 * MINUTE_MS - 1))
    expect(await balanceOf(app.db, reserveOf('BTC'))).toBe(reserve)
    await count()
    await count()
    expect(await balanceOf(app.db, reserveOf('BTC'))).toBe(reserve + unitsOf('0.00015', 'BTC'))
    expect(await balanceOf(app.db, feesOf('BTC'))).toBe(fees - unitsOf('0.00015', 'BTC'))
    expect((await ask(calls.inviteCommissions, inviter)).items).toMatchObject([
      {
        ...{ status: 'held', currency: 'BTC', earnedOnMs: dayMs, paidAtMs: dayMs + 31 * DAY_MS, why: null },
        // 0.00015 BTC at 20,000.
        value: '3.0000000',
      },
    ])

    expect((await ask(calls.invitedCustomers, inviter)).items).toMatchObject([
      { id: String(friend.id), paidValue: '0.0000000', heldValue: '3.0000000' },
    ])
    await pay(at(dayMs, 31 * DAY_MS - 1))
    expect(await funding(inviter)).toBe(0n)
    await pay()
    await pay()
    expect(await funding(inviter)).toBe(unitsOf('0.00015', 'BTC'))
    expect(await balanceOf(app.db, reserveOf('BTC'))).toBe(reserve)
    expect((await ask(calls.invitedCustomers, inviter)).items).toMatchObject([
      { id: String(friend.id), isVerified: true, paidValue: '3.0000000', heldValue: '0.0000000' },
    ])
    expect((await ask(calls.inviteMonths, inviter)).items).toMatchObject([
      { held: '0.0000000', paid: '3.0000000', unpaid: '0.0000000' },
    ])
    expect((await ask(notices, inviter)).items).toMatchObject([
      { kind: 'invite-paid', text: 'Worth 3.00 USDT, now in your funding account.' },
    ])
  })

  test('shows a friend’s contact with its middle hidden, and to nobody else', async () => {
    const friend = await friendOf(inviter)
    const [line] = (await ask(calls.invitedCustomers, inviter)).items
    expect(line.contact).toMatch(/^c\*\*\*.@example\.com$/)
    expect(JSON.stringify(line)).not.toContain(friend.email)
    expect((await ask(calls.invitedCustomers, friend)).items).toEqual([])
    expect((await ask(calls.inviteCommissions, friend)).items).toEqual([])
  })

  test('T50: is paid when both are verified by then, and else goes back to the fees', async () => {
    const friend = await friendOf(inviter, 'unverified')
    const later = await friendOf(inviter, 'unverified')
    await buys(friend, '0.5')
    await buys(later, '0.5')
    await count()
    const fees = await balanceOf(app.db, feesOf('BTC'))
    await alterAsOwner(app, sql`update customer set tier = 'basic' where id = ${later.id}`)
    await pay()
    expect(await funding(inviter)).toBe(unitsOf('0.00015', 'BTC'))
    expect(await balanceOf(app.db, feesOf('BTC'))).toBe(fees + unitsOf('0.00015', 'BTC'))
    const { items } = await ask(calls.inviteCommissions, inviter)
    expect(items.map(({ status, why }: calls.CommissionView) => [status, why]).toSorted()).toEqual([
      ['paid', null],
      ['unpaid', 'unverified'],
    ])
  })

  test('T50: of a month is at most 500 USDT in value, whoever traded and in whichever coin', async () => {
    const [one, two] = [await friendOf(inviter), await friendOf(inviter)]
    // 0.15 % of 80 BTC at 20,000 is 2,400 USDT, a fifth of it 480: the second has 20 left, a 24th of its 0.024 BTC.
    await buys(one, '80')
    await buys(two, '80')
    await count()
    await pay()
    expect(await funding(inviter)).toBe(unitsOf('0.025', 'BTC'))
    const { items } = await ask(calls.inviteCommissions, inviter)
    expect(items.map(({ paid, why }: calls.CommissionView) => [Number(paid), why]).toSorted()).toEqual([
      [0.001, 'monthly-cap'],
      [0.024, null],
    ])
    expect((await ask(calls.inviteMonths, inviter)).items).toMatchObject([
      { paid: '500.0000000', unpaid: '460.0000000' },
    ])
  })

  test('is of 180 days from registration', async () => {
    const early = await friendOf(inviter)
    const late = await friendOf(inviter)
    const registered = (customer: TestCustomer, ms: number) =>
      sql`update customer set created_at = ${new Date(ms)}::timestamptz where id = ${customer.id}`
    await alterAsOwner(
      app,
      registered(early, dayMs - 180 * DAY_MS),
      registered(late, dayMs - 180 * DAY_MS + 1),
    )
    await buys(early, '0.5')
    await buys(late, '0.5')
    await count()
    const { items } = await ask(calls.inviteCommissions, inviter)
    expect(items).toHaveLength(1)
    expect((await ask(calls.invitedCustomers, inviter)).items).toMatchObject([
      { id: String(late.id), endsAtMs: dayMs + 1 },
      { id: String(early.id), endsAtMs: dayMs },
    ])
    const { rows } =
      await sql`select invited_id from invite_commission where inviter_id = ${inviter.id}`.execute(app.db)
    expect(rows).toEqual([{ invited_id: late.id }])
  })

  test('is of no order that ended after the 180 days, on their last day either', async () => {
    const friend = await friendOf(inviter)
    const ends = at(dayMs, 12 * HOUR_MS)
    const registered = new Date(ends - 180 * DAY_MS)
    await alterAsOwner(
      app,
      sql`update customer set created_at = ${registered}::timestamptz where id = ${friend.id}`,
    )
    set(ends - 1)
    await buys(friend, '0.5')
    set(ends)
    await buys(friend, '0.25')
    await count()
    await pay()
    // A fifth of 0.15 % of the first alone.
    expect(await funding(inviter)).toBe(unitsOf('0.00015', 'BTC'))
  })

  test('counts days that were missed, each by itself', async () => {
    const friend = await friendOf(inviter)
    await count(at(dayMs, HOUR_MS))
    await buys(friend, '0.5')
    set(at(dayMs, DAY_MS))
    await buys(friend, '0.5')
    await count(at(dayMs, 9 * DAY_MS))
    const { items } = await ask(calls.inviteCommissions, inviter)
    expect(items.map(({ earnedOnMs }: calls.CommissionView) => earnedOnMs)).toEqual([dayMs + DAY_MS, dayMs])
  })

  test('is counted and paid once by eight at a time', async () => {
    const friend = await friendOf(inviter)
    await buys(friend, '0.5')
    await Promise.all(Array.from({ length: 8 }, () => count()))
    await Promise.all(Array.from({ length: 8 }, () => pay()))
    expect(await funding(inviter)).toBe(unitsOf('0.00015', 'BTC'))
  })

  test('of many costs as many statements as that of one, to count and to pay', async () => {
    const { db, during } = countQueries(app.db)
    const costs: number[][] = []
    await count(at(dayMs, HOUR_MS))
    for (const friends of [1, 5]) {
      for (let n = 0; n < friends; n++) await buys(await friendOf(inviter), '0.5')
      const counting = await during(() => countFees(db, at(dayMs, DAY_MS + 10 * MINUTE_MS)))
      const paying = await during(() => payCommission(db, at(dayMs, 31 * DAY_MS)))
      costs.push([counting, paying])
      dayMs += DAY_MS
      set(dayMs)
    }
    expect(costs[1]).toEqual(costs[0])
    expect(await funding(inviter)).toBe(6n * unitsOf('0.00015', 'BTC'))
  })

  test('that was decided can be decided no other way', async () => {
    const friend = await friendOf(inviter)
    await buys(friend, '0.5')
    await count()
    await pay()
    await expect(
      sql`update invite_commission set status = 'held', paid = 0, paid_value = 0, decided_at = null
        where invited_id = ${friend.id}`.execute(app.db),
    ).rejects.toThrow(/is decided/)
  })
})
