import { useState } from 'react'
import { type LoanView, repayLoan } from '#domain/loan/contract.ts'
import type { Debt } from '#domain/loan/rules.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { AmountField } from '#web/features/money/money-form.tsx'
import { NotDoneSheet } from '#web/features/money/money-sheet.tsx'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { amount, isZero } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { readRepayment } from './draft.ts'

/**
 * Pays a loan back, in a part or all of it. What it pays and what it saves stands there before it is sent, and that amount
 * is sent: where another day has begun meanwhile, the rest stays owed.
 */
export function RepaySheet({
  loan,
  debt,
  isPart,
  available,
  costsFreeDay,
  onClose,
}: {
  loan: LoanView
  debt: Debt
  isPart: boolean
  available: string | undefined
  /** Another application waits, which has no free day if it is paid out within a day of this repayment. */
  costsFreeDay: boolean
  onClose(): void
}) {
  const { t } = useTexts()
  const call = useApiMutation(repayLoan)
  const [typed, setTyped] = useState('')
  const nowMs = useServerNow()
  const { currency } = loan
  const money = (figure: string) => `${amount(figure)} ${currency}`
  const read = readRepayment(debt, isPart ? typed : undefined, available, nowMs)
  const draft = read?.ok ? read : undefined

  async function send() {
    if (!draft) return
    const repaid = await call.send({ id: loan.id, amount: draft.amount })
    if (!repaid) return
    toast(
      repaid.status === 'repaid'
        ? t('loan_pages.repaid_all')
        : t('loan_pages.repaid_part', { left: money(repaid.remaining) }),
    )
    onClose()
  }

  if (call.error && !call.isPending)
    return (
      <NotDoneSheet
        error={call.error}
        title={t('loan_pages.not_repaid')}
        onRetry={() => void send()}
        onClose={onClose}
      />
    )
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={isPart ? t('loan_pages.repay_part') : t('loan_pages.repay_all')}
      text={t('loan_pages.from_funding')}
    >
      {isPart && (
        <div className="pt-3">
          <AmountField
            value={typed}
            onChange={setTyped}
            currency={currency}
            balance={{ available, maximum: available }}
            error={read && !read.ok ? refusalText(read.code, read.params) : undefined}
          />
        </div>
      )}
      {!isPart && read && !read.ok && (
        <p role="alert" className="pt-3 text-13 text-danger">
          {refusalText(read.code, read.params)}
        </p>
      )}
      <div className="min-h-56 pt-3 pb-4">
        {draft && (
          <KeyValue
            ruled
            lines={[
              !isZero(draft.overdueInterest) && {
                name: t('loan_pages.overdue_interest'),
                value: money(draft.overdueInterest),
              },
              { name: t('loan_pages.interest'), value: money(draft.interest) },
              { name: t('loan_pages.principal'), value: money(draft.principal) },
              { name: t('loan_pages.you_pay'), value: money(draft.amount), isStrong: true },
              { name: t('loan_pages.left_after'), value: money(draft.left) },
              { name: t('loan_pages.saves'), value: money(draft.saved) },
            ]}
          />
        )}
      </div>
      {costsFreeDay && draft && isZero(draft.left) && (
        <p className="pb-3 text-13 text-t2">{t('loan_pages.costs_free_day')}</p>
      )}
      <Button
        kind="primary"
        className="w-full"
        disabled={!draft}
        isPending={call.isPending}
        onClick={() => void send()}
      >
        {draft ? t('loan_pages.repay', { amount: money(draft.amount) }) : t('loan_pages.why_amount')}
      </Button>
    </Sheet>
  )
}
