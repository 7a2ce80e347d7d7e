import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveProposal } from '#domain/console/contract.ts'
import {
  closeEarnProduct,
  consoleEarn,
  proposeEarnOpening,
  proposeEarnProduct,
} from '#domain/earn/console.ts'
import * as calls from '#domain/earn/contract.ts'
import { parseRate } from '#domain/money/rate.ts'
import { statement } from '#domain/statement/contract.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { FIRST_MIDNIGHT, openTermProducts, START_MS, sevenDays, usdt } from '#server/testing/earn.ts'
import { type Exchange, openExchange } from '#server/testing/exchange.ts'
import type { ProductDraft } from './products.ts'

/** Quantitative savings: interest paid out each midnight; without a term until notice is given, or with one. */

/** 0.1 % a day until notice of 24 hours: 100 USDT earn 0.1 a day. */
const untilNotice: ProductDraft = {
  ...sevenDays,
  kind: 'quantization',
  termDays: 0,
  noticeHours: 24,
  penaltyRate: parseRate('0')!,
}
const fixed: Partial<ProductDraft> = { termDays: 7, noticeHours: 0, penaltyRate: parseRate('0.01')! }
const earn = await openTermProducts(untilNotice)
afterAll(() => earn.close())

const { customerWith, openProduct, setStatus, place, redeemNow, quote, settle } = earn
const { funding, inProducts, platform, subscriptionNow, daysOf, expectConsistent } = earn
const midnight = (days: number) => FIRST_MIDNIGHT + days * DAY_MS
const refused = (work: Promise<unknown>, code: string) => expect(work).rejects.toMatchObject({ code })

describe('without a term', () => {
  test('pays interest to funding each midnight and always has thirty days more set aside', async () => {
    const customer = await customerWith('500')
    const reserve = await platform('reserve')
    const subscription = await place(customer, await openProduct(), '100')
    expect(subscription).toMatchObject({ matures_at: null, ends_at: midnight(30), days_covered: 30 })
    expect(await platform('reserve')).toBe(reserve + usdt('3'))
    for (let day = 1; day <= 45; day++) {
      await settle(midnight(day))
      await settle(midnight(day) + HOUR_MS)
      expect(await funding(customer)).toBe(usdt('400') + BigInt(day) * usdt('0.1'))
    }
    expect(await inProducts(customer)).toBe(usdt('100'))
    expect(await platform('reserve')).toBe(reserve + usdt('3'))
    expect(await subscriptionNow(subscription)).toMatchObject({
      ...{ status: 'active', days_earned: 45, days_covered: 75, paid_daily: usdt('4.5') },
    })
    await expectConsistent()
  })

  test('pays each day once, however parallel the job runs, and all days that it was away', async () => {
    const customer = await customerWith('100')
    const subscription = await place(customer, await openProduct(), '100')
    await Promise.all(Array.from({ length: 8 }, () => settle(midnight(1))))
    expect(await daysOf(subscription)).toEqual([1])
    await settle(midnight(41))
    expect(await daysOf(subscription)).toHaveLength(41)
    expect(await funding(customer)).toBe(usdt('4.1'))
    expect(await subscriptionNow(subscription)).toMatchObject({ status: 'active', ends_at: midnight(71) })
    await expectConsistent()
  })

  test('is paid out in full 24 hours after notice, with the interest of all full days until then', async () => {
    const customer = await customerWith('100')
    const reserve = await platform('reserve')
    const subscription = await place(customer, await openProduct(), '100')
    const noticeMs = midnight(3) + 9 * HOUR_MS
    const { quote: figures } = await quote(subscription, noticeMs)
    expect(figures).toMatchObject({ interest: 0n, penalty: 0n, refund: usdt('100') })

    const noticed = await redeemNow(subscription, noticeMs, figures.id)
    const endsAtMs = noticeMs + DAY_MS
    expect(noticed).toMatchObject({
      status: 'active',
      notice_at: noticeMs,
      ends_at: endsAtMs,
      days_covered: 4,
    })
    await refused(redeemNow(subscription, noticeMs + 1), 'EARN_NOTICE_GIVEN')
    await refused(quote(subscription, noticeMs + 1), 'EARN_NOTICE_GIVEN')
    await expectConsistent()

    await settle(endsAtMs - 1)
    expect(await inProducts(customer)).toBe(usdt('100'))
    await settle(endsAtMs)
    await settle(endsAtMs + 40 * DAY_MS)
    expect(await funding(customer)).toBe(usdt('100.4'))
    expect(await subscriptionNow(subscription)).toMatchObject({
      ...{ status: 'matured', interest_paid: usdt('0.4'), penalty: 0n, refund: usdt('100') },
    })
    expect(await platform('reserve')).toBe(reserve)
    await expectConsistent()
  })

  test('on the day it began can be given notice of, and earns nothing then', async () => {
    const customer = await customerWith('100')
    const subscription = await place(customer, await openProduct(), '100')
    await redeemNow(subscription, START_MS)
    await settle(START_MS + DAY_MS)
    expect(await funding(customer)).toBe(usdt('100'))
    expect(await daysOf(subscription)).toEqual([])
    await expectConsistent()
  })

  test('sixty-four notices at once are one', async () => {
    const customer = await customerWith('100')
    const subscription = await place(customer, await openProduct(), '100')
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, () => redeemNow(subscription, START_MS)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectConsistent()
  })

  test('of a closed product runs to the end of what is set aside, and runs on when it is opened again', async () => {
    const productId = await openProduct()
    const [leaves, stays] = [await customerWith('100'), await customerWith('100')]
    const first = await place(leaves, productId, '100')
    await setStatus(productId, 'closed')
    await settle(midnight(40))
    expect(await subscriptionNow(first)).toMatchObject({ status: 'matured', days_earned: 30 })
    expect(await funding(leaves)).toBe(usdt('103'))

    await setStatus(productId, 'open')
    const second = await place(stays, productId, '100', midnight(40))
    await setStatus(productId, 'closed')
    await settle(midnight(50))
    await setStatus(productId, 'open')
    await settle(midnight(51))
    expect(await subscriptionNow(second)).toMatchObject({
      status: 'active',
      days_earned: 10,
      days_covered: 40,
    })
    await expectConsistent()
  })
})

test('what the fund cannot pay is not sold, nor prolonged: it ends with all its interest', async () => {
  const poor = await openTermProducts(untilNotice)
  const [rich, other] = [await poor.customerWith('50000'), await poor.customerWith('50000')]
  const greedy = { dailyRate: parseRate('0.01')!, maximum: usdt('50000'), cap: usdt('1000000') }
  const productId = await poor.openProduct(greedy)
  // 500 a day: 15,000 for thirty days. Taken out of 100,000, that is for 170 days more.
  const subscription = await poor.place(rich, productId, '50000')
  await poor.settle(midnight(169))
  await refused(poor.place(other, productId, '50000', midnight(169)), 'EARN_SOLD_OUT')
  await poor.settle(midnight(199))
  expect(await poor.subscriptionNow(subscription)).toMatchObject({ status: 'active', days_covered: 200 })
  await poor.settle(midnight(250))
  expect(await poor.subscriptionNow(subscription)).toMatchObject({ status: 'matured', days_earned: 200 })
  expect(await poor.funding(rich)).toBe(usdt('150000'))
  expect([await poor.platform('interest'), await poor.platform('reserve')]).toEqual([0n, 0n])
  await poor.expectConsistent()
  await poor.close()
})

test('what one takes of the fund is not there for the next, also in one run of the job', async () => {
  const poor = await openTermProducts(untilNotice)
  const greedy = { dailyRate: parseRate('0.01')!, maximum: usdt('50000'), cap: usdt('1000000') }
  const productId = await poor.openProduct(greedy)
  // 500 a day each: 70,000 are left for what is beyond the first thirty days.
  const both = [
    await poor.place(await poor.customerWith('50000'), productId, '50000'),
    await poor.place(await poor.customerWith('50000'), productId, '50000'),
  ]
  await poor.settle(midnight(100))
  const covered = await Promise.all(both.map(poor.subscriptionNow))
  expect(covered.map(({ days_covered }) => days_covered).sort((a, b) => a - b)).toEqual([70, 130])
  expect(await poor.platform('interest')).toBe(0n)
  await poor.expectConsistent()
  await poor.close()
})

test('notice by a clock that is behind keeps the days that were credited', async () => {
  const customer = await customerWith('100')
  const subscription = await place(customer, await openProduct(), '100')
  await settle(midnight(10))
  expect(await redeemNow(subscription, midnight(3))).toMatchObject({ days_earned: 10, days_covered: 10 })
  await expectConsistent()
})

describe('with a term', () => {
  test('pays interest daily and the principal at maturity', async () => {
    const customer = await customerWith('100')
    const subscription = await place(customer, await openProduct(fixed), '100')
    await settle(midnight(6))
    expect(await funding(customer)).toBe(usdt('0.6'))
    await settle(midnight(9))
    expect(await funding(customer)).toBe(usdt('100.7'))
    expect(await subscriptionNow(subscription)).toMatchObject({
      ...{ status: 'matured', interest_paid: usdt('0.7'), refund: usdt('100') },
    })
    await expectConsistent()
  })

  test.each([
    ['the penalty', '0.01', '1', '99.3'],
    ['all interest, where that is more', '0.001', '0.3', '100'],
  ])('left early costs %s: never a gain, also with days the job has not seen', async (_, rate, cost, all) => {
    const productId = await openProduct({ ...fixed, penaltyRate: parseRate(rate)! })
    for (const settled of [3, 1]) {
      const customer = await customerWith('100')
      const subscription = await place(customer, productId, '100')
      await settle(midnight(settled))
      const ended = await redeemNow(subscription, midnight(3) + 5)
      expect(ended).toMatchObject({ status: 'redeemed', penalty: usdt(cost), interest_paid: usdt('0.3') })
      expect(ended.refund).toBe(usdt('100') - usdt(cost))
      expect(await funding(customer)).toBe(usdt(all))
      await expectConsistent()
    }
  })

  test('has a quote to midnight at most, and none that a payment has passed', async () => {
    const customer = await customerWith('100')
    const subscription = await place(customer, await openProduct(fixed), '100')
    const { quote: figures } = await quote(subscription, midnight(1) - 1_000)
    expect(figures.valid_until).toBe(midnight(1) - 1)
    await refused(redeemNow(subscription, midnight(1), figures.id), 'EARN_QUOTE_EXPIRED')
    await settle(midnight(1))
    await refused(redeemNow(subscription, midnight(1) - 500, figures.id), 'EARN_QUOTE_EXPIRED')
    await redeemNow(subscription, midnight(1) - 500)
    expect(await funding(customer)).toBe(usdt('99.1'))
    await expectConsistent()
  })

  test.each(['maturity', 'redemption'] as const)(
    'meeting its maturity, exactly one of the two happens: %s first',
    async (first) => {
      const customer = await customerWith('100')
      const subscription = await place(customer, await openProduct(fixed), '100')
      await earn.redeemAtMaturity(subscription, first)
      const { status } = await subscriptionNow(subscription)
      expect(await funding(customer)).toBe(usdt(status === 'matured' ? '100.7' : '99.6'))
      await expectConsistent()
    },
  )
})

describe('over HTTP', () => {
  let exchange: Exchange
  beforeAll(async () => {
    exchange = await openExchange()
  })
  afterAll(() => exchange.close())

  test('is listed where it is asked for; by default lists are of locked deposits', async () => {
    const { alice } = exchange
    const kindsOf = (list: readonly { kind: string }[]) => [...new Set(list.map(({ kind }) => kind))]
    expect(kindsOf((await alice.ask(calls.earnProducts)).products)).toEqual(['locked'])
    const { products } = await alice.ask(calls.earnProducts, { kind: 'quantization' })
    expect(kindsOf(products)).toEqual(['quantization'])
    const product = products.find(({ termDays, currency }) => termDays === 0 && currency === 'USDT')!
    expect(product).toMatchObject({ noticeHours: 24, dailyPercent: '0.008', penaltyPercent: '0.00' })

    const stranger = await exchange.newPerson('stranger', 'unverified')
    const asked = { productId: product.id, amount: '1000' }
    await expect(stranger.ask(calls.subscribe, asked)).rejects.toThrow('"type":998')
    const [locked] = (await alice.ask(calls.earnProducts)).products.filter(
      ({ currency }) => currency === 'USDT',
    )
    await stranger.ask(calls.subscribe, { productId: locked!.id, amount: locked!.minimum })

    const made = await alice.ask(calls.subscribe, { productId: product.id, amount: '1000' })
    expect(made).toMatchObject({ kind: 'quantization', noticeAtMs: null, interestPerDay: '0.0800000' })
    expect((await alice.ask(calls.earnSubscriptions)).items).toEqual([])
    const { items, totals } = await alice.ask(calls.earnSubscriptions, { kind: 'quantization' })
    expect(items.map(({ id }) => id)).toEqual([made.id])
    expect(totals).toMatchObject([{ currency: 'USDT', principal: '1000.0000000' }])
    expect((await alice.ask(statement)).items[0]).toMatchObject({ reason: 'earn-quantization-subscription' })

    const noticed = await alice.ask(calls.redeem, { id: made.id })
    expect(noticed).toMatchObject({ status: 'active', earlyRedemption: null, result: null })
    expect(noticed.noticeAtMs! + DAY_MS).toBe(noticed.maturesAtMs)
    const unknown = await exchange.send('customers', calls.earnProducts, undefined, { kind: 'futures' })
    expect(unknown).toMatchObject({ error: 'VALUE_NOT_ALLOWED' })
  })

  test('is created by two operators, within bounds of its own', async () => {
    const { maker, checker, alice } = exchange
    const draft = {
      kind: 'quantization',
      currency: 'ETH',
      termDays: '0',
      noticeHours: '48',
      dailyRate: '0.0001',
    }
    const input = { ...draft, penaltyRate: '0', minimum: '0.1', maximum: '10', cap: '100', reason: 'spring' }
    for (const [change, field] of [
      [{ noticeHours: '0' }, 'notice_hours'],
      [{ penaltyRate: '0.01' }, 'penalty_rate'],
      [{ termDays: '30' }, 'notice_hours'],
      [{ kind: 'locked' }, 'term_days'],
    ] as const) {
      const reply = await exchange.send('operators', proposeEarnProduct, maker.token, { ...input, ...change })
      expect([field, reply.error]).toEqual([field, 'TERMS_INVALID'])
      expect(reply.text).toContain(field)
    }
    const proposal = await maker.ask(proposeEarnProduct, input)
    expect(proposal.title).toBe('New: ETH, until notice')
    expect(proposal.lines).toContainEqual({ label: 'Kind', value: 'Quantitative savings', before: null })
    expect(proposal.lines).toContainEqual({ label: 'Notice', value: '48 hours', before: null })
    await checker.ask(approveProposal, { id: proposal.id, reason: 'agreed' })
    const before = (await alice.ask(calls.earnProducts, { kind: 'quantization' })).products
    expect(before.some(({ currency }) => currency === 'ETH')).toBe(false)
    const all = (await maker.ask(consoleEarn)).products
    const id = String(Math.max(...all.map((product) => Number(product.id))))
    const opening = await maker.ask(proposeEarnOpening, { id, reason: 'start' })
    await checker.ask(approveProposal, { id: opening.id, reason: 'agreed' })
    const { products } = await alice.ask(calls.earnProducts, { kind: 'quantization' })
    expect(products.find((product) => product.id === id)).toMatchObject({ currency: 'ETH', noticeHours: 48 })

    const outdated = await maker.ask(proposeEarnOpening, { id, reason: 'once more' })
    await checker.ask(closeEarnProduct, { id, reason: 'in an emergency' })
    const approval = { id: outdated.id, reason: 'agreed' }
    const late = await exchange.send('operators', approveProposal, checker.token, approval)
    expect(late.error).toBe('PROPOSAL_OUTDATED')
    const after = (await alice.ask(calls.earnProducts, { kind: 'quantization' })).products
    expect(after.some((product) => product.id === id)).toBe(false)
  })
})
