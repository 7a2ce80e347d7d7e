import type { LoanInfo, LoanView } from '#domain/loan/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { debtOfView, standing } from './draft.ts'
import { loanLines } from './loan-lines.ts'

/** What waits for review and what is to be repaid, each with its contract a tap away. */
export function OpenLoans({ info: { application, open, terms } }: { info: LoanInfo }) {
  const { t } = useTexts()
  const loans = [...(application ? [application] : []), ...open]
  if (loans.length === 0) return null
  return (
    <section aria-label={t('loan_pages.open_loans')} className="pb-4">
      {loans.map((loan) => (
        <OpenLoan key={loan.id} loan={loan} reviewHours={terms.reviewHours} />
      ))}
    </section>
  )
}

function OpenLoan({ loan, reviewHours }: { loan: LoanView; reviewHours: number }) {
  const { t, locale } = useTexts()
  const masked = useMasked()
  const nowMs = useServerNow()
  const debt = debtOfView(loan)
  const now = debt && standing(debt, nowMs)
  const owed = now?.owed ?? loan.remaining
  const note =
    loan.dueAtMs === null
      ? t('loan_pages.under_review', { hours: reviewHours })
      : now?.isOverdue
        ? t('loan_pages.overdue_since', { time: zonedMoment(loan.dueAtMs, locale) })
        : t('loan_pages.due_at', { time: zonedMoment(loan.dueAtMs, locale) })
  return (
    <div className="border-b border-line">
      <ListRow
        title={`${loan.reference} · ${masked(amount(loan.amount))} ${loan.currency}`}
        note={note}
        value={
          <span className={`text-13 ${now?.isOverdue ? 'text-danger' : ''}`}>
            {debt ? `${masked(amount(owed))} ${loan.currency}` : t(`loan_pages.status_${loan.status}`)}
          </span>
        }
        to={toPage('pages/common/borrowing', { id: loan.id })}
      />
      <details className="gutter pb-2">
        <summary className="target cursor-pointer text-13 text-t2">{t('loan_pages.contract')}</summary>
        <KeyValue lines={loanLines(loan, owed, { t, locale, masked })} />
      </details>
    </div>
  )
}
