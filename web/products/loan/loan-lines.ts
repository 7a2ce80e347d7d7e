import type { LoanView } from '#domain/loan/contract.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import type { KeyValueLine } from '#web/ui/key-value.tsx'
import { interestPaid, yearlyPercent } from './draft.ts'

/** How often what is owed and what was decided are read again. */
export const REFETCH_MS = 30_000

/** What a loan costs a day and a year. */
export const rateText = (
  { dailyRate, dailyRatePercent }: Pick<LoanView, 'dailyRate' | 'dailyRatePercent'>,
  t: Translate,
): string => `${dailyRatePercent}% · ${t('loan_pages.a_year', { percent: amount(yearlyPercent(dailyRate)) })}`

/** The labels of a loan's contract. Source: specification, section 3. */
export function loanLines(
  loan: LoanView,
  remaining: string,
  { t, locale, masked }: { t: Translate; locale: string; masked: (figure: string) => string },
): KeyValueLine[] {
  const money = (figure: string) => `${masked(amount(figure))} ${loan.currency}`
  const moment = (ms: number | null) => (ms === null ? '–' : zonedMoment(ms, locale))
  return [
    { name: t('loan_pages.number'), value: loan.reference },
    { name: t('loan_pages.amount'), value: money(loan.amount) },
    { name: t('loan_pages.period'), value: t('loan_pages.days', { count: loan.days }) },
    { name: t('loan_pages.daily_rate'), value: rateText(loan, t) },
    // Of a loan that is over: what was paid, which is less where it was repaid early.
    {
      name: t('loan_pages.total_interest'),
      value: money(loan.status === 'repaid' ? interestPaid(loan) : loan.totalInterest),
    },
    { name: t('loan_pages.applied'), value: moment(loan.appliedAtMs) },
    { name: t('loan_pages.paid_out'), value: moment(loan.paidOutAtMs) },
    { name: t('loan_pages.repay_by'), value: moment(loan.dueAtMs) },
    { name: t('loan_pages.repaid'), value: money(loan.repaid) },
    { name: t('loan_pages.remaining'), value: money(remaining), isStrong: true },
    { name: t('loan_pages.status'), value: t(`loan_pages.status_${loan.status}`) },
  ]
}
