import { describe, expect, it } from 'vitest'
import type { ProductView } from '#domain/earn/contract.ts'
import { decimal, units } from '#domain/money/amount.ts'
import { DAY_MS } from '#domain/time.ts'
import {
  maxPrincipal,
  principalOf,
  projectionOf,
  redemptionCurve,
  redemptionOn,
  validateAmount,
} from './projection.ts'

/** The design's picture: 1,000 USDT for 90 days at 0.018 % a day, 1 % penalty. */
const product: ProductView = {
  id: '1',
  kind: 'locked',
  currency: 'USDT',
  rewardCurrency: 'USDT',
  atTodaysPrice: null,
  termDays: 90,
  noticeHours: 0,
  dailyRate: decimal('0.00018'),
  dailyPercent: decimal('0.018'),
  aprPercent: decimal('6.57'),
  penaltyRate: decimal('0.01'),
  penaltyPercent: decimal('1.00'),
  minimum: decimal('10.0000000'),
  maximum: decimal('50000.0000000'),
  cap: decimal('1000000.0000000'),
  left: decimal('380000.0000000'),
  leftPercent: 38,
  inProduct: decimal('0.0000000'),
  availability: 'open',
  tag: null,
  termsVersion: 1,
}
const thousand = units(10_000_000_000n)
const now = Date.UTC(2022, 11, 13, 15)

describe('a deposit of 1,000 USDT for 90 days', () => {
  const projection = projectionOf(product, thousand, now)

  it('starts at the next midnight UTC and matures 90 days later', () => {
    expect(projection.startsAtMs).toBe(Date.UTC(2022, 11, 14))
    expect(projection.maturesAtMs).toBe(Date.UTC(2023, 2, 14))
  })
  it('pays 1,016.20 at maturity, 0.18 a day', () => {
    expect(projection).toMatchObject({
      interestPerDay: '0.1800000',
      interest: '16.2000000',
      paid: '1016.2000000',
    })
  })
  it('gives the whole principal back from day 56', () => {
    expect(projection.breakEvenDay).toBe(56)
  })
  it('gives 995.40 when left after 30 days', () => {
    expect(redemptionOn(product, thousand, 30, projection.startsAtMs)).toEqual({
      earned: '5.4000000',
      interest: '5.4000000',
      penalty: '10.0000000',
      refund: '995.4000000',
      atMs: Date.UTC(2022, 11, 14) + 30 * DAY_MS,
    })
  })
  it('is drawn rising to the principal, which lies below what maturity pays', () => {
    const { days, principal, maturity } = redemptionCurve(product, thousand)
    expect(days).toHaveLength(90)
    expect(days[0]).toBe(0)
    expect(days.every((height, day) => day === 0 || height >= days[day - 1]!)).toBe(true)
    expect(days[89]).toBe(principal)
    expect(principal).toBeLessThan(maturity)
  })
})

describe('another kind of term product', () => {
  const daily: ProductView = { ...product, kind: 'quantization' }

  it('that pays its interest daily gives back the principal alone, and takes the penalty out of it', () => {
    const projection = projectionOf(daily, thousand, now)
    expect(projection).toMatchObject({ interest: '16.2000000', paid: '1000.0000000', total: '1016.2000000' })
    expect(redemptionOn(daily, thousand, 30, projection.startsAtMs)).toMatchObject({
      earned: '5.4000000',
      interest: '0.0000000',
      penalty: '10.0000000',
      paidBefore: '5.4000000',
      refund: '990.0000000',
    })
  })
  it('that pays its interest daily is drawn with what was paid before', () =>
    expect(redemptionCurve(daily, thousand)).toEqual(redemptionCurve(product, thousand)))

  it('without a term has no total and no day of its end', () => {
    const open = { ...daily, termDays: 0 }
    expect(projectionOf(open, thousand, now)).toMatchObject({
      interestPerDay: '0.1800000',
      interest: '0.0000000',
      paid: '1000.0000000',
      breakEvenDay: undefined,
    })
  })
})

describe('an amount', () => {
  it.each([
    ['', '5000', 'AMOUNT_INVALID'],
    ['0', '5000', 'AMOUNT_INVALID'],
    ['9.9999999', '5000', 'AMOUNT_TOO_SMALL'],
    ['50000.0000001', '99999', 'AMOUNT_TOO_LARGE'],
    ['5000.0000001', '5000', 'INSUFFICIENT_BALANCE'],
    ['10', '5000', undefined],
    ['5000', '5000', undefined],
  ])('of %j with %s available: %s', (typed, available, code) => {
    expect(validateAmount(product, typed, available)?.code).toBe(code)
  })
  it('above what is left is told how much is', () => {
    const nearlyFull = { ...product, left: decimal('25.5000000') }
    expect(validateAmount(nearlyFull, '26', '5000')).toEqual({
      ok: false,
      code: 'EARN_SOLD_OUT',
      params: { left: '25.5', currency: 'USDT' },
    })
  })
  it('in a closed product is refused first of all', () => {
    expect(validateAmount({ ...product, availability: 'closed' }, '1', '0')?.code).toBe('EARN_CLOSED')
  })
  it('may end in a point while it is being typed', () => {
    expect(principalOf('12.', 'USDT')).toBe(120_000_000n)
  })
})

describe('the most one can put in', () => {
  it.each([
    ['123.4500000', '123.45'],
    ['60000.0000000', '50000'],
  ])('with %s available is %s', (available, most) => {
    expect(maxPrincipal(product, available)).toBe(most)
  })
  it('is what the limit for one customer leaves beside what they have in it', () => {
    const own = { ...product, inProduct: decimal('49900.5000000') }
    expect(maxPrincipal(own, '60000')).toBe('99.5')
    expect(validateAmount(own, '99.5', '60000')).toBeUndefined()
    expect(validateAmount(own, '100', '60000')).toEqual({
      ok: false,
      code: 'AMOUNT_TOO_LARGE',
      params: { maximum: '99.5', currency: 'USDT' },
    })
    expect(maxPrincipal({ ...product, inProduct: decimal('60000.0000000') }, '500')).toBe('0')
  })
  it('is never more than is left', () => {
    expect(maxPrincipal({ ...product, left: decimal('80.0000000') }, '500')).toBe('80')
  })
})
