import { FileText } from 'lucide-react'
import { useState } from 'react'
import { type LoanInfo, loanInfo, loanTerms } from '#domain/loan/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { PublishedNote } from '#web/features/content/published-note.tsx'
import { Offered, useOffered } from '#web/features/eligibility/offered.tsx'
import { ObstacleNote } from '#web/features/withdrawal/obstacle-note.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ApplyForm } from './apply-form.tsx'
import { REFETCH_MS } from './loan-lines.ts'
import { OpenLoans } from './open-loans.tsx'
import { ScoreSheet } from './score-sheet.tsx'

/** The Loan tab: what can be borrowed at which cost, what is open, and the application. Without a session, the terms. */
export default function LoanPage() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const isOffered = useOffered('loan')
  const info = useApiQuery(loanInfo, {}, { enabled: isSignedIn, refetchMs: REFETCH_MS })
  const publicTerms = useApiQuery(loanTerms, {}, { enabled: !isSignedIn })
  const call = isSignedIn ? info : publicTerms
  const terms = isSignedIn ? info.data?.terms : publicTerms.data
  return (
    <>
      <AppBar title={t('common.tab_loan')} hasBack={false}>
        {isSignedIn && (
          <IconLink icon={FileText} label={t('loan_pages.my_loans')} to={toPage('pages/common/borrowing')} />
        )}
      </AppBar>
      <main className="pb-8">
        {terms ? (
          <div className="lg:grid lg:grid-cols-2 lg:gap-x-8">
            {info.data && (
              <div className="min-w-0">
                {isOffered && <Limit info={info.data} />}
                {!info.data.isVerified && (
                  <ObstacleNote
                    text={t('loan_pages.why_verify')}
                    action={{
                      label: t('loan_pages.verify'),
                      page: 'pages/StartVerification/StartVerification',
                    }}
                  />
                )}
                <OpenLoans info={info.data} />
              </div>
            )}
            <div className="min-w-0">
              <Offered product="loan">
                <ApplyForm key={terms.version} terms={terms} info={info.data} />
              </Offered>
            </div>
          </div>
        ) : call.error ? (
          <ErrorState error={call.error} onRetry={() => void call.refetch()} />
        ) : (
          <SkeletonRows count={6} />
        )}
        <PublishedNote keyword="loan_rule" />
      </main>
    </>
  )
}

/** What can be borrowed, and the score that it is of. */
function Limit({ info: { available, limit, used, score, terms } }: { info: LoanInfo }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-3 gutter pb-4">
      <div>
        <p className="text-13 text-t2">{t('loan_pages.can_borrow')}</p>
        <p className="figures flex items-baseline gap-2">
          <span className="text-28 font-semibold">
            <Amount value={available} />
          </span>
          <span className="text-15 text-t2">{terms.currency}</span>
        </p>
        <p className="figures text-12 text-t3">
          {t('loan_pages.of_limit', { used: amount(used, 0), limit: amount(limit, 0) })}
        </p>
      </div>
      <button type="button" className="target press ml-auto text-right" onClick={() => setOpen(true)}>
        <span className="block text-13 text-t2">{t('loan_pages.score')}</span>
        <span className="figures flex items-center justify-end gap-1.5 text-20 font-semibold whitespace-nowrap">
          <span className="text-gold">
            <Bob />
          </span>
          {score}
          <span className="text-13 font-normal text-t2">
            {t('loan_pages.of_score', { maximum: amount(String(terms.score.maximum), 0) })}
          </span>
        </span>
      </button>
      {isOpen && <ScoreSheet terms={terms} onClose={() => setOpen(false)} />}
    </div>
  )
}
