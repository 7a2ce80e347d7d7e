import { allowed, type Decision, refused } from '../errors.ts'
import { mulDiv, RATE_ONE, type Rate, type Units, units } from '../money/amount.ts'
import { formatAmount } from '../money/read-amount.ts'
import { DAY_MS, startOfDayUtc } from '../time.ts'
import { type LoanStatus, loanCan, type ScoreCause } from './words.ts'

/** Unsecured loans by score: every calculation. Amounts are of `LOAN_CURRENCY`. */

export const LOAN_CURRENCY = 'USDT'

/** The score of who never had a loan, and the most that it can be. Source: rulings, section 5. */
export const FIRST_SCORE = 600
export const MAX_SCORE = 1_000

/** What each cause adds to a score. Source: rulings, section 5. */
export const scoreChanges: Readonly<Record<ScoreCause, number>> = {
  'on-time': 10,
  overdue: -50,
  'overdue-day': -5,
}

/** A score after a cause, within 0 and `MAX_SCORE`. */
export const scoreAfter = (score: number, cause: ScoreCause): number =>
  Math.min(MAX_SCORE, Math.max(0, score + scoreChanges[cause]))

/** What applications to come are made on; a loan keeps its own. */
export interface LoanTerms {
  readonly version: number
  /** Of the outstanding principal, for each day that has begun. */
  readonly dailyRate: Rate
  /** The same in place of it from the due moment on. */
  readonly overdueRate: Rate
  readonly minimum: Units
  readonly maximum: Units
  /** How much can be borrowed for each point of the score above `scoreFloor`. */
  readonly perPoint: Units
  readonly scoreFloor: number
  /** The most that all customers together may owe in principal. */
  readonly maxOutstanding: Units
}

/** The first of the terms that cannot be right; undefined where all can. */
export function invalidLoanTerm(terms: Omit<LoanTerms, 'version'>): string | undefined {
  const { dailyRate, overdueRate, minimum, maximum, perPoint, scoreFloor, maxOutstanding } = terms
  if (dailyRate <= 0n || dailyRate > MAX_DAILY_RATE) return 'dailyRate'
  if (overdueRate < dailyRate || overdueRate > MAX_DAILY_RATE) return 'overdueRate'
  if (minimum <= 0n) return 'minimum'
  if (maximum < minimum) return 'maximum'
  if (perPoint <= 0n) return 'perPoint'
  if (scoreFloor < 0 || scoreFloor >= MAX_SCORE) return 'scoreFloor'
  return maxOutstanding < maximum ? 'maxOutstanding' : undefined
}

/** Half a percent a day: more is a typing error. */
const MAX_DAILY_RATE = RATE_ONE / 200n

/** What a customer with a score may owe in principal. @example limitOf(640, terms) // 4,000 USDT */
export function limitOf(
  score: number,
  { perPoint, scoreFloor, maximum }: Pick<LoanTerms, 'perPoint' | 'scoreFloor' | 'maximum'>,
): Units {
  const limit = score > scoreFloor ? BigInt(score - scoreFloor) * perPoint : 0n
  return units(limit < maximum ? limit : maximum)
}

/** What is left of a limit. */
export const availableOf = (limit: bigint, used: bigint): Units => units(limit > used ? limit - used : 0n)

/** What stands around an application. */
export interface Applicant {
  readonly hasApplication: boolean
  readonly hasOverdue: boolean
  readonly limit: Units
  /** Outstanding principal of the customer's loans. */
  readonly used: bigint
  /** What the platform may and can still lend. */
  readonly lendable: bigint
}

/**
 * Decides an application, and again its pay-out.
 *
 * Refuses: LOAN_PENDING, LOAN_OVERDUE, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, LOAN_LIMIT, LOAN_UNAVAILABLE.
 */
export function decideLoan(
  { hasApplication, hasOverdue, limit, used, lendable }: Applicant,
  amount: Units,
  { minimum, maximum }: Pick<LoanTerms, 'minimum' | 'maximum'>,
): Decision {
  if (hasApplication) return refused('LOAN_PENDING')
  if (hasOverdue) return refused('LOAN_OVERDUE')
  if (amount < minimum) return refused('AMOUNT_TOO_SMALL', inCurrency('minimum', minimum))
  if (amount > maximum) return refused('AMOUNT_TOO_LARGE', inCurrency('maximum', maximum))
  if (used + amount > limit) return refused('LOAN_LIMIT', inCurrency('available', availableOf(limit, used)))
  if (amount > lendable) return refused('LOAN_UNAVAILABLE')
  return allowed({})
}

const inCurrency = (name: string, amount: bigint) => ({
  [name]: formatAmount(amount, LOAN_CURRENCY),
  currency: LOAN_CURRENCY,
})

/** What a loan costs, and since when. */
export interface LoanClock {
  readonly days: number
  readonly dailyRate: Rate
  readonly overdueRate: Rate
  readonly paidOutAtMs: number
  /** Whether the first 24 hours cost nothing. */
  readonly hasFreeDay: boolean
}

/** A loan that is paid out, as its last repayment left it. */
export interface Debt extends LoanClock {
  /** Outstanding principal. */
  readonly principal: Units
  /** How many days were charged until then. */
  readonly chargedDays: number
  /** Of these days, what is not paid: by the daily rate, and by the overdue rate. */
  readonly interest: Units
  readonly overdueInterest: Units
}

/** What is owed at one moment. */
export interface Owed {
  readonly principal: Units
  readonly interest: Units
  readonly overdueInterest: Units
  readonly total: Units
}

/** When a loan is due: days of exactly 24 hours, so that no month and no leap day is longer. */
export const dueAt = ({ days, paidOutAtMs }: Pick<LoanClock, 'days' | 'paidOutAtMs'>): number =>
  paidOutAtMs + days * DAY_MS

const freeMs = ({ hasFreeDay }: Pick<LoanClock, 'hasFreeDay'>) => (hasFreeDay ? DAY_MS : 0)

/**
 * How many days of a loan have begun to cost something.
 *
 * Source: rulings, section 5: free for exactly 24 hours from the pay-out, then each day that has begun.
 * @example chargedDaysAt(loan, loan.paidOutAtMs + DAY_MS) // 0, and a millisecond later 1
 */
export function chargedDaysAt(loan: LoanClock, nowMs: number): number {
  const costingMs = nowMs - loan.paidOutAtMs - freeMs(loan)
  return costingMs <= 0 ? 0 : Math.ceil(costingMs / DAY_MS)
}

/** How many of a loan's days are charged by the daily rate at most: those that begin before it is due. */
export const ordinaryDays = ({ days, hasFreeDay }: Pick<LoanClock, 'days' | 'hasFreeDay'>): number =>
  hasFreeDay ? days - 1 : days

/** The moment after which the next day is charged, given how many are. */
export const nextChargeAfterMs = (loan: LoanClock, chargedDays: number): number =>
  loan.paidOutAtMs + freeMs(loan) + chargedDays * DAY_MS

/** One day's interest. Rounds: up, each day by itself, so that it is the same whenever it is counted. */
export const interestOfDay = (principal: Units, rate: Rate): Units =>
  units(mulDiv(principal, rate, RATE_ONE, 'up'))

/** A debt with all days charged that have begun by a moment. */
export function chargedUntil(debt: Debt, nowMs: number): Debt {
  const until = chargedDaysAt(debt, nowMs)
  if (until <= debt.chargedDays) return debt
  const ordinary = ordinaryDays(debt)
  const atRate = Math.max(0, Math.min(until, ordinary) - debt.chargedDays)
  const overdue = until - debt.chargedDays - atRate
  const { principal, dailyRate, overdueRate } = debt
  return {
    ...debt,
    chargedDays: until,
    interest: units(debt.interest + BigInt(atRate) * interestOfDay(principal, dailyRate)),
    overdueInterest: units(debt.overdueInterest + BigInt(overdue) * interestOfDay(principal, overdueRate)),
  }
}

/** What is owed at a moment, by a debt that nothing is paid of until then. */
export function owedAt(debt: Debt, nowMs: number): Owed {
  const { principal, interest, overdueInterest } = chargedUntil(debt, nowMs)
  return { principal, interest, overdueInterest, total: units(principal + interest + overdueInterest) }
}

/** A repayment: how it is used, and what stands after it. */
export interface Repayment {
  readonly amount: Units
  readonly principal: Units
  readonly interest: Units
  readonly overdueInterest: Units
  readonly after: Debt
  readonly isWhole: boolean
}

/**
 * Divides a repayment: overdue interest first, then interest, then principal. No amount means all that is owed.
 *
 * Refuses: LOAN_REPAYMENT_TOO_LARGE.
 */
export function decideRepayment(
  debt: Debt,
  typed: Units | undefined,
  nowMs: number,
): Decision<{ readonly repayment: Repayment }> {
  const charged = chargedUntil(debt, nowMs)
  const { total } = owedAt(charged, nowMs)
  const amount = typed ?? total
  if (amount > total) return refused('LOAN_REPAYMENT_TOO_LARGE', inCurrency('owed', total))
  const overdueInterest = least(amount, charged.overdueInterest)
  const interest = least(amount - overdueInterest, charged.interest)
  const principal = units(amount - overdueInterest - interest)
  const after: Debt = {
    ...charged,
    principal: units(charged.principal - principal),
    interest: units(charged.interest - interest),
    overdueInterest: units(charged.overdueInterest - overdueInterest),
  }
  return allowed({
    repayment: { amount, principal, interest, overdueInterest, after, isWhole: amount === total },
  })
}

const least = (one: bigint, other: bigint): Units => units(one < other ? one : other)

/**
 * What a repayment saves: the interest until the loan is due that is not charged any more. Nothing once it is due.
 */
export function savedBy(debt: Debt, { after }: Pick<Repayment, 'after'>, nowMs: number): Units {
  const dueAtMs = dueAt(debt)
  if (nowMs >= dueAtMs) return units(0n)
  const left = ordinaryDays(debt) - chargedDaysAt(debt, nowMs)
  const { dailyRate } = debt
  return units(
    BigInt(left) * (interestOfDay(debt.principal, dailyRate) - interestOfDay(after.principal, dailyRate)),
  )
}

/** A loan as it is at its pay-out. */
export const debtAtPayOut = (clock: LoanClock, principal: Units): Debt => ({
  ...clock,
  principal,
  ...{ chargedDays: 0, interest: units(0n), overdueInterest: units(0n) },
})

/** All interest of a loan that is repaid when it is due, and not before. */
export const interestToTerm = (
  loan: Pick<LoanClock, 'days' | 'dailyRate' | 'hasFreeDay'>,
  principal: Units,
): Units => units(BigInt(ordinaryDays(loan)) * interestOfDay(principal, loan.dailyRate))

/** For so long after principal was repaid, that moment included, a loan that is paid out has no free day. */
export const NO_FREE_DAY_MS = DAY_MS

/**
 * Whether a loan that is paid out now has a free day. Decided at the pay-out, and not at the application, and by any part
 * that was repaid: else who repays each loan with the next one would owe for ever and pay nothing.
 */
export const hasFreeDayAt = (lastRepaidAtMs: number | null, nowMs: number): boolean =>
  lastRepaidAtMs === null || nowMs - lastRepaidAtMs > NO_FREE_DAY_MS

/** How many days before the due day customers are reminded. */
export const reminderDays = [3, 1, 0] as const
export type ReminderDay = (typeof reminderDays)[number]

/** From when on a reminder is sent: 00:00 UTC of the day so many days before the one on which a loan is due. */
export const reminderFromMs = (dueAtMs: number, day: ReminderDay): number =>
  startOfDayUtc(dueAtMs) - day * DAY_MS

/** The reminder that stands at a moment: the last one whose day has begun. Undefined before the first, and once it is due. */
export const reminderAt = (dueAtMs: number, nowMs: number): ReminderDay | undefined =>
  nowMs > dueAtMs ? undefined : reminderDays.findLast((day) => nowMs >= reminderFromMs(dueAtMs, day))

/** Whether a loan is overdue: from the moment after the due one. */
export const isOverdueAt = (dueAtMs: number, nowMs: number): boolean => nowMs > dueAtMs

/** How many days a loan has been overdue beside the first: each takes some of the score. */
export const furtherOverdueDays = (dueAtMs: number, nowMs: number): number =>
  isOverdueAt(dueAtMs, nowMs) ? Math.ceil((nowMs - dueAtMs) / DAY_MS) - 1 : 0

/** Whether a loan of this status can be approved, rejected, canceled or repaid. */
export const can = (action: keyof typeof loanCan, status: LoanStatus): boolean =>
  (loanCan[action] as readonly LoanStatus[]).includes(status)
