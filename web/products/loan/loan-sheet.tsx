import { FileText } from 'lucide-react'
import { useState } from 'react'
import { cancelLoan, type LoanView, loanContract, loanInfo } from '#domain/loan/contract.ts'
import type { Debt } from '#domain/loan/rules.ts'
import { eventKey } from '#domain/statement/events.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { useMasked } from '#web/features/money/use-masked.ts'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { AskLink } from '#web/features/support/ask-link.tsx'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CordColumn } from '#web/ui/cord-column.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { debtOfView, standing } from './draft.ts'
import { loanLines, REFETCH_MS } from './loan-lines.ts'
import { RepaySheet } from './repay-sheet.tsx'
import { savePdf } from './save-pdf.ts'

/** One loan: what repaying now comes to, its contract, its repayments, and what can be done. */
export function LoanSheet({
  id,
  listed,
  onClose,
}: {
  id: string
  listed: LoanView | undefined
  onClose(): void
}) {
  const { t, locale } = useTexts()
  const masked = useMasked()
  const nowMs = useServerNow()
  const query = useApiQuery(loanContract, { id }, { refetchMs: REFETCH_MS })
  const { data: info } = useApiQuery(loanInfo, {})
  const [doing, setDoing] = useState<'cancel' | 'part' | 'all'>()
  const loan = query.data ?? listed
  const debt = loan && debtOfView(loan)
  const close = () => setDoing(undefined)
  if (loan && doing === 'cancel') return <CancelSheet loan={loan} onClose={close} />
  if (loan && debt && doing)
    return (
      <RepaySheet
        loan={loan}
        debt={debt}
        isPart={doing === 'part'}
        available={info?.balance}
        costsFreeDay={info?.application != null}
        onClose={close}
      />
    )
  const owed = debt ? standing(debt, nowMs).owed : (loan?.remaining ?? '0')
  const repayments = query.data?.repayments ?? []
  const money = (figure: string) => `${masked(amount(figure))} ${loan?.currency ?? ''}`
  return (
    <RecordSheet
      title={t('loan_pages.loan', { reference: loan?.reference ?? '' })}
      text={loan && t(`loan_pages.status_${loan.status}`)}
      onClose={onClose}
      ask={loan && <AskLink kind="loan" id={loan.id} />}
      query={query}
      above={loan && debt && <Standing loan={loan} debt={debt} />}
      lines={
        loan && [
          ...loanLines(loan, owed, { t, locale, masked }),
          loan.why !== null && { name: t('loan_pages.why'), value: loan.why },
        ]
      }
    >
      {repayments.length > 0 && loan && (
        <section aria-label={t('loan_pages.repayments')}>
          <h3 className="pt-4 pb-1 text-15 font-semibold">{t('loan_pages.repayments')}</h3>
          <KeyValue
            ruled
            lines={repayments.map((one) => ({
              name: (
                <>
                  {zonedMoment(one.atMs, locale)}
                  <span className="block text-12 text-t3">
                    {t('loan_pages.of_it', {
                      principal: masked(amount(one.principal)),
                      interest: masked(amount(one.interest)),
                      overdue: masked(amount(one.overdueInterest)),
                    })}
                  </span>
                </>
              ),
              value: money(one.amount),
            }))}
          />
        </section>
      )}
      {loan && (
        <div className="grid gap-3 border-t border-line pt-4 pb-2">
          {debt && (
            <>
              <p className="text-13 text-t2">{t('loan_pages.reminders')}</p>
              <Button kind="primary" onClick={() => setDoing('all')}>
                {t('loan_pages.repay', { amount: money(owed) })}
              </Button>
              <Button onClick={() => setDoing('part')}>{t('loan_pages.repay_part')}</Button>
            </>
          )}
          {loan.status === 'pending' && (
            <>
              {info && (
                <p className="text-13 text-t2">
                  {t('loan_pages.under_review', { hours: info.terms.reviewHours })}
                </p>
              )}
              <Button onClick={() => setDoing('cancel')}>{t('loan_pages.cancel')}</Button>
            </>
          )}
          <Button onClick={() => void savePdf(loan)}>
            <FileText aria-hidden size={18} />
            {t('loan_pages.pdf')}
          </Button>
          {loan.paidOutAtMs !== null && (
            <ButtonLink
              to={toPage('pages/setting/bill', { id: eventKey('loan', loan.id) })}
              className="text-gold"
            >
              <Bob />
              {t('loan_pages.see_statement')}
            </ButtonLink>
          )}
        </div>
      )}
    </RecordSheet>
  )
}

/** What is owed at its due moment, less what is not charged if it is repaid now; and when the next day costs. */
function Standing({ loan, debt }: { loan: LoanView; debt: Debt }) {
  const { t, locale } = useTexts()
  const masked = useMasked()
  const nowMs = useServerNow()
  const now = standing(debt, nowMs)
  const figure = (text: string) => masked(amount(text))
  const next = t('loan_pages.next_charge', {
    amount: figure(now.next.amount),
    time: zonedMoment(now.next.atMs, locale),
  })
  if (now.isOverdue)
    return (
      <div className="pt-2">
        <p className="text-13 text-danger">
          {t('loan_pages.overdue_since', { time: zonedMoment(loan.dueAtMs!, locale) })}
        </p>
        <CordColumn
          rows={[
            { key: 'principal', name: t('loan_pages.principal'), value: figure(now.principal) },
            { key: 'interest', name: t('loan_pages.interest'), value: figure(now.interest) },
            {
              key: 'overdue',
              name: t('loan_pages.overdue_interest'),
              note: `${loan.overdueRatePercent}%`,
              value: figure(now.overdueInterest),
            },
          ]}
          sumName={t('loan_pages.if_now')}
          sum={figure(now.owed)}
        />
        <p className="pb-2 text-12 text-t3">{next}</p>
      </div>
    )
  return (
    <div className="pt-2">
      <CordColumn
        rows={[
          {
            key: 'due',
            name: t('loan_pages.if_due', { time: zonedMoment(loan.dueAtMs!, locale) }),
            value: figure(now.whenDue!),
          },
          {
            key: 'saved',
            name: t('loan_pages.not_charged'),
            note: t('loan_pages.days', { count: now.daysLeft }),
            value: `−${figure(now.notCharged!)}`,
          },
        ]}
        sumName={t('loan_pages.if_now')}
        sum={figure(now.owed)}
      />
      <div aria-hidden className="h-1 rounded-4 bg-s2">
        <div
          className="h-1 rounded-4 bg-t1"
          style={{ width: `${Math.min(100, (now.day / loan.days) * 100)}%` }}
        />
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 py-2 text-12 text-t3">
        <span>{t('loan_pages.day_of', { day: now.day, days: loan.days })}</span>
        <span className="ml-auto text-right">{next}</span>
      </p>
    </div>
  )
}

function CancelSheet({ loan, onClose }: { loan: LoanView; onClose(): void }) {
  const { t } = useTexts()
  const call = useApiMutation(cancelLoan)
  return (
    <MoneySheet
      isOpen
      title={t('loan_pages.cancel_title')}
      lines={[
        { name: t('loan_pages.number'), value: loan.reference },
        { name: t('loan_pages.amount'), value: `${amount(loan.amount)} ${loan.currency}` },
      ]}
      action={t('loan_pages.cancel')}
      cancel={t('loan_pages.keep')}
      notDone={t('loan_pages.not_cancelled')}
      onClose={onClose}
      onConfirm={async () => {
        if (!(await call.send({ id: loan.id }))) return
        toast(t('loan_pages.cancelled'))
        onClose()
      }}
      isPending={call.isPending}
      error={call.error}
    />
  )
}
