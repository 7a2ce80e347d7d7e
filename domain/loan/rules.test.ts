import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowed, refused } from '../errors.ts'
import { RATE_ONE, rate, type Units, units } from '../money/amount.ts'
import { parsePercent } from '../money/rate.ts'
import { readAmount } from '../money/read-amount.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { goldenLoans } from './golden.ts'
import {
  type Applicant,
  can,
  chargedDaysAt,
  chargedUntil,
  type Debt,
  debtAtPayOut,
  decideLoan,
  decideRepayment,
  dueAt,
  furtherOverdueDays,
  hasFreeDayAt,
  interestOfDay,
  interestToTerm,
  invalidLoanTerm,
  isOverdueAt,
  type LoanClock,
  limitOf,
  nextChargeAfterMs,
  ordinaryDays,
  owedAt,
  type Repayment,
  reminderAt,
  savedBy,
  scoreAfter,
} from './rules.ts'
import { loanDays, loanReference, loanStatuses } from './words.ts'

const usdt = (text: string): Units => (text === '0' ? units(0n) : readAmount(text, 'USDT'))
const at = (text: string) => Date.parse(text)
const terms = {
  ...{ dailyRate: parsePercent('0.03')!, overdueRate: parsePercent('0.06')! },
  ...{ minimum: usdt('100'), maximum: usdt('10000'), perPoint: usdt('20'), scoreFloor: 440 },
  maxOutstanding: usdt('2000000'),
}
const START = at('2026-03-30T10:00:00Z')
const clock = (changes: Partial<LoanClock> = {}): LoanClock => ({
  ...{ days: 30, dailyRate: terms.dailyRate, overdueRate: terms.overdueRate },
  ...{ paidOutAtMs: START, hasFreeDay: true },
  ...changes,
})
const lent = (amount: string, changes: Partial<LoanClock> = {}): Debt =>
  debtAtPayOut(clock(changes), usdt(amount))

function repay(debt: Debt, amount: Units | undefined, nowMs: number): Repayment {
  const decided = decideRepayment(debt, amount, nowMs)
  if (!decided.ok) throw new Error(decided.code)
  return decided.repayment
}

describe('interest and repayments', () => {
  test.each(goldenLoans)('$name', ({ paidOut, days, amount, hasFreeDay, due, repayments }) => {
    let debt = lent(amount, { paidOutAtMs: at(paidOut), days, hasFreeDay })
    expect(dueAt(debt)).toBe(at(due))
    for (const [moment, typed, principal, interest, overdueInterest, outstanding] of repayments) {
      const repayment = repay(debt, typed === null ? undefined : usdt(typed), at(moment))
      const figures = [repayment.principal, repayment.interest, repayment.overdueInterest]
      const shown = [principal, interest, overdueInterest].map((text) => (Number(text) === 0 ? '0' : text))
      expect(figures).toEqual(shown.map(usdt))
      debt = repayment.after
      expect(debt.principal).toBe(Number(outstanding) === 0 ? 0n : usdt(outstanding))
    }
    expect(owedAt(debt, at(repayments.at(-1)![0])).total).toBe(0n)
  })

  test('no day is charged for exactly 24 hours, and the next begins a millisecond later', () => {
    const loan = clock()
    const days = [0, DAY_MS, DAY_MS + 1, 2 * DAY_MS, 2 * DAY_MS + 1].map((ms) =>
      chargedDaysAt(loan, START + ms),
    )
    expect(days).toEqual([0, 0, 1, 1, 2])
    expect(nextChargeAfterMs(loan, 1)).toBe(START + 2 * DAY_MS)
  })

  test('a term of 30 days is charged for 29, and without a free day for 30', () => {
    const debt = lent('2000')
    expect(chargedDaysAt(debt, dueAt(debt))).toBe(29)
    expect(interestToTerm(debt, debt.principal)).toBe(usdt('17.4'))
    expect(interestToTerm({ ...debt, hasFreeDay: false }, debt.principal)).toBe(usdt('18'))
  })

  test('an amount above what is owed is refused, with what is owed', () => {
    const debt = lent('2000')
    const now = START + 11.5 * DAY_MS
    expect(decideRepayment(debt, usdt('2006.6000001'), now)).toEqual(
      refused('LOAN_REPAYMENT_TOO_LARGE', { owed: '2006.6000000', currency: 'USDT' }),
    )
    expect(repay(debt, usdt('2006.6'), now).isWhole).toBe(true)
  })

  const anyClock = fc
    .record({
      days: fc.constantFrom(...loanDays),
      hasFreeDay: fc.boolean(),
      dailyRate: fc.bigInt(1n, RATE_ONE / 200n).map(rate),
      extra: fc.bigInt(0n, RATE_ONE / 200n),
    })
    .map(({ extra, ...rest }) => clock({ ...rest, overdueRate: rate(rest.dailyRate + extra) }))
  const anyAmount = fc.bigInt(1n, 10n ** 12n).map(units)
  const anyMoment = fc.oneof(
    fc.integer({ min: 0, max: 120 * DAY_MS }),
    fc
      .tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: -1, max: 1 }))
      .map(([days, ms]) => Math.max(0, days * DAY_MS + ms)),
  )

  test('what is owed does not depend on when it was counted before', () => {
    fc.assert(
      fc.property(anyClock, anyAmount, anyMoment, anyMoment, (any, amount, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)]
        const debt = debtAtPayOut(any, amount)
        expect(owedAt(chargedUntil(debt, START + early), START + late)).toEqual(owedAt(debt, START + late))
      }),
    )
  })

  test('it is the sum of each day by itself, and never falls', () => {
    fc.assert(
      fc.property(anyClock, anyAmount, anyMoment, (any, amount, after) => {
        let interest = 0n
        for (let day = any.hasFreeDay ? 1 : 0; day * DAY_MS < after; day++)
          interest += interestOfDay(amount, day < any.days ? any.dailyRate : any.overdueRate)
        expect(owedAt(debtAtPayOut(any, amount), START + after).total).toBe(amount + interest)
      }),
    )
  })

  test('a repayment loses no unit: what is paid and what is owed after it are what was owed', () => {
    fc.assert(
      fc.property(anyClock, anyAmount, anyMoment, fc.bigInt(0n, 1000n), (any, amount, after, part) => {
        const debt = debtAtPayOut(any, amount)
        const now = START + after
        const owed = owedAt(debt, now).total
        const paid = units((owed * part) / 1000n)
        if (paid === 0n) return
        const repayment = repay(debt, paid, now)
        expect(repayment.principal + repayment.interest + repayment.overdueInterest).toBe(paid)
        expect(owedAt(repayment.after, now).total).toBe(owed - paid)
        expect(repayment.principal === 0n || repayment.after.interest === 0n).toBe(true)
      }),
    )
  })

  test('what a repayment is said to save is what is not charged until the loan is due', () => {
    fc.assert(
      fc.property(anyClock, anyAmount, anyMoment, fc.bigInt(1n, 1000n), (any, amount, after, part) => {
        const debt = debtAtPayOut(any, amount)
        const now = START + after
        const paid = units((owedAt(debt, now).total * part) / 1000n)
        if (paid === 0n) return
        const repayment = repay(debt, paid, now)
        const dueMs = Math.max(now, dueAt(debt))
        const without = owedAt(debt, dueMs).total
        expect(savedBy(debt, repayment, now)).toBe(without - paid - owedAt(repayment.after, dueMs).total)
      }),
    )
  })

  test('T44: whoever repays each loan with the next is charged for at least half of the time, but for two days', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.oneof(fc.integer({ min: 0, max: 50 * HOUR_MS }), fc.constantFrom(0, DAY_MS, DAY_MS + 1)),
            fc.oneof(fc.integer({ min: 0, max: DAY_MS }), fc.constantFrom(0, 1, DAY_MS / 2)),
          ),
          {
            minLength: 2,
            maxLength: 30,
          },
        ),
        (steps) => {
          let lastRepaidAtMs: number | null = null
          let now = START
          let current = { ...clock({ paidOutAtMs: now }), hasFreeDay: true }
          let charged = 0
          for (const [heldMs, overlapMs] of steps) {
            // The next one is paid out, and repays this one at once or some time later.
            now += heldMs
            const next = clock({ paidOutAtMs: now, hasFreeDay: hasFreeDayAt(lastRepaidAtMs, now) })
            now += overlapMs
            charged += chargedDaysAt(current, now)
            lastRepaidAtMs = now
            current = next
          }
          charged += chargedDaysAt(current, now)
          expect(2 * charged * DAY_MS).toBeGreaterThanOrEqual(now - START - 2 * DAY_MS)
        },
      ),
    )
  })
})

describe('limits and applications', () => {
  test.each([
    [600, '3200'],
    [640, '4000'],
    [441, '20'],
    [440, '0'],
    [0, '0'],
    [940, '10000'],
    [1000, '10000'],
  ])('a score of %i may owe %s', (score, limit) => {
    expect(limitOf(score, terms)).toBe(usdt(limit))
  })

  const applicant: Applicant = {
    ...{ hasApplication: false, hasOverdue: false, limit: usdt('3200'), used: 0n },
    lendable: usdt('500000'),
  }
  test.each([
    ['all of the limit', {}, '3200', allowed({})],
    [
      'a unit more',
      {},
      '3200.0000001',
      refused('LOAN_LIMIT', { available: '3200.0000000', currency: 'USDT' }),
    ],
    [
      'a unit more beside a loan',
      { used: usdt('1200') },
      '2000.0000001',
      refused('LOAN_LIMIT', { available: '2000.0000000', currency: 'USDT' }),
    ],
    ['the least', {}, '100', allowed({})],
    [
      'less than the least',
      {},
      '99.9999999',
      refused('AMOUNT_TOO_SMALL', { minimum: '100.0000000', currency: 'USDT' }),
    ],
    [
      'more than the most',
      {},
      '10000.0000001',
      refused('AMOUNT_TOO_LARGE', { maximum: '10000.0000000', currency: 'USDT' }),
    ],
    ['while one waits', { hasApplication: true }, '100', refused('LOAN_PENDING')],
    ['while one is overdue', { hasOverdue: true }, '100', refused('LOAN_OVERDUE')],
    ['more than the platform lends', { lendable: usdt('99') }, '100', refused('LOAN_UNAVAILABLE')],
  ] as const)('%s', (_, changes, amount, decision) => {
    expect(decideLoan({ ...applicant, ...changes }, usdt(amount), terms)).toEqual(decision)
  })

  test('terms that cannot be right are named', () => {
    expect(invalidLoanTerm(terms)).toBeUndefined()
    const wrong = [
      { dailyRate: rate(0n) },
      { dailyRate: parsePercent('0.51')! },
      { overdueRate: parsePercent('0.02')! },
      { minimum: units(0n) },
      { maximum: usdt('99') },
      { perPoint: units(0n) },
      { scoreFloor: 1_000 },
      { maxOutstanding: usdt('9999') },
    ]
    expect(wrong.map((change) => invalidLoanTerm({ ...terms, ...change }))).toEqual([
      ...['dailyRate', 'dailyRate', 'overdueRate', 'minimum', 'maximum', 'perPoint', 'scoreFloor'],
      'maxOutstanding',
    ])
  })

  test('a score stays within 0 and 1,000', () => {
    expect(scoreAfter(600, 'on-time')).toBe(610)
    expect(scoreAfter(600, 'overdue')).toBe(550)
    expect(scoreAfter(600, 'overdue-day')).toBe(595)
    expect(scoreAfter(995, 'on-time')).toBe(1_000)
    expect(scoreAfter(20, 'overdue')).toBe(0)
  })
})

describe('dates', () => {
  const due = at('2026-03-02T00:31:00Z')
  test.each([
    ['2026-02-26T23:59:59.999Z', undefined],
    ['2026-02-27T00:00:00Z', 3],
    ['2026-02-28T23:59:59.999Z', 3],
    ['2026-03-01T00:00:00Z', 1],
    ['2026-03-02T00:00:00Z', 0],
    ['2026-03-02T00:31:00Z', 0],
    ['2026-03-02T00:31:00.001Z', undefined],
  ])('the reminder that stands at %s is %s days before', (now, day) => {
    expect(reminderAt(due, at(now))).toBe(day)
  })

  test('a loan is overdue from the moment after it is due; each further day begins 24 hours later', () => {
    expect([due, due + 1].map((now) => isOverdueAt(due, now))).toEqual([false, true])
    const days = [0, 1, DAY_MS, DAY_MS + 1, 2 * DAY_MS + 1].map((ms) => furtherOverdueDays(due, due + ms))
    expect(days).toEqual([0, 0, 0, 1, 2])
  })

  test('later than 24 hours after a loan was repaid, another one has a free day again', () => {
    expect(hasFreeDayAt(null, START)).toBe(true)
    expect(hasFreeDayAt(START, START + DAY_MS)).toBe(false)
    expect(hasFreeDayAt(START, START + DAY_MS + 1)).toBe(true)
  })

  test('a term has as many ordinary days as it has, less the free one', () => {
    expect(loanDays.map((days) => ordinaryDays({ days, hasFreeDay: true }))).toEqual([6, 14, 29, 59, 89])
  })
})

test('only what waits can be decided or taken back, and only what is paid out can be repaid', () => {
  const by = (action: Parameters<typeof can>[0]) => loanStatuses.filter((status) => can(action, status))
  expect(by('approve')).toEqual(['pending'])
  expect(by('reject')).toEqual(['pending'])
  expect(by('cancel')).toEqual(['pending'])
  expect(by('repay')).toEqual(['issued', 'overdue'])
  expect(loanReference(7n)).toBe('L-00007')
  expect(loanReference(1_234_567n)).toBe('L-1234567')
})
