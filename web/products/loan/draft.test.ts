import { describe, expect, test } from 'vitest'
import type { LoanView } from '#domain/loan/contract.ts'
import { goldenLoans } from '#domain/loan/golden.ts'
import { decimal } from '#domain/money/amount.ts'
import { DAY_MS } from '#domain/time.ts'
import {
  debtOfView,
  draftDebt,
  interestPaid,
  largestNow,
  onDay,
  readRepayment,
  standing,
  stepsOf,
  termFigures,
  yearlyPercent,
} from './draft.ts'

const rates = { dailyRate: decimal('0.0003'), overdueRate: decimal('0.0006') }
const PAID_OUT = Date.parse('2022-12-14T00:31:00Z')
const debt = draftDebt(rates, { amount: '2000', days: 30, hasFreeDay: true }, PAID_OUT)

describe('what is shown before a repayment is sent', () => {
  test.each(goldenLoans)('$name: is what the server books, to the unit', (golden) => {
    let open = draftDebt(rates, golden, Date.parse(golden.paidOut))
    for (const [at, typed, principal, interest, overdueInterest] of golden.repayments) {
      const shown = readRepayment(open, typed ?? undefined, undefined, Date.parse(at))
      expect(shown).toMatchObject({ ok: true, principal, interest, overdueInterest })
      if (shown?.ok) open = shown.repayment.after
    }
  })

  test('is refused above what is owed and above what there is, and nothing while nothing is typed', () => {
    const now = PAID_OUT + 11.5 * DAY_MS
    expect(readRepayment(debt, '', '5000', now)).toBeUndefined()
    expect(readRepayment(debt, '0', '5000', now)).toBeUndefined()
    expect(readRepayment(debt, '2006.7', '5000', now)).toMatchObject({ code: 'LOAN_REPAYMENT_TOO_LARGE' })
    expect(readRepayment(debt, '10.1', '10', now)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    // 18 days are left: of 1,000 repaid after 6.60 of interest, 993.40 cost nothing any more.
    expect(readRepayment(debt, '1000', '1000', now)).toMatchObject({
      ...{ amount: '1000.0000000', interest: '6.6000000', principal: '993.4000000' },
      ...{ left: '1006.6000000', saved: '5.3643600' },
    })
  })
})

test('an application comes to what its contract will say', () => {
  expect(termFigures(debt)).toEqual({
    ...{ chargedDays: 29, perDay: '0.6000000', interest: '17.4000000', total: '2017.4000000' },
    dueAtMs: PAID_OUT + 30 * DAY_MS,
  })
  expect(onDay(debt, 10)).toEqual({ total: '2005.4000000', saved: '12.0000000' })
  expect(stepsOf(debt)).toHaveLength(30)
  expect(stepsOf(debt)[0]).toEqual({ day: 1, share: 0 })
  expect(stepsOf(debt).at(-1)).toEqual({ day: 30, share: 1 })
})

test('an open loan stands where its view says, until it is due and after', () => {
  const view = {
    ...{ ...rates, amount: decimal('2000'), days: 30, hasFreeDay: true, paidOutAtMs: PAID_OUT },
    debt: {
      ...{ principal: decimal('1500'), chargedDays: 11 },
      ...{ interest: decimal('0.1'), overdueInterest: decimal('0') },
    },
  } as LoanView
  const open = debtOfView(view)!
  expect(standing(open, PAID_OUT + 11.5 * DAY_MS)).toMatchObject({
    ...{ isOverdue: false, owed: '1500.1000000', whenDue: '1508.2000000', notCharged: '8.1000000' },
    ...{ daysLeft: 18, day: 12, next: { atMs: PAID_OUT + 12 * DAY_MS, amount: '0.4500000' } },
  })
  expect(standing(open, PAID_OUT + 30.5 * DAY_MS)).toMatchObject({
    ...{ isOverdue: true, owed: '1509.1000000', overdueInterest: '0.9000000', whenDue: null },
    next: { atMs: PAID_OUT + 31 * DAY_MS, amount: '0.9000000' },
  })
  expect(debtOfView({ ...view, debt: null })).toBeUndefined()
})

test('no more is offered than is left of the customer’s limit, and never less than the smallest loan', () => {
  const terms = { minimum: decimal('100'), maximum: decimal('10000') }
  expect([largestNow(terms, '3200'), largestNow(terms, '20000')]).toEqual(['3200.0000000', '10000.0000000'])
  expect([largestNow(terms, '99'), largestNow(terms, undefined)]).toEqual(['10000', '10000'])
})

test('a daily rate is said as a year of it, and a loan that is over by what it has cost', () => {
  expect(yearlyPercent('0.0003')).toBe('10.95')
  expect(interestPaid({ amount: decimal('1200'), repaid: decimal('1200.72') })).toBe('0.7200000')
})
