import { type LoanView, loans } from '#domain/loan/contract.ts'
import { loanStatuses } from '#domain/loan/words.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { REFETCH_MS } from './loan-lines.ts'
import { LoanSheet } from './loan-sheet.tsx'

const choices = ['all', ...loanStatuses] as const

/** The customer's loans and applications; `?id=` opens one with its contract. */
export default function BorrowingPage() {
  const { t } = useTexts()
  const [status, setStatus] = useUrlChoice('status', choices)
  const filter = status === 'all' ? {} : { status }
  const list = usePagedList(loans, filter, { keepsPrevious: true, refetchMs: REFETCH_MS })
  return (
    <>
      <AppBar title={t('loan_pages.my_loans')} />
      <main className="pb-8">
        <Chips
          label={t('loan_pages.status')}
          choices={choices.map((id) => ({
            id,
            label: id === 'all' ? t('loan_pages.all') : t(`loan_pages.status_${id}`),
          }))}
          value={status}
          onChange={setStatus}
        />
        <RecordList
          list={list}
          rowHeight={72}
          empty={{
            title: t('loan_pages.none'),
            text: t('loan_pages.none_text'),
            action: { label: t('loan_pages.borrow'), to: toPage('pages/loan/loan') },
          }}
          row={(loan, open) => <LoanRow loan={loan} onOpen={open} />}
          sheet={(id, loan, close) => <LoanSheet key={id} id={id} listed={loan} onClose={close} />}
        />
      </main>
    </>
  )
}

function LoanRow({ loan, onOpen }: { loan: LoanView; onOpen(): void }) {
  const { t, locale } = useTexts()
  return (
    <button
      type="button"
      onClick={onOpen}
      className="press block w-full gutter py-3 text-left focus-visible:-outline-offset-2"
    >
      <p className="flex items-baseline justify-between gap-3 text-15">
        <span className="min-w-0">{loan.reference}</span>
        <span className="figures shrink-0">
          <Amount value={loan.amount} currency={loan.currency} />
        </span>
      </p>
      <p className="figures mt-1 flex justify-between gap-3 text-12 text-t3">
        <span>
          {t('loan_pages.days', { count: loan.days })} · {loan.dailyRatePercent}%
        </span>
        <span className={`text-right ${loan.status === 'overdue' ? 'text-danger' : ''}`}>
          {t(`loan_pages.status_${loan.status}`)} ·{' '}
          {zonedMoment(loan.endedAtMs ?? loan.dueAtMs ?? loan.appliedAtMs, locale)}
        </span>
      </p>
    </button>
  )
}
