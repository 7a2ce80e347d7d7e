import { useState } from 'react'
import { useNavigate } from 'react-router'
import { applyForLoan, type LoanInfo, type LoanTermsView } from '#domain/loan/contract.ts'
import type { LoanDays } from '#domain/loan/words.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { decimalsOf, signedUnits } from '#web/features/money/decimals.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { zonedDate, zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue, type KeyValueLines } from '#web/ui/key-value.tsx'
import { draftDebt, largestNow, onDay, termFigures } from './draft.ts'
import { rateText } from './loan-lines.ts'
import { RepayChart } from './repay-chart.tsx'

/** Until an amount is typed. */
const EXAMPLE = '1000'

interface Draft {
  readonly typed: string
  readonly days: LoanDays
}

/** How much and for how long, with all that it costs, what an early day saves, and what happens when it is late. */
export function ApplyForm({ terms, info }: { terms: LoanTermsView; info: LoanInfo | undefined }) {
  const { t, locale } = useTexts()
  const navigate = useNavigate()
  const call = useApiMutation(applyForLoan)
  const [draft, setDraft] = useState<Draft>({ typed: '', days: 30 })
  const [asked, askFor] = useState<number>()
  /** What was looked at is what is sent, whatever changes behind the sheet. */
  const [seen, setSeen] = useState<{ readonly draft: Draft; readonly lines: KeyValueLines }>()
  const nowMs = useServerNow()
  const { typed, days } = draft
  const { currency } = terms
  const hasFreeDay = info?.hasFreeDay ?? true
  const isTyped = typed !== '' && /[1-9]/.test(typed)
  const debt = draftDebt(terms, { amount: isTyped ? typed : EXAMPLE, days, hasFreeDay }, nowMs)
  const figures = termFigures(debt)
  const day = Math.min(days, asked ?? Math.max(1, Math.round(days / 3)))
  const early = onDay(debt, day)
  const why = whyNot(draft, terms, info)
  const money = (figure: string) => `${amount(figure)} ${currency}`
  const principal = isTyped ? typed : EXAMPLE
  const costs: KeyValueLines = [
    { name: t('loan_pages.borrowed'), value: money(principal) },
    {
      name: t('loan_pages.interest_days', {
        count: figures.chargedDays,
        perDay: amount(figures.perDay),
      }),
      value: money(figures.interest),
    },
    { name: t('loan_pages.daily_on_owed'), value: rateText(terms, t) },
    {
      name: t('loan_pages.if_overdue'),
      value: t('loan_pages.overdue_cost', {
        percent: terms.overdueRatePercent,
        points: Math.abs(terms.score.overdue),
      }),
    },
  ]

  async function confirm() {
    if (!seen) return
    const loan = await call.send({
      amount: seen.draft.typed,
      days: String(seen.draft.days),
      termsVersion: String(terms.version),
    })
    if (!loan) return
    setSeen(undefined)
    toast(t('loan_pages.applied_now'))
    navigate(toPage('pages/common/borrowing', { id: loan.id }))
  }

  return (
    <form
      className="flex flex-col gap-4 gutter"
      onSubmit={(event) => {
        event.preventDefault()
        if (why) return
        call.reset()
        setSeen({
          draft,
          lines: [
            ...costs,
            { name: t('loan_pages.total'), value: money(figures.total), isStrong: true },
            { name: t('loan_pages.repay_if_today'), value: zonedMoment(figures.dueAtMs, locale) },
            {
              name: t('loan_pages.each_further_day'),
              value: t('loan_pages.points', { points: `−${Math.abs(terms.score.overdueDay)}` }),
            },
          ],
        })
      }}
    >
      <DecimalField
        label={t('loan_pages.amount')}
        value={typed}
        onChange={(next) => setDraft({ ...draft, typed: next })}
        decimals={decimalsOf(currency)}
        unit={currency}
        error={why === 'below' || why === 'above' || why === 'limit' ? t(`loan_pages.why_${why}`) : undefined}
        hint={t('loan_pages.range', {
          minimum: amount(terms.minimum, 0),
          maximum: amount(largestNow(terms, info?.available), 0),
          currency,
        })}
      />
      <div className="flex items-center gap-2">
        <span className="text-15 text-t2">{t('loan_pages.days_label')}</span>
        <div className="-mr-4 min-w-0 flex-1">
          <Chips
            label={t('loan_pages.days_label')}
            choices={terms.days.map((id) => ({ id, label: String(id) }))}
            value={days as number}
            onChange={(id) => setDraft({ ...draft, days: id as LoanDays })}
          />
        </div>
      </div>
      <section aria-label={t('loan_pages.costs')} className="border-t border-line pt-3">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-15 font-semibold">
            {t('loan_pages.you_repay_by', { date: zonedDate(figures.dueAtMs, locale) })}
          </span>
          <span className="figures ml-auto flex items-baseline gap-1.5">
            <span className="text-20 font-semibold">{amount(figures.total)}</span>
            <span className="text-13 text-t2">{currency}</span>
          </span>
        </p>
        {!isTyped && <p className="text-12 text-t3">{t('loan_pages.example', { amount: money(EXAMPLE) })}</p>}
        <div className="pt-2">
          <KeyValue ruled lines={costs} />
        </div>
        {!hasFreeDay && info?.freeDayFromMs != null && (
          <p className="border-t border-line pt-3 text-13 text-t2">
            {t('loan_pages.no_free_day', { time: zonedMoment(info.freeDayFromMs, locale) })}
          </p>
        )}
      </section>
      <section aria-labelledby="early" className="border-t border-line pt-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 pb-3">
          <h2 id="early" className="text-15 font-semibold">
            {t('loan_pages.if_early')}
          </h2>
          <span className="text-12 text-t3">{t('loan_pages.drag')}</span>
        </div>
        <RepayChart debt={debt} currency={currency} day={day} onDay={askFor} />
        <p className="figures flex justify-between gap-3 pt-3 text-15">
          <span className="text-t2">{t('loan_pages.day_saves', { day })}</span>
          <span className="font-semibold">{money(early.saved)}</span>
        </p>
      </section>
      <div className="sticky bottom-(--tabs) z-sticky -mx-4 border-t border-line bg-bg px-4 py-3 lg:bottom-0">
        {info ? (
          <Button type="submit" kind="primary" className="w-full" disabled={why !== undefined}>
            {why ? t(`loan_pages.why_${why}`) : t('loan_pages.apply_for', { amount: money(typed) })}
          </Button>
        ) : (
          <ButtonLink
            kind="primary"
            className="w-full"
            to={toPage('pages/common/login', { from: toPage('pages/loan/loan') })}
          >
            {t('loan_pages.sign_in_to_apply')}
          </ButtonLink>
        )}
        <p className="pt-2 text-center text-12 text-t3">
          {t('loan_pages.reviewed', { hours: terms.reviewHours })}
        </p>
      </div>
      {seen && (
        <MoneySheet
          isOpen
          title={t('loan_pages.confirm_title')}
          text={t('loan_pages.confirm_text')}
          lines={seen.lines}
          action={t('loan_pages.apply_for', { amount: money(seen.draft.typed) })}
          note={t('loan_pages.reviewed', { hours: terms.reviewHours })}
          notDone={t('loan_pages.not_applied')}
          onClose={() => setSeen(undefined)}
          onConfirm={() => void confirm()}
          isPending={call.isPending}
          error={call.error}
        />
      )}
    </form>
  )
}

const unitsOf = (text: string, { currency }: LoanTermsView) => signedUnits(text, decimalsOf(currency))

/** Why nothing can be applied for as the form stands; undefined where it can. */
function whyNot({ typed }: Draft, terms: LoanTermsView, info: LoanInfo | undefined) {
  if (info && !info.isVerified) return 'verify'
  if (info?.application) return 'waits'
  if (info?.open.some(({ status }) => status === 'overdue')) return 'overdue'
  if (typed === '' || !/[1-9]/.test(typed)) return 'amount'
  const wanted = unitsOf(typed, terms)
  if (wanted < unitsOf(terms.minimum, terms)) return 'below'
  if (wanted > unitsOf(terms.maximum, terms)) return 'above'
  return info && wanted > unitsOf(info.available, terms) ? 'limit' : undefined
}
