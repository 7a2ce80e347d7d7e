import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { interestToday, QUOTE_VALID_MS } from '#domain/earn/rules.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { parseRate } from '#domain/money/rate.ts'
import { DAY_MS, HOUR_MS, startOfDayUtc } from '#domain/time.ts'
import { hostileAmounts } from '#server/core/hostile-amounts.ts'
import { virtualClock } from '#server/platform/clock.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { allAtOnce, inTurn } from '#server/testing/at-once.ts'
import { FIRST_MIDNIGHT, openTermProducts, START_MS, sevenDays, usdt } from '#server/testing/earn.ts'
import { noRateLimits } from '#server/testing/http.ts'
import { howMany } from '#server/testing/length.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { sweepQuotes } from './jobs.ts'
import { editProduct, type ProductDraft } from './products.ts'
import { earnRoutes } from './routes.ts'
import { subscribe } from './service.ts'
import { balancesIn, customerTotals, listAccruals, type SubscriptionRow } from './store.ts'

/** Term products, on locked deposits; what other kinds do otherwise has a file for each. */

const earn = await openTermProducts()
afterAll(() => earn.close())

const { database, inTx, customerWith, openProduct, place, redeemNow, quote, funding, platform } = earn
const { inProducts, settle, subscriptionNow, daysOf, expectConsistent } = earn

describe('a subscription', () => {
  test('takes the principal from funding and sets all its interest aside', async () => {
    const customer = await customerWith('500')
    const before = { locked: await inProducts(customer), reserve: await platform('reserve') }
    const subscription = await place(customer, await openProduct(), '100')
    expect(await funding(customer)).toBe(usdt('400'))
    expect(await inProducts(customer)).toBe(before.locked + usdt('100'))
    expect(await platform('reserve')).toBe(before.reserve + usdt('0.7'))
    expect(subscription).toMatchObject({
      status: 'active',
      starts_at: FIRST_MIDNIGHT,
      matures_at: FIRST_MIDNIGHT + 7 * DAY_MS,
    })
    await expectConsistent()
  })

  test('keeps its terms when the product changes, and the next one is warned', async () => {
    const customer = await customerWith('500')
    const productId = await openProduct()
    const subscription = await place(customer, productId, '100')
    await inTx((tx) =>
      editProduct(tx, productId, { ...sevenDays, dailyRate: parseRate('0.0005')! }, START_MS),
    )
    await settle(FIRST_MIDNIGHT + DAY_MS)
    expect((await listAccruals(database.db, subscription.id)).map(({ amount }) => amount)).toEqual([
      usdt('0.1'),
    ])
    const seen = { customer, productId, amount: '100', termsVersion: 1 }
    await expect(inTx((tx) => subscribe(tx, seen, START_MS))).rejects.toMatchObject({
      code: 'TERMS_CHANGED',
    })
    await inTx((tx) => subscribe(tx, { ...seen, termsVersion: 2 }, START_MS))
  })

  test.each<[string, string, Partial<ProductDraft>, string, Record<string, unknown>]>([
    ['below the minimum', '9.9999999', {}, 'AMOUNT_TOO_SMALL', { minimum: '10.0000000', currency: 'USDT' }],
    ['above the maximum', '60', { maximum: usdt('50') }, 'AMOUNT_TOO_LARGE', { maximum: '50.0000000' }],
    ['above what is available', '500.0000001', {}, 'INSUFFICIENT_BALANCE', {}],
    [
      'above what is left',
      '60',
      { minimum: usdt('10'), maximum: usdt('50'), cap: usdt('50') },
      'AMOUNT_TOO_LARGE',
      {},
    ],
    ['with too many decimals', '10.00000001', {}, 'AMOUNT_TOO_PRECISE', { decimals: 7 }],
    ['of nothing', '0', {}, 'AMOUNT_INVALID', {}],
  ])('is refused %s, and nothing is written', async (_, amount, change, code, params) => {
    const customer = await customerWith('500')
    const productId = await openProduct(change)
    await expect(place(customer, productId, amount)).rejects.toMatchObject({ code, params })
    expect(await funding(customer)).toBe(usdt('500'))
    await expectConsistent()
  })

  test('is refused in a closed product, and in none', async () => {
    const customer = await customerWith('500')
    const productId = await openProduct()
    await earn.setStatus(productId, 'closed')
    await expect(place(customer, productId, '100')).rejects.toMatchObject({ code: 'EARN_CLOSED' })
    await expect(place(customer, 999_999n, '100')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is refused when the interest fund cannot pay it to the end', async () => {
    const customer = await customerWith('5000000')
    const greedy = { maximum: usdt('5000000'), cap: usdt('5000000'), dailyRate: parseRate('0.01')! }
    const productId = await openProduct({ ...greedy, termDays: 30 })
    const free = await platform('interest')
    await expect(place(customer, productId, '5000000')).rejects.toMatchObject({ code: 'EARN_SOLD_OUT' })
    expect(await platform('interest')).toBe(free)
  })

  test('T39: many at once for room for ten: ten are accepted, never one more', LONG, async () => {
    const productId = await openProduct({ maximum: usdt('1000'), cap: usdt('1000') })
    const count = howMany(500, 64)
    const customers = await inTurn(count, () => customerWith('100'))
    const results = await allAtOnce(customers.map((customer) => () => place(customer, productId, '100')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'EARN_SOLD_OUT', params: { left: '0.0000000' } })
    }
    await expectConsistent()
  })
})

describe('interest', () => {
  test('comes once a day, however often and however parallel the job runs', async () => {
    const customer = await customerWith('100')
    const subscription = await place(customer, await openProduct(), '100')
    for (const nowMs of [FIRST_MIDNIGHT, FIRST_MIDNIGHT + DAY_MS - 1]) await settle(nowMs)
    expect(await listAccruals(database.db, subscription.id)).toEqual([])
    const nowMs = FIRST_MIDNIGHT + DAY_MS
    await Promise.all(Array.from({ length: 8 }, () => settle(nowMs)))
    await settle(nowMs + 1)
    expect(await daysOf(subscription)).toEqual([1])
    await expectConsistent()
  })

  test('is all there when the job was away for days, and the subscription pays itself out', async () => {
    const customer = await customerWith('100')
    const subscription = await place(customer, await openProduct(), '100')
    await settle(FIRST_MIDNIGHT + 4 * DAY_MS)
    expect(await daysOf(subscription)).toEqual([4, 3, 2, 1])
    await settle(FIRST_MIDNIGHT + 40 * DAY_MS)
    expect(await subscriptionNow(subscription)).toMatchObject({
      status: 'matured',
      days_earned: 7,
      interest_paid: usdt('0.7'),
      penalty: 0n,
      refund: usdt('100.7'),
    })
    expect(await funding(customer)).toBe(usdt('100.7'))
    await settle(FIRST_MIDNIGHT + 41 * DAY_MS)
    expect(await funding(customer)).toBe(usdt('100.7'))
    await expectConsistent()
  })

  test('comes to fifty subscriptions of a year at once, though nobody looked for longer than that', async () => {
    const productId = await openProduct({ termDays: 365 })
    const customers = await Promise.all(Array.from({ length: 50 }, () => customerWith('10')))
    for (const customer of customers) await place(customer, productId, '10')
    const clock = virtualClock(START_MS)
    clock.advance(370 * DAY_MS)
    await settle(clock.nowMs())
    // 0.01 a day, 365 times.
    for (const customer of customers) expect(await funding(customer)).toBe(usdt('13.65'))
    const { rows } = await sql<{ status: string; subscriptions: number; days: number }>`
      select status, count(distinct id)::int as subscriptions, count(*)::int as days
      from earn_subscription join earn_accrual on subscription_id = id
      where product_id = ${productId} group by status`.execute(database.db)
    expect(rows).toEqual([{ status: 'matured', subscriptions: 50, days: 50 * 365 }])
    await expectConsistent()
  })

  test('cannot be written twice, changed or deleted, nor can what was agreed', async () => {
    const subscription = await place(await customerWith('100'), await openProduct(), '100')
    await settle(FIRST_MIDNIGHT + DAY_MS)
    const [first] = await listAccruals(database.db, subscription.id)
    await expect(
      sql`insert into earn_accrual (subscription_id, day, amount, transfer_id)
        values (${subscription.id}, 1, 1, ${first!.transfer_id + 1n})`.execute(database.db),
    ).rejects.toThrow(/duplicate key/)
    for (const statement of [
      sql`update earn_accrual set amount = 1`,
      sql`delete from earn_accrual`,
      sql`update earn_quote set refund = 1`,
      sql`update earn_subscription set principal = principal + 1`,
      sql`update earn_subscription set daily_rate = 1`,
      sql`update earn_subscription set matures_at = subscribed_at`,
      sql`delete from earn_subscription`,
      sql`update earn_product set term_days = 1`,
    ]) {
      await expect(statement.execute(database.db)).rejects.toThrow(/permission denied/)
    }
  })
})

describe('early redemption', () => {
  test('pays what the quote said, as interest, principal and penalty in the statement', async () => {
    const customer = await customerWith('100')
    const subscription = await place(customer, await openProduct(), '100')
    const nowMs = FIRST_MIDNIGHT + 3 * DAY_MS + 5
    await settle(nowMs)
    const { quote: figures } = await quote(subscription, nowMs)
    expect(figures).toMatchObject({ interest: usdt('0.3'), penalty: usdt('1'), refund: usdt('99.3') })
    const penalties = await platform('penalties')
    const ended = await redeemNow(subscription, nowMs + 10_000, figures.id)
    expect(ended).toMatchObject({ status: 'redeemed', refund: usdt('99.3'), days_earned: 3 })
    expect(await funding(customer)).toBe(usdt('99.3'))
    expect(await platform('penalties')).toBe(penalties + usdt('1'))
    await expectConsistent()
  })

  test('holds the quote over midnight, whether or not the job came in between', async () => {
    const productId = await openProduct()
    for (const jobRuns of [true, false]) {
      const customer = await customerWith('100')
      const subscription = await place(customer, productId, '100')
      const { quote: figures } = await quote(subscription, FIRST_MIDNIGHT + DAY_MS - 1_000)
      if (jobRuns) await settle(FIRST_MIDNIGHT + DAY_MS)
      await redeemNow(subscription, FIRST_MIDNIGHT + DAY_MS + 1_000, figures.id)
      expect(figures.refund).toBe(usdt('99'))
      expect(await funding(customer)).toBe(figures.refund)
      await expectConsistent()
    }
  })

  test('without a quote pays this moment’s figures, also for days the job has not seen', async () => {
    const customer = await customerWith('100')
    const subscription = await place(customer, await openProduct({ penaltyRate: parseRate('0.002')! }), '100')
    await redeemNow(subscription, FIRST_MIDNIGHT + 6 * DAY_MS)
    expect(await subscriptionNow(subscription)).toMatchObject({
      days_earned: 6,
      interest_paid: usdt('0.6'),
      penalty: usdt('0.6'),
      refund: usdt('100'),
    })
    expect(await funding(customer)).toBe(usdt('100'))
    await expectConsistent()
  })

  test('is refused twice, after maturity, on an old quote, on another subscription’s, and on somebody else’s subscription', async () => {
    const customer = await customerWith('300')
    const productId = await openProduct()
    const [one, two] = [await place(customer, productId, '100'), await place(customer, productId, '100')]
    const { quote: figures } = await quote(one, START_MS)
    const refused = (work: Promise<unknown>, code: string) => expect(work).rejects.toMatchObject({ code })
    await refused(redeemNow(one, START_MS + 10_001, figures.id), 'EARN_QUOTE_EXPIRED')
    await refused(redeemNow(two, START_MS, figures.id), 'EARN_QUOTE_EXPIRED')
    await refused(redeemNow(one, START_MS, 5n), 'EARN_QUOTE_EXPIRED')
    await refused(redeemNow({ ...one, customer_id: customerId(customer + 1n) }, START_MS), 'ORDER_NOT_FOUND')
    await refused(quote({ ...one, customer_id: customerId(customer + 1n) }, START_MS), 'ORDER_NOT_FOUND')
    await refused(redeemNow(one, one.ends_at), 'EARN_AT_ITS_END')
    await redeemNow(one, START_MS)
    await refused(redeemNow(one, START_MS), 'EARN_NOT_REDEEMABLE')
    await refused(quote(one, START_MS), 'EARN_NOT_REDEEMABLE')
    expect(await funding(customer)).toBe(usdt('199'))
    await expectConsistent()
  })

  test('deletes the quotes that nobody used some time after they expired, a step at a time', async () => {
    const { db } = database
    const productId = await openProduct()
    const subscription = await place(await customerWith('100'), productId, '100')
    const { quote: used } = await quote(subscription, START_MS)
    await redeemNow(subscription, START_MS, used.id)
    const other = await place(await customerWith('100'), productId, '100')
    const unused = [await quote(other, START_MS), await quote(other, START_MS), await quote(other, START_MS)]
    const { quote: young } = await quote(other, START_MS + HOUR_MS)
    const ids = [used.id, young.id, ...unused.map(({ quote: one }) => one.id)]
    const left = async () => {
      const rows = await db.selectFrom('earn_quote').select('id').where('id', 'in', ids).execute()
      return rows.map(({ id }) => id)
    }
    const atMs = START_MS + HOUR_MS + QUOTE_VALID_MS
    await sweepQuotes(db, atMs)
    expect(await left()).toHaveLength(5)
    await sweepQuotes(db, atMs + 1, 1)
    expect((await left()).sort()).toEqual([used.id, young.id].sort())
    await expect(sql`delete from earn_quote where id = ${used.id}`.execute(db)).rejects.toThrow(
      /earn_quote_kept/,
    )
    await expect(
      sql`update earn_quote set used_at = now() where id = ${used.id}`.execute(db),
    ).rejects.toThrow(/earn_quote_kept/)
  })

  test('T38: sixty-four times at once happens once', async () => {
    const customer = await customerWith('100')
    const subscription = await place(customer, await openProduct(), '100')
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, () => redeemNow(subscription, START_MS)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await funding(customer)).toBe(usdt('99'))
    await expectConsistent()
  })

  test.each(['maturity', 'redemption'] as const)(
    'T38: meeting its maturity, exactly one of the two happens: %s first',
    async (first) => {
      const customer = await customerWith('100')
      const subscription = await place(customer, await openProduct(), '100')
      const redeemed = await earn.redeemAtMaturity(subscription, first)
      const { status, refund } = await subscriptionNow(subscription)
      // The embedded database takes them one after the other, in an order of its own.
      if (database.kind === 'postgres') expect(status).toBe(first === 'maturity' ? 'matured' : 'redeemed')
      expect(redeemed).toMatchObject(
        status === 'matured' ? { reason: { code: 'EARN_NOT_REDEEMABLE' } } : { status: 'fulfilled' },
      )
      expect(refund).toBe(usdt(status === 'matured' ? '100.7' : '99.6'))
      expect(await funding(customer)).toBe(refund)
      await expectConsistent()
    },
  )
})

describe('at the same moment', () => {
  /** Eight customers, each about to put 10 USDT into every product, three times over. */
  const placers = async (products: readonly bigint[], nowMs: number) => {
    const customers = await Promise.all(Array.from({ length: 8 }, () => customerWith('100')))
    return customers.map((customer, n) => async () => {
      for (let turn = 0; turn < 3 * products.length; turn++)
        await place(customer, products[(n + turn) % products.length]!, '10', nowMs)
    })
  }
  const subscriptionsIn = async (products: readonly bigint[], count: number, nowMs: number) => {
    const customer = await customerWith(String(10 * count))
    const subscriptions: SubscriptionRow[] = []
    for (let n = 0; n < count; n++)
      subscriptions.push(await place(customer, products[n % products.length]!, '10', nowMs))
    return subscriptions
  }

  test('eight subscribe and ninety-six subscriptions are paid out: nobody is in anybody’s way', async () => {
    const products = [await openProduct(), await openProduct()]
    for (let round = 0; round < 4; round++) {
      const startMs = START_MS + round * 100 * DAY_MS
      const subscriptions = await subscriptionsIn(products, 96, startMs)
      const nowMs = subscriptions[0]!.ends_at
      const work = [() => settle(nowMs), ...(await placers(products, nowMs))]
      await Promise.all(work.map((start) => start()))
      expect((await subscriptionNow(subscriptions.at(-1)!)).status).toBe('matured')
    }
    await expectConsistent()
  })

  test('eight subscribe and others leave on a day not yet credited: nobody is in anybody’s way', async () => {
    const products = [await openProduct(), await openProduct()]
    for (let round = 0; round < 4; round++) {
      const startMs = START_MS + round * 100 * DAY_MS
      await settle(startMs)
      const subscriptions = await subscriptionsIn(products, 24, startMs)
      const nowMs = subscriptions[0]!.starts_at + DAY_MS
      const redemptions = subscriptions.map((subscription) => () => redeemNow(subscription, nowMs))
      const work = [...redemptions, ...(await placers(products, nowMs)), () => settle(nowMs)]
      await Promise.all(work.map((start) => start()))
      expect(await subscriptionNow(subscriptions.at(-1)!)).toMatchObject({
        status: 'redeemed',
        days_earned: 1,
      })
    }
    await expectConsistent()
  })
})

test('in a leap year of days, with the job run twice a day, every subscription earns exactly what it was promised', async () => {
  const startMs = Date.parse('2024-01-01T12:00:00Z')
  const clock = virtualClock(startMs)
  const customer = await customerWith('100000')
  // Principal, term, daily rate; and all the interest, worked out by hand.
  const golden = [
    ['1000', 365, '0.00018', '65.7'],
    ['333.3333333', 90, '0.00016', '4.7999970'],
    ['12.3456789', 60, '0.00014', '0.103698'],
    ['50', 30, '0.0001', '0.15'],
    ['10', 1, '0.000123', '0.00123'],
  ] as const
  const subscriptions: SubscriptionRow[] = []
  for (const [principal, termDays, dailyRate] of golden) {
    const productId = await openProduct({ termDays, dailyRate: parseRate(dailyRate)! })
    subscriptions.push(await place(customer, productId, principal, clock.nowMs()))
  }
  for (let day = 0; day < 366; day++) {
    clock.advance(DAY_MS)
    await settle(clock.nowMs())
    await settle(clock.nowMs())
    if (day % 61 === 0) await expectConsistent()
  }
  for (const [n, [principal, termDays, , interest]] of golden.entries()) {
    expect(await subscriptionNow(subscriptions[n]!)).toMatchObject({
      status: 'matured',
      days_earned: termDays,
      interest_paid: usdt(interest),
      refund: usdt(principal) + usdt(interest),
    })
    expect(await listAccruals(database.db, subscriptions[n]!.id)).toHaveLength(termDays)
  }
  await expectConsistent()
})

test('T40: customers who subscribe and leave at random never gain beyond the interest of the days they stayed', async () => {
  let seed = 7
  const random = (n: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed % n
  }
  const clock = virtualClock(START_MS)
  const productId = await openProduct({ minimum: usdt('0.01') })
  const customers = await Promise.all(Array.from({ length: 5 }, () => customerWith('1000')))
  for (let step = 0; step < 150; step++) {
    const customer = customers[random(5)]!
    if (random(3) > 0) {
      const amount = `${random(300)}.${String(random(10_000_000)).padStart(7, '0')}`
      await place(customer, productId, amount, clock.nowMs()).catch((error) =>
        expect(error.code).toMatch(/^(AMOUNT_|INSUFFICIENT)/),
      )
    } else {
      const active = await database.db
        .selectFrom('earn_subscription')
        .selectAll()
        .where('customer_id', '=', customer)
        .where('status', '=', 'active')
        .execute()
      const subscription = active[random(active.length || 1)]
      if (subscription) await redeemNow(subscription, clock.nowMs())
    }
    if (random(4) === 0) {
      clock.advance(random(3) * DAY_MS + random(DAY_MS))
      await settle(clock.nowMs())
    }
    if (step % 15 === 0) await expectConsistent()
  }
  await settle(clock.nowMs() + 30 * DAY_MS)
  for (const customer of customers) {
    const { rows } = await sql<{ interest: Units }>`
      select coalesce(sum(interest_paid) filter (where status = 'matured'), 0)::bigint as interest
      from earn_subscription where customer_id = ${customer}`.execute(database.db)
    expect(await funding(customer)).toBeLessThanOrEqual(usdt('1000') + rows[0]!.interest)
  }
  await expectConsistent()
})

describe('over HTTP', () => {
  const clock = virtualClock(START_MS)
  let app: ReturnType<typeof buildApp>

  beforeAll(() => {
    app = buildApp({
      title: 'test',
      version: '0',
      db: database.db,
      clock,
      log: pino({ level: 'silent' }),
      routes: earnRoutes({ lastTick: () => undefined }),
      limiter: noRateLimits(),
      authenticate: async (token) => ({ customer: { id: customerId(BigInt(token)), sessionId: 1n } }),
      isReady: async () => true,
    })
  })
  afterAll(() => app.close())

  const send = async (
    path: string,
    customer: CustomerId | undefined,
    fields: Record<string, string>,
    key?: string,
  ) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(customer ? { authorization: String(customer) } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      payload: new URLSearchParams(fields).toString(),
    })
    return answer.json()
  }

  test('sixty-four parallel duplicates of a subscription are one subscription with one answer', async () => {
    const customer = await customerWith('1000')
    const fields = { config_id: String(await openProduct()), amount: '100' }
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => send('/lh/deposit', customer, fields, 'one-key')),
    )
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await funding(customer)).toBe(usdt('900'))
    expect(await send('/lh/deposit', customer, { ...fields, amount: '101' }, 'one-key')).toMatchObject({
      error: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  test('a quote and the redemption after it show and pay the same figures', async () => {
    const customer = await customerWith('1000')
    const placed = await send('/lh/deposit', customer, {
      config_id: String(await openProduct()),
      amount: '100',
    })
    expect(placed.data.earlyRedemption).toEqual({
      interest: '0.0000000',
      penalty: '1.0000000',
      refund_amount: '99.0000000',
      givenUp: '0.0000000',
    })
    const { data: quoted } = await send('/lh/deposit/quote', customer, { id: placed.data.id })
    const { data: ended } = await send('/lh/deposit/order/cancel', customer, {
      id: placed.data.id,
      quote_id: quoted.quote_id,
    })
    const { interest, penalty, refund_amount } = quoted
    expect(ended).toMatchObject({
      status: 'ended',
      end: 'redeemed',
      earlyRedemption: null,
      result: { interest, penalty, refund_amount },
    })
    const list = await app.inject({
      url: '/api/lh/deposit/order',
      headers: { authorization: String(customer) },
    })
    expect(list.json().data.totals).toEqual([
      {
        currency: 'USDT',
        amount: '0.0000000',
        today_income: '0.0000000',
        total_income: '0.0000000',
        penaltyTotal: '1.0000000',
      },
    ])
  })

  test('the interest of today is what the last midnight brought, on the day of maturity too', async () => {
    const customer = await customerWith('100')
    const subscribedAtMs = clock.nowMs()
    const { id } = await place(customer, await openProduct({ termDays: 2 }), '100', subscribedAtMs)
    const firstMidnight = startOfDayUtc(subscribedAtMs) + DAY_MS
    const get = async (path: string) =>
      (await app.inject({ url: `/api${path}`, headers: { authorization: String(customer) } })).json().data
    const shownAt = async (nowMs: number) => {
      clock.advance(nowMs - clock.nowMs())
      const { totals } = await get('/lh/deposit/order')
      const subscription = await get(`/lh/deposit/detail?id=${id}`)
      expect(totals[0].total_income).toBe(subscription.total_income)
      return [subscription.today_income, totals[0].today_income]
    }
    const [nothing, aDay] = [Array(2).fill('0.0000000'), Array(2).fill('0.1000000')]
    const maturity = firstMidnight + 2 * DAY_MS

    expect(await shownAt(firstMidnight)).toEqual(nothing)
    expect(await shownAt(firstMidnight + DAY_MS - 1)).toEqual(nothing)
    // A moment before the job and after it.
    for (const midnight of [firstMidnight + DAY_MS, maturity]) {
      expect(await shownAt(midnight)).toEqual(aDay)
      await settle(midnight)
      expect(await shownAt(midnight)).toEqual(aDay)
    }
    expect(await shownAt(maturity + DAY_MS - 1)).toEqual(aDay)
    expect(await shownAt(maturity + DAY_MS)).toEqual(nothing)
  })

  test('the products on offer say what is left, and what the fund has', async () => {
    const productId = await openProduct({ cap: usdt('1000'), maximum: usdt('1000') })
    await place(await customerWith('250'), productId, '250')
    const { data } = (await app.inject({ url: '/api/lh/deposit/config' })).json()
    expect(data.products.find(({ id }: { id: string }) => id === String(productId))).toMatchObject({
      dailyPercent: '0.10',
      return_rate: '36.50',
      penaltyPercent: '1.00',
      left: '750.0000000',
      leftPercent: 75,
      availability: 'open',
    })
    expect(data.interestFund[0]).toMatchObject({ currency: 'USDT' })
  })

  test('without a session every call of a customer’s answers 999', async () => {
    for (const path of ['/lh/deposit', '/lh/deposit/quote', '/lh/deposit/order/cancel']) {
      expect(
        await send(path, undefined, { id: '1', config_id: '1', amount: '10', uid: '10000' }),
      ).toMatchObject({
        type: 999,
        code: 0,
      })
    }
  })

  test('T39: two hundred hostile amounts are refused and leave nothing behind', async () => {
    const customer = await customerWith('1000000')
    const productId = String(await openProduct())
    const before = await sql`select count(*)::int as n from transfer`.execute(database.db)
    for (const amount of hostileAmounts) {
      const answer = await send('/lh/deposit', customer, { config_id: productId, amount })
      expect([amount, answer.code]).toEqual([amount, 0])
      expect(answer.error).toMatch(/^(PARAMETER_ERROR|AMOUNT_)/)
    }
    expect((await sql`select count(*)::int as n from transfer`.execute(database.db)).rows).toEqual(
      before.rows,
    )
    expect(await funding(customer)).toBe(usdt('1000000'))
  })
})

test('interest of today is one figure: of each subscription, of the list’s total and of the wallet', async () => {
  const customer = await customerWith('400')
  const productId = await openProduct()
  const rows = [
    await place(customer, productId, '100'),
    await place(customer, productId, '200', START_MS + DAY_MS),
  ]
  const left = await place(customer, productId, '100')
  await redeemNow(left, FIRST_MIDNIGHT + DAY_MS + 1)
  for (let day = 0; day <= 10; day++) {
    const midnightMs = FIRST_MIDNIGHT + day * DAY_MS
    for (const jobRan of [false, true]) {
      if (jobRan) await settle(midnightMs)
      const each = await Promise.all([...rows, left].map((row) => subscriptionNow(row)))
      const expected = each.reduce((sum, row) => {
        const { status, starts_at: startsAtMs, ends_at: endsAtMs, interest_per_day: interestPerDay } = row
        return sum + interestToday({ status, startsAtMs, endsAtMs, interestPerDay }, midnightMs + 5)
      }, 0n)
      const [total] = await customerTotals(database.db, customer, midnightMs)
      const inWallet = (await balancesIn(database.db, customer, midnightMs)).reduce(
        (sum, { todayInterest = 0n }) => sum + todayInterest,
        0n,
      )
      expect([day, jobRan, total!.interest_today, inWallet]).toEqual([day, jobRan, expected, expected])
    }
  }
  expect(
    interestToday({ status: 'active', startsAtMs: 0, endsAtMs: DAY_MS, interestPerDay: units(5n) }, DAY_MS),
  ).toBe(5n)
})
