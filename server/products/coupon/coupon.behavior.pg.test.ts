import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#domain/coupon/contract.ts'
import { showCode } from '#domain/coupon/rules.ts'
import { redeem, subscribe } from '#domain/earn/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { quoteExits } from '#domain/financial/contract.ts'
import { units } from '#domain/money/amount.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { notices } from '#domain/notice/contract.ts'
import { statementEvents } from '#domain/statement/contract.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Tier } from '#domain/user/tiers.ts'
import { type AccountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf, post } from '#server/core/ledger/ledger.ts'
import { nextId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { asWriter } from '#server/testing/as-writer.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { openSevenDays, usdt } from '#server/testing/earn.ts'
import { customerWith, order, startTestSpot, type TestSpot } from '#server/testing/spot.ts'
import { createSessions } from '#server/users/sessions.ts'
import { settleDue } from '../earn/jobs.ts'
import { auditEarn } from '../earn/products.ts'
import { savings } from '../earn/service.ts'
import { fundingOf, fundOf, reserveOf } from './accounts.ts'
import { auditCoupons } from './audit.ts'
import { endCoupons, payDiscounts, settleUses } from './jobs.ts'
import { give, makeCode } from './service.ts'
import { insertCampaign, lockCampaign, type NewCampaign } from './store.ts'
import { fundCoupons, testCampaign, testDiscount, testTrial } from './testing.ts'

/** Coupons, one request after the other: what each kind pays, when, and what is refused. */

const START = Date.UTC(2026, 0, 2, 12)
let app: TestApp
let spot: TestSpot
let operators: ReturnType<typeof openTestConsole>
let seller: bigint
let productId: string

beforeAll(async () => {
  app = await openTestApp({ startMs: START })
  operators = openTestConsole(app)
  spot = await startTestSpot(app.db)
  seller = await customerWith(app.db, { BTC: '1000', USDT: '10000000' })
  productId = await openSevenDays(app.db, START)
})
afterAll(async () => {
  expect(await auditCoupons(app.db)).toEqual([])
  expect(await auditEarn(app.db)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await spot.engine.stop()
  await operators.close()
  await app.close()
})

let customer: TestCustomer
let begins = START
/** Each test begins at noon, a month after the one before, with an own customer, and with 1,000 USDT in the fund. */
beforeEach(async () => {
  begins += 30 * DAY_MS
  advance(begins - now())
  customer = await person()
  // What tests before left running has ended by now.
  await settle()
  const left = await balanceOf(app.db, fundOf('USDT'))
  await fundCoupons(app.db, '1000', now())
  await drain(left)
})

const now = () => app.clock.nowMs()
const advance = (ms: number) => {
  const target = now() + ms
  for (const clock of [app.clock, spot.clock]) clock.advance(target - clock.nowMs())
}
const person = async (tier: Tier = 'basic') => {
  const made = await addTestCustomer(app.db, app.clock, { tier })
  await app.give(made.id, 'funding', 'USDT', '10000')
  await app.give(made.id, 'spot', 'USDT', '100000')
  return made
}
/** A new session: days have passed. */
const tokenOf = ({ id }: TestCustomer) =>
  app.db
    .transaction()
    .execute((tx) => createSessions(app.db, app.clock).begin(tx, id, { device: 'test', ip: '10.0.0.1' }))
const ask = async (call: Endpoint, input = {}, who = customer) => {
  const { data, error } = await app.call(call, input, await tokenOf(who))
  expect(error).toBeUndefined()
  return data
}
const refusalOf = async (call: Endpoint, input: Record<string, unknown>, who = customer) =>
  (await app.call(call, input, await tokenOf(who))).error
const fund = () => balanceOf(app.db, fundOf('USDT'))
const reserve = () => balanceOf(app.db, reserveOf('USDT'))
const funding = (who = customer) => balanceOf(app.db, fundingOf(who.id, 'USDT'))
/** Takes money out of the fund. */
const drain = async (amount: bigint) => {
  if (amount > 0n)
    await app.db.transaction().execute((tx) =>
      post(
        tx,
        [
          {
            ...{ debit: fundOf('USDT'), credit: outsideAccount('USDT'), amount: units(amount) },
            ...{ reason: 'treasury-funding', reference: 1n },
          },
        ],
        now(),
      ),
    )
}
const campaign = async (row: NewCampaign) => {
  await app.db.transaction().execute((tx) => insertCampaign(tx, row))
  return row
}
/** Gives a customer a coupon of a new campaign. */
const given = async (row: NewCampaign, who = customer) => {
  await campaign(row)
  return app.db
    .transaction()
    .execute(async (tx) => String(await give(tx, (await lockCampaign(tx, { id: row.id }))!, who.id, now())))
}
const couponNow = async (id: string, who = customer) =>
  (await ask(calls.coupons, { limit: '100' }, who)).items.find((one: { id: string }) => one.id === id)
const subscribed = async (amount: string, who = customer) =>
  (await ask(subscribe, { productId, amount }, who)).id as string
const useOf = async (orderId: string, who = customer) =>
  (await ask(calls.couponOfOrder, { orderId }, who)).items
/** Midnight after so many days, with what is due done twice. */
const settle = async () => {
  for (let n = 0; n < 2; n++) {
    await settleDue(app.db, now())
    await settleUses(app.db, savings, now())
  }
}
/** Buys so much at 20,000 of somebody who sells: a fee of 0.15 % in bitcoin. */
const buys = async (quantity: string, who = customer) => {
  await order(spot, seller as never, { side: 'sell', quantity })
  return order(spot, who.id, { quantity })
}

describe('a code', () => {
  test('gives a coupon once, read as people type it, and tells of it', async () => {
    const { code } = await campaign(testCampaign(now(), { code: makeCode() }))
    const typed = showCode(code!).toLowerCase().replaceAll('-', ' ')
    const claimed = await ask(calls.claimCoupon, { code: typed })
    expect(claimed).toMatchObject({ kind: 'boost', sharePercent: '2', status: 'usable', order: null })
    expect(claimed.expiresAtMs).toBe(now() + 30 * DAY_MS)
    expect(await refusalOf(calls.claimCoupon, { code })).toBe('COUPON_CLAIMED')
    expect((await ask(calls.coupons, { status: 'usable' })).items).toEqual([claimed])
    expect((await ask(calls.coupons, {}, await person())).items).toEqual([])
    expect((await ask(notices)).items).toMatchObject([{ kind: 'coupon-given' }])
  })

  test('that is unknown, planned, ended, stopped or used up is answered the same', async () => {
    const answers = new Set<string>()
    const say = async (changes: Partial<NewCampaign>, then?: (row: NewCampaign) => Promise<unknown>) => {
      const row = await campaign(testCampaign(now(), { code: makeCode(), ...changes }))
      await then?.(row)
      const reply = await app.call(calls.claimCoupon, { code: row.code! }, customer.token)
      answers.add(JSON.stringify(reply))
    }
    await say({ opens_at: now() + 1, closes_at: now() + 2 })
    await say({ opens_at: now() - 2, closes_at: now() })
    await say({}, ({ id }) =>
      sql`update coupon_campaign set is_stopped = true where id = ${id}`.execute(app.db),
    )
    await say({ quantity: 1 }, async ({ code }) => ask(calls.claimCoupon, { code }, await person()))
    for (const code of [makeCode(), 'x', '0000-0000-0000']) {
      const reply = await app.call(calls.claimCoupon, { code }, customer.token)
      answers.add(JSON.stringify(reply))
    }
    expect([...answers].map((answer) => JSON.parse(answer).error)).toEqual(['COUPON_CODE_UNKNOWN'])
  })

  test('T30: is nobody’s to try who is not verified', async () => {
    const { code } = await campaign(testCampaign(now(), { code: makeCode() }))
    const unverified = await person('unverified')
    for (const tried of [code, makeCode()])
      expect(await refusalOf(calls.claimCoupon, { code: tried }, unverified)).toBe('KYC_REQUIRED')
  })

  test('is made of 60 random bits', () => {
    const codes = new Set(Array.from({ length: 1_000 }, makeCode))
    expect(codes.size).toBe(1_000)
    // Each of the 32 letters is somewhere: 12,000 draws leave one out once in 10^160.
    expect(new Set([...codes].join('')).size).toBe(32)
  })
})

describe('a boost', () => {
  test('is the best one, set aside at once, named on the order, and paid at its end once', async () => {
    const small = await given(testCampaign(now(), { share_bps: 100 }))
    const best = await given(testCampaign(now(), { share_bps: 300 }))
    // More points, on so little that they come to less.
    const narrow = await given(testCampaign(now(), { share_bps: 900, cap: usdt('100') }))
    const id = await subscribed('1000')
    // 1,000 × 3 % × 7 / 365.
    const boost = usdt('0.5753424')
    expect(await useOf(id)).toMatchObject([
      {
        couponId: best,
        sharePercent: '3',
        amount: '0.5753424',
        principal: '1000.0000000',
        status: 'running',
      },
    ])
    expect(await fund()).toBe(usdt('1000') - boost)
    expect(await reserve()).toBe(boost)
    expect(await couponNow(best)).toMatchObject({ status: 'running', order: { id, amount: '0.5753424' } })
    expect(
      (await ask(calls.coupons, { status: 'usable' })).items.map((one: { id: string }) => one.id),
    ).toEqual([narrow, small])
    expect(await useOf(id, await person())).toEqual([])

    advance(12 * 3_600_000 + 7 * DAY_MS)
    // Before the savings have ended nothing is paid, however due it is.
    await settleUses(app.db, savings, now())
    expect(await reserve()).toBe(boost)
    advance(MINUTE_MS)
    const before = await funding()
    await settle()
    // Principal, 7 days at 0.1 %, and the boost.
    expect(await funding()).toBe(before + usdt('1007') + boost)
    expect(await reserve()).toBe(0n)
    expect(await couponNow(best)).toMatchObject({ status: 'used', paid: '0.5753424' })
    expect(await useOf(id)).toMatchObject([{ status: 'paid' }])
    const { items } = await ask(statementEvents, { kind: 'coupon-boost' })
    expect(items).toMatchObject([{ kind: 'coupon-boost' }])
    expect((await ask(notices)).items.map(({ kind }: { kind: string }) => kind)).toContain('coupon-paid')
  })

  test('is given up by redeeming early: what was set aside goes back, and to the campaign', async () => {
    const row = testCampaign(now())
    const coupon = await given(row)
    const id = await subscribed('1000')
    // The firm ways out say it before, and count it among what they cost.
    const plain = await subscribed('1010')
    const { exits } = await ask(quoteExits, { currency: 'USDT' })
    expect(exits).toMatchObject([
      { id: plain, boostGivenUp: null },
      { id, boostGivenUp: (await useOf(id))[0]!.amount },
    ])
    advance(2 * DAY_MS)
    await ask(redeem, { id })
    await settle()
    expect(await fund()).toBe(usdt('1000'))
    expect(await reserve()).toBe(0n)
    expect(await useOf(id)).toMatchObject([{ status: 'returned' }])
    expect(await couponNow(coupon)).toMatchObject({ status: 'used', paid: '0.0000000' })
    const { rows } = await sql<{
      spent: bigint
    }>`select spent from coupon_campaign where id = ${row.id}`.execute(app.db)
    expect(rows).toEqual([{ spent: 0n }])
  })

  test('that the fund cannot pay is not applied, says so, and stays good', async () => {
    const coupon = await given(testCampaign(now()))
    await drain(usdt('999.9999'))
    const id = await subscribed('1000')
    expect(await useOf(id)).toMatchObject([
      { couponId: coupon, status: 'unfunded', amount: '0.0000000', principal: null },
    ])
    expect(await fund()).toBe(usdt('0.0001'))
    expect(await couponNow(coupon)).toMatchObject({ status: 'usable', order: null })
    await fundCoupons(app.db, '10', now())
    expect(await useOf(await subscribed('1000'))).toMatchObject([{ couponId: coupon, status: 'running' }])
  })

  test('leaves the second best where the campaign of the best has spent its budget', async () => {
    await given(testCampaign(now(), { share_bps: 900, budget: usdt('0.1') }))
    const second = await given(testCampaign(now(), { share_bps: 100 }))
    expect(await useOf(await subscribed('1000'))).toMatchObject([{ couponId: second, status: 'running' }])
  })

  test('is not used once its time is over', async () => {
    const coupon = await given(testCampaign(now(), { valid_days: 1 }))
    advance(DAY_MS)
    expect(await useOf(await subscribed('100'))).toEqual([])
    expect((await ask(calls.coupons, { status: 'expired' })).items).toMatchObject([{ id: coupon }])
    await endCoupons(app.db, now())
    await endCoupons(app.db, now())
    expect(await couponNow(coupon)).toMatchObject({ status: 'expired' })
  })
})

describe('a trial', () => {
  test('pays its interest at its end, and its principal is the fund’s again', async () => {
    const coupon = await given(testTrial(now()))
    const before = await funding()
    const started = await ask(calls.startTrial, { id: coupon })
    expect(started).toMatchObject({
      status: 'running',
      interest: '0.3500000',
      order: { amount: '0.3500000' },
    })
    expect(await reserve()).toBe(usdt('500.35'))
    expect(await funding()).toBe(before)
    expect(await refusalOf(calls.startTrial, { id: coupon })).toBe('COUPON_NOT_USABLE')
    advance(7 * DAY_MS)
    await settle()
    expect(await reserve()).toBe(usdt('500.35'))
    advance(DAY_MS / 2)
    await settle()
    expect(await funding()).toBe(before + usdt('0.35'))
    expect(await fund()).toBe(usdt('999.65'))
    expect(await reserve()).toBe(0n)
    expect(await couponNow(coupon)).toMatchObject({ status: 'used', paid: '0.3500000' })
  })

  test('is refused, and stays good, where the fund has not its principal and interest', async () => {
    const coupon = await given(testTrial(now()))
    await drain(usdt('499.6500001'))
    expect(await refusalOf(calls.startTrial, { id: coupon })).toBe('COUPON_FUND_EMPTY')
    expect(await couponNow(coupon)).toMatchObject({ status: 'usable' })
    await drain(0n)
    await fundCoupons(app.db, '0.0000001', now())
    await ask(calls.startTrial, { id: coupon })
    expect(await fund()).toBe(0n)
  })

  test('that cannot be paid keeps no other from its turn', async () => {
    const bitcoin = (amount: string) => readAmount(amount, 'BTC')
    const move = (debit: AccountId, credit: AccountId, amount: string) =>
      app.db
        .transaction()
        .execute((tx) =>
          post(
            tx,
            [{ debit, credit, amount: bitcoin(amount), reason: 'treasury-funding', reference: nextId() }],
            now(),
          ),
        )
    await move(outsideAccount('BTC'), fundOf('BTC'), '2')
    const other = await person()
    const terms = { currency: 'BTC', cap: bitcoin('1'), budget: bitcoin('1') }
    await ask(calls.startTrial, { id: await given(testTrial(now(), terms)) })
    await ask(calls.startTrial, { id: await given(testTrial(now()), other) }, other)
    await move(reserveOf('BTC'), outsideAccount('BTC'), '1')
    const before = await funding(other)
    advance(8 * DAY_MS)
    await expect(settleUses(app.db, savings, now())).rejects.toThrow()
    expect(await funding(other)).toBe(before + usdt('0.35'))
    await move(outsideAccount('BTC'), reserveOf('BTC'), '1')
    await settle()
    expect(await balanceOf(app.db, reserveOf('BTC'))).toBe(0n)
  })

  test('is nobody else’s, nor another kind’s, nor to be started late', async () => {
    const trial = await given(testTrial(now(), { valid_days: 1 }))
    expect(await refusalOf(calls.startTrial, { id: trial }, await person())).toBe('ORDER_NOT_FOUND')
    const boost = await given(testCampaign(now()))
    expect(await refusalOf(calls.startTrial, { id: boost })).toBe('COUPON_NOT_USABLE')
    advance(DAY_MS)
    expect(await refusalOf(calls.startTrial, { id: trial })).toBe('COUPON_NOT_USABLE')
  })
})

describe('a discount', () => {
  test('pays its share of the fee that was charged, once, to funding, and stands on the order', async () => {
    const coupon = await given(testDiscount(now()))
    const fees = await buys('0.05')
    // 0.000075 BTC at 20,000 is 1.5 USDT: half of it.
    expect(fees.fee).toBe(7_500n)
    const before = await funding()
    advance(1)
    for (let n = 0; n < 3; n++) {
      await payDiscounts(app.db, now())
      advance(MINUTE_MS)
    }
    expect(await funding()).toBe(before + usdt('0.75'))
    expect(await useOf(String(fees.id))).toMatchObject([
      {
        ...{ couponId: coupon, kind: 'discount', sharePercent: '50', amount: '0.7500000', status: 'paid' },
        ...{ fee: '0.00007500', feeCurrency: 'BTC' },
      },
    ])
    expect(await couponNow(coupon)).toMatchObject({ status: 'usable', paid: '0.7500000' })
    expect((await ask(statementEvents, { kind: 'coupon-discount' })).items).toHaveLength(1)
  })

  test('pays to its cap, and is used then; the next one goes on', async () => {
    const first = await given(testDiscount(now(), { cap: usdt('2') }))
    const next = await given(testDiscount(now(), { share_bps: 1_000 }))
    const before = await funding()
    for (const quantity of ['0.1', '0.1', '0.1']) await buys(quantity)
    advance(1)
    await payDiscounts(app.db, now())
    // Of three USDT each: 1.5; of the 0.5 that the first has left and 0.3 of the next the more; 0.3.
    expect(await funding()).toBe(before + usdt('2.3'))
    expect(await couponNow(first)).toMatchObject({ status: 'used', paid: '2.0000000' })
    expect(await couponNow(next)).toMatchObject({ status: 'usable', paid: '0.3000000' })
  })

  test('pays for orders that ended while it was good, and for no other', async () => {
    await buys('0.05')
    advance(1)
    const coupon = await given(testDiscount(now(), { valid_days: 1 }))
    const before = await funding()
    advance(DAY_MS - 1)
    await buys('0.05')
    advance(1)
    await buys('0.05')
    // Looked at late: it ends once nothing can come of that time any more.
    await payDiscounts(app.db, now())
    expect(await couponNow(coupon)).toMatchObject({ status: 'used' })
    advance(11 * MINUTE_MS)
    await payDiscounts(app.db, now())
    expect(await funding()).toBe(before + usdt('0.75'))
    const { rows } = await sql<{
      status: string
    }>`select status from coupon where id = ${coupon}::bigint`.execute(app.db)
    expect(rows).toEqual([{ status: 'used' }])
  })

  test('finds an order that was committed after its time had been looked at', async () => {
    const coupon = await given(testDiscount(now()))
    advance(2 * MINUTE_MS)
    const bought = await buys('0.05')
    advance(1)
    // As if this look had come before the engine’s batch was committed.
    await sql`update coupon set looked_at = ${new Date(now() + MINUTE_MS)} where id = ${coupon}::bigint`.execute(
      app.db,
    )
    advance(2 * MINUTE_MS)
    await payDiscounts(app.db, now())
    expect(await useOf(String(bought.id))).toMatchObject([{ status: 'paid' }])
  })

  test('that the fund cannot pay is not applied, says so, and never takes the fund below zero', async () => {
    const coupon = await given(testDiscount(now()))
    await drain(usdt('999.25'))
    const orders = [await buys('0.05'), await buys('0.05')]
    advance(1)
    await payDiscounts(app.db, now())
    expect(await fund()).toBe(0n)
    expect(await useOf(String(orders[0]!.id))).toMatchObject([{ status: 'paid', amount: '0.7500000' }])
    expect(await useOf(String(orders[1]!.id))).toMatchObject([{ status: 'unfunded', amount: '0.0000000' }])
    expect(await couponNow(coupon)).toMatchObject({ status: 'usable', paid: '0.7500000' })
    // An order has had its answer: what the fund gets later is for later orders.
    await fundCoupons(app.db, '10', now())
    advance(MINUTE_MS)
    await payDiscounts(app.db, now())
    expect(await fund()).toBe(usdt('10'))
  })

  test('of somebody whose fees nobody can work out keeps nobody else from theirs', async () => {
    const broken = await given(testDiscount(now()), await person())
    const { rows } = await sql<{ customer_id: bigint }>`
      select customer_id from coupon where id = ${broken}::bigint`.execute(app.db)
    const at = new Date(now())
    // A fee of nothing that was received.
    await asWriter(app.db, 'spot', (tx) =>
      sql`
        insert into spot_order (id, customer_id, symbol, side, order_type, time_in_force, post_only, price, quantity, filled,
          notional, fee, maker_fee_bps, taker_fee_bps, terms_version, status, reason, created_at, updated_at)
        values (${nextId()}, ${rows[0]!.customer_id}, 'BTC-USDT', 'buy', 'limit', 'gtc', false, 1, 1, 0, 0, 1, 0, 0, 1,
          'cancelled', 'user', ${at}, ${at})`.execute(tx),
    )
    advance(1)
    await given(testDiscount(now()))
    const before = await funding()
    await buys('0.05')
    advance(1)
    await expect(payDiscounts(app.db, now())).rejects.toThrow()
    expect(await funding()).toBe(before + usdt('0.75'))
    await sql`update coupon set status = 'expired' where id = ${broken}::bigint`.execute(app.db)
  })

  test('of many customers are looked at together', async () => {
    const people: TestCustomer[] = []
    for (let n = 0; n < 3; n++) people.push(await person())
    for (const who of people) await given(testDiscount(now()), who)
    const before = await Promise.all(people.map((who) => funding(who)))
    await buys('0.05', people[1])
    advance(MINUTE_MS)
    await payDiscounts(app.db, now())
    const after = await Promise.all(people.map((who) => funding(who)))
    expect(after.map((amount, n) => amount - before[n]!)).toEqual([0n, usdt('0.75'), 0n])
    const { rows } = await sql<{ looked_at: number }>`
      select looked_at from coupon where customer_id = any (${people.map(({ id }) => id)}::bigint[])`.execute(
      app.db,
    )
    expect(rows.map(({ looked_at }) => looked_at)).toEqual(people.map(() => now()))
  })

  test('catches up in parts when the server was away for days', async () => {
    await given(testDiscount(now()))
    const before = await funding()
    await buys('0.05')
    advance(3 * DAY_MS)
    await buys('0.05')
    advance(3 * DAY_MS)
    await payDiscounts(app.db, now())
    expect(await funding()).toBe(before + usdt('1.5'))
  })
})

test('a customer is reminded once, three days before a coupon ends', async () => {
  await given(testCampaign(now(), { valid_days: 5 }))
  const kinds = async () => (await ask(notices)).items.map(({ kind }: { kind: string }) => kind)
  advance(2 * DAY_MS - 1)
  await endCoupons(app.db, now())
  expect(await kinds()).toEqual(['coupon-given'])
  advance(1)
  await endCoupons(app.db, now())
  await endCoupons(app.db, now())
  expect(await kinds()).toEqual(['coupon-ends', 'coupon-given'])
})

test('the ledger’s records of coupons are not to be changed once they are decided', async () => {
  const coupon = await given(testTrial(now()))
  await ask(calls.startTrial, { id: coupon })
  advance(8 * DAY_MS)
  await settle()
  for (const change of [
    sql`update coupon_use set status = 'running' where coupon_id = ${coupon}::bigint`,
    sql`update coupon set status = 'usable' where id = ${coupon}::bigint`,
    sql`update coupon_use set amount = 1 where coupon_id = ${coupon}::bigint`,
    sql`delete from coupon_use where coupon_id = ${coupon}::bigint`,
  ])
    await expect(change.execute(app.db)).rejects.toThrow()
})

describe('operators', () => {
  const signIn = async () => {
    const [maker, checker] = [await operators.addOperator('finance'), await operators.addOperator('risk')]
    return { maker: await operators.tokenOf(maker), checker: await operators.tokenOf(checker) }
  }
  const draft = () => ({
    ...{ name: 'Spring', kind: 'boost', currency: 'USDT', share_bps: '200', cap: '1000', budget: '100' },
    ...{ quantity: '10', valid_days: '30', opens_at: String(now()), closes_at: String(now() + DAY_MS) },
    reason: 'planned',
  })

  test('make a campaign by two, see its code, and one of them stops it', async () => {
    const { maker, checker } = await signIn()
    const proposed = await operators.post('/console/coupon/create', maker, draft())
    expect(proposed.data.lines.map(({ label }: { label: string }) => label)).toContain('Code')
    const before = (await operators.get('/console/coupon', maker)).data.campaigns.length
    const { id } = proposed.data
    expect(
      (await operators.post('/console/proposal/approve', maker, { id, reason: 'mine' })).error,
    ).toBeDefined()
    await operators.post('/console/proposal/approve', checker, { id, reason: 'seen' })
    const { data } = await operators.get('/console/coupon', maker)
    expect(data.campaigns).toHaveLength(before + 1)
    const [made] = data.campaigns
    expect(made).toMatchObject({
      name: 'Spring',
      status: 'open',
      claimed: 0,
      spent: '0.0000000',
      audience: 'code',
    })
    expect(made.code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/)
    // Who gives no coupons sees no code, and neither does whoever reads the proposal or the log.
    for (const role of ['support', 'content', 'admin'] as const) {
      const viewer = await operators.tokenOf(await operators.addOperator(role))
      const { data: seen } = await operators.get('/console/coupon', viewer)
      expect(seen.campaigns[0]).toMatchObject({ id: made.id, code: `${made.code.slice(0, 4)}…` })
    }
    const { rows } = await sql<{ said: string }>`
      select params::text as said from proposal union all select detail::text from audit_log`.execute(app.db)
    expect(rows.length).toBeGreaterThan(0)
    for (const { said } of rows) expect(said).not.toContain(made.code.replaceAll('-', ''))
    await ask(calls.claimCoupon, { code: made.code })
    for (let n = 0; n < 2; n++)
      expect(
        (await operators.post('/console/coupon/stop', checker, { id: made.id, reason: 'enough' })).error,
      ).toBe(undefined)
    expect(await refusalOf(calls.claimCoupon, { code: made.code }, await person())).toBe(
      'COUPON_CODE_UNKNOWN',
    )
    // Who has one keeps it.
    expect(await useOf(await subscribed('100'))).toMatchObject([{ status: 'running' }])
    const { data: claims } = await operators.get(
      `/console/coupon/list?search=${made.id}`,
      await operators.tokenOf(await operators.addOperator('support')),
    )
    expect(claims.items).toMatchObject([
      { customerId: String(customer.id), status: 'running', name: 'Spring' },
    ])
  })

  test('give coupons to customers whom they name, verified ones alone', async () => {
    const { maker, checker } = await signIn()
    const other = await person()
    const named = { ...draft(), customers: `${customer.id}, ${other.id} ${customer.id}` }
    const { data } = await operators.post('/console/coupon/create', maker, named)
    await operators.post('/console/proposal/approve', checker, { id: data.id, reason: 'seen' })
    for (const who of [customer, other]) expect((await ask(calls.coupons, {}, who)).items).toHaveLength(1)
    const unverified = { ...draft(), customers: String((await person('unverified')).id) }
    expect((await operators.post('/console/coupon/create', maker, unverified)).error).toBe('KYC_REQUIRED')
    expect(
      (await operators.post('/console/coupon/create', maker, { ...draft(), customers: 'x' })).error,
    ).toBe('TERMS_INVALID')
  })

  test('give trials of savings that are on sale, at their term and rate', async () => {
    const { maker, checker } = await signIn()
    const trial = { ...draft(), kind: 'trial', share_bps: '0', cap: '500', product_id: productId }
    expect(
      (await operators.post('/console/coupon/create', maker, { ...trial, product_id: '999' })).error,
    ).toBe('TERMS_INVALID')
    const { data } = await operators.post('/console/coupon/create', maker, trial)
    await operators.post('/console/proposal/approve', checker, { id: data.id, reason: 'seen' })
    const { data: shown } = await operators.get('/console/coupon', maker)
    expect(shown.campaigns[0]).toMatchObject({ termDays: 7, dailyPercent: '0.10', cap: '500.0000000' })
  })

  test('reach campaigns beyond the newest hundred', async () => {
    const { maker } = await signIn()
    const oldest = await campaign(testCampaign(now()))
    for (let n = 0; n < 100; n++) await campaign(testCampaign(now()))
    const { data: first } = await operators.get('/console/coupon', maker)
    expect(first.campaigns).toHaveLength(100)
    expect(first.next).toBe(first.campaigns[99].id)
    const { data: second } = await operators.get(`/console/coupon?before=${first.next}`, maker)
    expect(second.campaigns[0].id).toBe(String(oldest.id))
  })

  test('see whether the fund covers what is promised', async () => {
    const { maker } = await signIn()
    const covered = async () =>
      (await operators.get('/console/coupon', maker)).data.coverage.find(
        ({ currency }: { currency: string }) => currency === 'USDT',
      )
    await sql`update coupon_campaign set is_stopped = true`.execute(app.db)
    await sql`update coupon set status = 'expired' where status = 'usable'`.execute(app.db)
    expect(await covered()).toMatchObject({ promised: '0.0000000', isCovered: true })
    await campaign(testCampaign(now(), { budget: usdt('400') }))
    // One trial of 500 with what it may cost.
    await given(testTrial(now(), { budget: usdt('100'), quantity: 1 }))
    expect(await covered()).toMatchObject({ free: '1000.0000000', promised: '1000.0000000', isCovered: true })
    await drain(1n)
    expect(await covered()).toMatchObject({ isCovered: false })
  })
})
