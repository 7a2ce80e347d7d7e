import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { LoanContract } from '#domain/loan/contract.ts'
import { debtAtPayOut, nextChargeAfterMs, ordinaryDays, owedAt, scoreChanges } from '#domain/loan/rules.ts'
import { groupDigits, trimFraction } from '#domain/money/group-digits.ts'
import { parseRate } from '#domain/money/rate.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { utcMinute } from '#domain/time.ts'
import { footers, GREY, heading, makePdf, type Pdf, pairs, table } from '#server/core/pdf.ts'
import { documentTexts } from '#texts/server.ts'
import { show } from './views.ts'

/**
 * The contract of a loan as a PDF, in the customer's language: its labels, its terms, its schedule, and what was repaid.
 */

interface Made {
  readonly customer: CustomerId
  readonly platform: string
  readonly lang: Language
  readonly nowMs: number
}

/** Makes it. Units: amounts with at least two decimals, all that say something. */
export function contractPdf(loan: LoanContract, made: Made): Promise<Buffer> {
  const about = { ...made, title: loan.reference }
  return makePdf(about, (pdf) => write(pdf, loan, made))
}

const figure = (amount: string): string => groupDigits(trimFraction(amount, 2))

function write(pdf: Pdf, loan: LoanContract, { customer, platform, lang, nowMs }: Made): void {
  const t = documentTexts(lang)
  const money = (amount: string) => `${figure(amount)} ${loan.currency}`
  const time = (ms: number | null) => (ms === null ? t('documents.loan_none_yet') : `${utcMinute(ms)} UTC`)

  pdf.fontSize(11).fillColor(GREY).text(platform)
  pdf
    .fontSize(22)
    .fillColor('black')
    .text(`${t('documents.loan_title')} ${loan.reference}`)
  pdf.moveDown(0.4).fontSize(10)
  pdf.text(t('documents.loan_parties', { platform, customer: String(customer) }))
  if (loan.paidOutAtMs === null) pdf.text(t('documents.loan_is_application'))
  pdf.moveDown(0.8)

  const rate = loan.dailyRatePercent
  pairs(pdf, [
    [t('documents.loan_number'), loan.reference],
    [t('documents.loan_amount'), money(loan.amount)],
    [t('documents.loan_days'), t('documents.loan_days_value', { days: String(loan.days) })],
    [t('documents.loan_daily_rate'), t('documents.loan_daily_rate_value', { rate })],
    [
      t('documents.loan_overdue_rate'),
      t('documents.loan_daily_rate_value', { rate: loan.overdueRatePercent }),
    ],
    [t('documents.loan_total_interest'), money(loan.totalInterest)],
    [t('documents.loan_applied'), time(loan.appliedAtMs)],
    [t('documents.loan_paid_out'), time(loan.paidOutAtMs)],
    [t('documents.loan_due'), time(loan.dueAtMs)],
    [t('documents.loan_repaid'), money(loan.repaid)],
    [t('documents.loan_remaining'), money(loan.remaining)],
    [t('documents.loan_status'), t(`documents.loan_status_${loan.status}`)],
  ])

  heading(pdf, t('documents.loan_terms'))
  const points = (change: number) => String(Math.abs(change))
  const clauses = [
    t('documents.loan_clause_interest', { rate, currency: loan.currency }),
    loan.hasFreeDay ? t('documents.loan_clause_free') : t('documents.loan_clause_not_free'),
    t('documents.loan_clause_repay'),
    t('documents.loan_clause_overdue', { rate: loan.overdueRatePercent }),
    t('documents.loan_clause_score', {
      onTime: points(scoreChanges['on-time']),
      overdue: points(scoreChanges.overdue),
      day: points(scoreChanges['overdue-day']),
    }),
    t('documents.loan_clause_leaving'),
    t('documents.loan_clause_reminders'),
    t('documents.loan_clause_collected'),
  ]
  for (const [n, clause] of clauses.entries())
    pdf.fontSize(10).text(`${n + 1}. ${clause}`, { paragraphGap: 3 })

  if (loan.repayments.length > 0) {
    heading(pdf, t('documents.loan_repayments'))
    table(
      pdf,
      [
        ...[t('documents.loan_col_at'), t('documents.loan_col_amount'), t('documents.loan_col_principal')],
        ...[
          t('documents.loan_col_interest_paid'),
          t('documents.loan_col_overdue'),
          t('documents.loan_col_outstanding'),
        ],
      ],
      loan.repayments.map((one) => [
        utcMinute(one.atMs),
        ...[one.amount, one.principal, one.interest, one.overdueInterest, one.outstanding].map(figure),
      ]),
    )
  }

  heading(pdf, t('documents.loan_schedule'))
  pdf.fontSize(9).fillColor(GREY).text(t('documents.loan_schedule_why'))
  if (loan.paidOutAtMs === null) pdf.text(t('documents.loan_schedule_relative'))
  pdf.fillColor('black').moveDown(0.4)
  table(
    pdf,
    [
      ...[t('documents.loan_col_day'), t('documents.loan_col_from')],
      ...[t('documents.loan_col_interest'), t('documents.loan_col_total')],
    ],
    scheduleOf(loan).map(({ day, fromMs, interest, total }) => [
      String(day),
      loan.paidOutAtMs === null
        ? t('documents.loan_after_days', { number: String(day - 1) })
        : utcMinute(fromMs),
      interest === null ? t('documents.loan_free') : figure(interest),
      figure(total),
    ]),
  )
  footers(pdf, (page, pages) =>
    [
      t('documents.loan_made', { time: utcMinute(nowMs) }),
      t('documents.loan_page', { page: String(page), pages: String(pages) }),
    ].join('   '),
  )
}

/** One of a loan's days until it is due. */
export interface ScheduledDay {
  readonly day: number
  /** After this moment the day is charged. Of an application, counted from its own time. */
  readonly fromMs: number
  /** Null of a free day. */
  readonly interest: string | null
  /** What is owed in this day, if nothing was repaid before. */
  readonly total: string
}

/** What a loan comes to day by day until it is due, by the same rules as its repayments. */
export function scheduleOf(loan: LoanContract): ScheduledDay[] {
  const { days, hasFreeDay, currency } = loan
  const principal = readAmount(loan.amount, currency)
  const clock = {
    ...{ days, hasFreeDay, paidOutAtMs: loan.paidOutAtMs ?? loan.appliedAtMs },
    ...{ dailyRate: parseRate(loan.dailyRate)!, overdueRate: parseRate(loan.overdueRate)! },
  }
  const debt = debtAtPayOut(clock, principal)
  const free = days - ordinaryDays(clock)
  return Array.from({ length: days }, (_, n) => {
    const fromMs = n < free ? clock.paidOutAtMs : nextChargeAfterMs(clock, n - free)
    const { total } = owedAt(debt, fromMs + 1)
    const before = owedAt(debt, fromMs).total
    return { day: n + 1, fromMs, interest: n < free ? null : show(total - before), total: show(total) }
  })
}
