import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowed, refused } from '../errors.ts'
import { parseDecimal, RATE_ONE, type Rate, rate, type Units, units } from '../money/amount.ts'
import { parseRate } from '../money/rate.ts'
import { DAY_MS } from '../time.ts'
import {
  breakEvenDay,
  type CustomerContext,
  coveredPrincipal,
  daysEarned,
  daysToAdd,
  decideSubscription,
  earlyRedemption,
  earnsAt,
  endAfterNotice,
  fullInterest,
  interestOver,
  interestPerDay,
  invalidField,
  type ProductLimits,
  type ProductTerms,
  quoteEnd,
  remainingCapacity,
  schedule,
  type Terms,
} from './rules.ts'

const usdt = (text: string) => units(parseDecimal(text, 7)!)
const at = (text: string) => Date.parse(text)
const ninetyDays: Terms = { termDays: 90, dailyRate: parseRate('0.00018')!, penaltyRate: parseRate('0.01')! }

describe('the schedule', () => {
  test.each([
    ['in the middle of a day', '2022-12-13T14:05:00Z', 90, '2022-12-14T00:00:00Z', '2023-03-14T00:00:00Z'],
    ['at midnight exactly', '2022-12-13T00:00:00Z', 1, '2022-12-14T00:00:00Z', '2022-12-15T00:00:00Z'],
    [
      'in the last millisecond of a day',
      '2022-12-13T23:59:59.999Z',
      1,
      '2022-12-14T00:00:00Z',
      '2022-12-15T00:00:00Z',
    ],
    ['over a leap day', '2024-02-27T08:00:00Z', 7, '2024-02-28T00:00:00Z', '2024-03-06T00:00:00Z'],
    [
      'over the end of an ordinary February',
      '2023-02-27T08:00:00Z',
      7,
      '2023-02-28T00:00:00Z',
      '2023-03-07T00:00:00Z',
    ],
    [
      'over a year with a leap day',
      '2023-12-31T12:00:00Z',
      365,
      '2024-01-01T00:00:00Z',
      '2024-12-31T00:00:00Z',
    ],
    [
      'over the year 2100, which has no leap day',
      '2100-02-27T12:00:00Z',
      2,
      '2100-02-28T00:00:00Z',
      '2100-03-02T00:00:00Z',
    ],
  ])('%s', (_, subscribed, termDays, starts, matures) => {
    expect(schedule(termDays, at(subscribed))).toEqual({ startsAtMs: at(starts), maturesAtMs: at(matures) })
  })

  test.each([
    ['before it starts', '2022-12-13T23:59:59.999Z', 0],
    ['when it starts', '2022-12-14T00:00:00Z', 0],
    ['a millisecond before the first midnight', '2022-12-14T23:59:59.999Z', 0],
    ['at the first midnight', '2022-12-15T00:00:00Z', 1],
    ['on the last day', '2023-03-13T23:59:59.999Z', 89],
    ['at maturity', '2023-03-14T00:00:00Z', 90],
    ['long after', '2024-03-14T00:00:00Z', 90],
  ])('%s', (_, now, days) => {
    const subscription = { startsAtMs: at('2022-12-14T00:00:00Z'), daysCovered: 90 }
    expect(daysEarned(subscription, at(now))).toBe(days)
  })
})

describe('a midnight', () => {
  const subscription = { startsAtMs: at('2022-12-14T00:00:00Z'), endsAtMs: at('2023-03-14T00:00:00Z') }

  test.each([
    ['at which it starts', '2022-12-14T00:00:00Z', false],
    ['after its first day', '2022-12-15T00:00:00Z', true],
    ['at which it matures', '2023-03-14T00:00:00Z', true],
    ['after it matured', '2023-03-15T00:00:00Z', false],
  ])('%s: does it bring a day of interest?', (_, midnight, brings) => {
    expect(earnsAt(subscription, at(midnight))).toBe(brings)
  })

  test('brings one exactly when a day more is earned then', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 730 }), fc.integer({ min: -3, max: 740 }), (termDays, n) => {
        const { startsAtMs, maturesAtMs: endsAtMs } = schedule(termDays, at('2022-12-13T14:05:00Z'))
        const midnight = startsAtMs + n * DAY_MS
        const earned = (nowMs: number) => daysEarned({ startsAtMs, daysCovered: termDays }, nowMs)
        expect(earnsAt({ startsAtMs, endsAtMs }, midnight)).toBe(earned(midnight) > earned(midnight - 1))
      }),
    )
  })
})

describe('interest and early redemption', () => {
  // 1,000 USDT, 90 days at 0.018 % a day, 1 % penalty: the customer of the design's picture.
  test.each([
    [0, '0', '10', '990'],
    [30, '5.4', '10', '995.4'],
    [55, '9.9', '10', '999.9'],
    [56, '10.08', '10.08', '1000'],
    [89, '16.02', '16.02', '1000'],
  ])('after %i days: interest %s, penalty %s, refund %s', (days, interest, penalty, refund) => {
    expect(earlyRedemption(usdt('1000'), ninetyDays, days, 'locked')).toEqual({
      interest: usdt(interest),
      penalty: usdt(penalty),
      refund: usdt(refund),
    })
  })

  test('at maturity 1,000 has become 1,016.20', () => {
    expect(usdt('1000') + fullInterest(usdt('1000'), ninetyDays)).toBe(usdt('1016.2'))
  })

  test('the day of even is the first on which the whole principal comes back', () => {
    expect(breakEvenDay(usdt('1000'), ninetyDays)).toBe(56)
    expect(breakEvenDay(usdt('1000'), { ...ninetyDays, penaltyRate: rate(0n) })).toBe(0)
    expect(breakEvenDay(usdt('1000'), { ...ninetyDays, penaltyRate: parseRate('0.2')! })).toBeUndefined()
  })

  test('early redemption never gains, never takes more than the principal, and never shrinks with time', () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, fc.nat(730), (terms, principal, day) => {
        const days = Math.min(day, terms.termDays - 1)
        const redemption = earlyRedemption(principal, terms, days, 'locked')
        expect(redemption.refund).toBeLessThanOrEqual(principal)
        expect(redemption.refund).toBeGreaterThanOrEqual(0n)
        expect(redemption.penalty).toBeGreaterThanOrEqual(redemption.interest)
        expect(redemption.refund).toBe(principal + redemption.interest - redemption.penalty)
        expect(earlyRedemption(principal, terms, days + 1, 'locked').refund).toBeGreaterThanOrEqual(
          redemption.refund,
        )
      }),
    )
  })

  test('where interest is paid daily, early redemption never gains beyond it either, nor costs more than the principal', () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, fc.nat(730), (any, principal, day) => {
        // What operators may set: a penalty must be able to take all interest back.
        const most = RATE_ONE / BigInt(any.termDays)
        const terms = { ...any, dailyRate: any.dailyRate < most ? any.dailyRate : rate(most) }
        const days = Math.min(day, terms.termDays - 1)
        const { interest, penalty, refund } = earlyRedemption(principal, terms, days, 'quantization')
        expect(interest).toBe(0n)
        expect(refund).toBe(principal - penalty)
        expect(refund).toBeGreaterThanOrEqual(0n)
        expect(refund + interestOver(principal, terms, days)).toBe(
          earlyRedemption(principal, terms, days, 'locked').refund,
        )
      }),
    )
  })

  test('a hundred thousand deposits redeemed early in a row never gain', () => {
    let money = usdt('1000')
    for (let turn = 0; turn < 100_000 && money > 0n; turn++) {
      const next = earlyRedemption(money, ninetyDays, turn % ninetyDays.termDays, 'locked').refund
      expect(next <= money).toBe(true)
      money = next
    }
  })

  test('splitting a deposit never earns more', () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, anyAmount, (terms, one, other) => {
        const apart = interestPerDay(one, terms) + interestPerDay(other, terms)
        expect(apart).toBeLessThanOrEqual(interestPerDay(units(one + other), terms))
      }),
    )
  })

  test('what the fund covers, it can pay', () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, (terms, free) => {
        const principal = coveredPrincipal(free, terms)
        expect(fullInterest(principal, terms)).toBeLessThanOrEqual(free)
      }),
    )
  })
})

describe('without a term', () => {
  const untilNotice: Terms = { termDays: 0, dailyRate: parseRate('0.0001')!, penaltyRate: rate(0n) }
  const noon = at('2024-02-28T12:00:00Z')

  test('thirty days are set aside ahead, and leaving costs nothing', () => {
    expect(schedule(0, noon)).toEqual({
      startsAtMs: at('2024-02-29T00:00:00Z'),
      maturesAtMs: at('2024-03-30T00:00:00Z'),
    })
    expect(fullInterest(usdt('1000'), untilNotice)).toBe(usdt('3'))
    expect(earlyRedemption(usdt('1000'), untilNotice, 12, 'quantization')).toEqual({
      ...{ interest: 0n, penalty: 0n },
      refund: usdt('1000'),
    })
  })

  test.each([
    ['on the first day nothing', 0, '1000', 0],
    ['each midnight one', 1, '1000', 1],
    ['after a week away seven', 7, '1000', 7],
    ['what the fund can pay', 7, '0.5', 5],
    ['none from an empty fund', 7, '0.0999999', 0],
  ])('%s is set aside more', (_, passed, fund, days) => {
    const subscription = { startsAtMs: noon, daysCovered: 30, interestPerDay: usdt('0.1') }
    expect(daysToAdd(subscription, usdt(fund), noon + passed * DAY_MS)).toBe(days)
  })

  test('notice ends it after its hours, and never after the end it has anyway', () => {
    const subscription = { endsAtMs: noon + 30 * DAY_MS, noticeHours: 24 }
    expect(endAfterNotice(subscription, noon)).toBe(noon + DAY_MS)
    expect(endAfterNotice({ ...subscription, endsAtMs: noon + 5 }, noon)).toBe(noon + 5)
  })

  test('a quote holds its ten seconds; where interest is paid daily, not over midnight', () => {
    const late = at('2024-02-28T23:59:55Z')
    expect(quoteEnd('locked', late)).toBe(late + 10_000)
    expect(quoteEnd('quantization', late)).toBe(late + 4_999)
    expect(quoteEnd('quantization', noon)).toBe(noon + 10_000)
  })
})

describe('the decision on a subscription', () => {
  const limits: ProductLimits = {
    ...ninetyDays,
    currency: 'USDT',
    isOpen: true,
    minimum: usdt('10'),
    maximum: usdt('50000'),
    cap: usdt('100000'),
    subscribed: usdt('60000'),
    termsVersion: 3,
  }
  const context: CustomerContext = {
    termsVersionSeen: 3,
    inProduct: usdt('0'),
    available: usdt('60000'),
    fund: usdt('1000000'),
  }

  test.each<
    [string, Partial<ProductLimits>, Partial<CustomerContext>, string, ReturnType<typeof decideSubscription>]
  >([
    ['a fair subscription is allowed', {}, {}, '1000', allowed({})],
    ['the minimum is allowed', {}, {}, '10', allowed({})],
    ['without a version seen', {}, { termsVersionSeen: undefined }, '10', allowed({})],
    ['the last of the cap', {}, {}, '40000', allowed({})],
    ['a closed product', { isOpen: false }, {}, '1000', refused('EARN_CLOSED')],
    ['other terms than seen', {}, { termsVersionSeen: 2 }, '1000', refused('TERMS_CHANGED')],
    [
      'a unit below the minimum',
      {},
      {},
      '9.9999999',
      refused('AMOUNT_TOO_SMALL', { minimum: '10.0000000', currency: 'USDT' }),
    ],
    [
      'a unit above the maximum',
      {},
      {},
      '50000.0000001',
      refused('AMOUNT_TOO_LARGE', { maximum: '50000.0000000', currency: 'USDT' }),
    ],
    [
      'above the maximum together with other subscriptions',
      {},
      { inProduct: usdt('49500') },
      '501',
      refused('AMOUNT_TOO_LARGE', { maximum: '500.0000000', currency: 'USDT' }),
    ],
    [
      'above a maximum since lowered',
      {},
      { inProduct: usdt('50001') },
      '10',
      refused('AMOUNT_TOO_LARGE', { maximum: '0.0000000', currency: 'USDT' }),
    ],
    ['more than is available', {}, { available: usdt('999') }, '1000', refused('INSUFFICIENT_BALANCE')],
    [
      'a unit more than is left',
      {},
      {},
      '40000.0000001',
      refused('EARN_SOLD_OUT', { left: '40000.0000000', currency: 'USDT' }),
    ],
    [
      'more than the fund covers',
      {},
      { fund: usdt('1.62') },
      '100.0000001',
      refused('EARN_SOLD_OUT', { left: '100.0000000', currency: 'USDT' }),
    ],
    [
      'an empty fund',
      {},
      { fund: usdt('0') },
      '10',
      refused('EARN_SOLD_OUT', { left: '0.0000000', currency: 'USDT' }),
    ],
  ])('%s', (_, limitsChange, contextChange, amount, decision) => {
    expect(
      decideSubscription({ ...limits, ...limitsChange }, { ...context, ...contextChange }, usdt(amount)),
    ).toEqual(decision)
  })

  test('a subscription that is allowed fits the cap, the maximum, the balance and the fund', () => {
    fc.assert(
      fc.property(
        anyTerms,
        anyAmount,
        anyAmount,
        anyAmount,
        anyAmount,
        (terms, principal, cap, available, fund) => {
          const any: ProductLimits = {
            ...limits,
            ...terms,
            cap,
            subscribed: units(cap / 3n),
            minimum: units(1n),
            maximum: cap,
          }
          const decision = decideSubscription(any, { ...context, available, fund }, principal)
          if (!decision.ok) return
          expect(any.subscribed + principal).toBeLessThanOrEqual(cap)
          expect(principal).toBeLessThanOrEqual(available)
          expect(fullInterest(principal, any)).toBeLessThanOrEqual(fund)
          expect(principal).toBeLessThanOrEqual(remainingCapacity(any, fund))
        },
      ),
    )
  })
})

describe('the terms an operator may set', () => {
  const terms: ProductTerms = {
    ...ninetyDays,
    noticeHours: 0,
    minimum: usdt('10'),
    maximum: usdt('50000'),
    cap: usdt('1000000'),
  }

  test.each<[string, Partial<ProductTerms>, keyof ProductTerms | undefined]>([
    ['usual ones', {}, undefined],
    ['no penalty', { penaltyRate: rate(0n) }, undefined],
    ['no term', { termDays: 0 }, 'termDays'],
    ['a part of a day', { termDays: 1.5 }, 'termDays'],
    ['a term over two years', { termDays: 731 }, 'termDays'],
    ['no interest', { dailyRate: rate(0n) }, 'dailyRate'],
    ['more than 1 % a day', { dailyRate: parseRate('0.010000000001')! }, 'dailyRate'],
    ['a penalty above a fifth', { penaltyRate: parseRate('0.200000000001')! }, 'penaltyRate'],
    ['a minimum that earns nothing', { minimum: units(5_555n) }, 'minimum'],
    ['a minimum that earns one unit', { minimum: units(5_556n) }, undefined],
    ['a maximum below the minimum', { maximum: usdt('9') }, 'maximum'],
    ['a cap below the maximum', { cap: usdt('49999') }, 'cap'],
    ['a cap the ledger cannot hold', { cap: units(9_223_372_036_854_775_807n) }, 'cap'],
  ])('%s', (_, change, field) => {
    expect(invalidField('locked', { ...terms, ...change })).toBe(field)
  })

  const open = { termDays: 0, noticeHours: 24, penaltyRate: rate(0n) }
  test.each<[string, Partial<ProductTerms>, keyof ProductTerms | undefined]>([
    ['a term and a penalty', {}, undefined],
    ['no term, but notice', open, undefined],
    ['no term and no notice', { ...open, noticeHours: 0 }, 'noticeHours'],
    ['more than thirty days of notice', { ...open, noticeHours: 721 }, 'noticeHours'],
    ['notice beside a term', { noticeHours: 24 }, 'noticeHours'],
    ['a penalty without a term', { ...open, penaltyRate: rate(1n) }, 'penaltyRate'],
    ['interest up to the principal', { termDays: 100, dailyRate: parseRate('0.01')! }, undefined],
    ['interest beyond the principal', { termDays: 101, dailyRate: parseRate('0.01')! }, 'dailyRate'],
  ])('of quantitative savings: %s', (_, change, field) => {
    expect(invalidField('quantization', { ...terms, ...change })).toBe(field)
  })
})

test('a thousand years of midnights never skip or repeat a day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365_000 }), fc.integer({ min: 0, max: DAY_MS - 1 }), (day, ms) => {
      const { startsAtMs } = schedule(1, day * DAY_MS + ms)
      expect(startsAtMs).toBe((day + 1) * DAY_MS)
    }),
  )
})

const anyAmount: fc.Arbitrary<Units> = fc
  .oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 1_000_000_000_000_000n))
  .map((value) => units(value))
const anyTerms: fc.Arbitrary<Terms> = fc.record({
  termDays: fc.integer({ min: 1, max: 730 }),
  dailyRate: fc.bigInt(1n, 10_000_000_000n).map((value) => value as Rate),
  penaltyRate: fc.bigInt(0n, 200_000_000_000n).map((value) => value as Rate),
})
