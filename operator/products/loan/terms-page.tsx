import { HandCoins } from 'lucide-react'
import { type ConsoleLoanTerms, consoleLoanTerms, proposeLoanTerms } from '#domain/loan/console.ts'
import { formatPercent, parseRate } from '#domain/money/rate.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Answered } from '../../ui/states.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import type { PageEntry } from '../product.ts'
import { LoanTermsForm } from './terms-form.tsx'

/** The terms of loans, and what customers owe together. */
function LoanTermsPage() {
  const call = useApiQuery(consoleLoanTerms, {})
  const [at, choose] = useChosen()
  const mayChange = useMay(proposeLoanTerms)
  return (
    <Page
      title={t('loan.terms_title')}
      summary={t('loan.summary')}
      panel={
        // What is typed stays when the page is asked for again.
        at === 'terms' &&
        call.data && (
          <LoanTermsForm key={call.data.terms.version} view={call.data} onClose={() => choose(undefined)} />
        )
      }
    >
      <Answered call={call}>
        {(loan) => (
          <>
            <PendingProposals title={t('loan.pending')} pending={loan.pending} />
            <Section title={t('loan.all_customers')}>
              <div className="max-w-xl px-5 pb-4">
                <KeyValue ruled lines={exposureLines(loan)} />
              </div>
            </Section>
            <Section
              title={t('loan.terms', { version: loan.terms.version })}
              text={t('loan.terms_text')}
              actions={
                mayChange && (
                  <Button size="small" onClick={() => choose('terms')}>
                    {t('loan.change_terms')}
                  </Button>
                )
              }
            >
              <div className="max-w-xl px-5 pb-4">
                <KeyValue ruled lines={termsLines(loan)} />
              </div>
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

const exposureLines = ({ outstanding, overdue, fund, currency }: ConsoleLoanTerms) => [
  { name: t('loan.outstanding'), value: amountText(outstanding, currency) },
  { name: t('loan.status_overdue'), value: amountText(overdue, currency) },
  { name: t('loan.fund'), value: amountText(fund, currency) },
]

const percent = (rate: string) => `${formatPercent(parseRate(rate)!)}%`

const termsLines = ({ terms, currency }: ConsoleLoanTerms) => [
  { name: t('loan.daily_rate'), value: percent(terms.dailyRate) },
  { name: t('loan.overdue_rate'), value: percent(terms.overdueRate) },
  { name: t('loan.minimum'), value: amountText(terms.minimum, currency) },
  { name: t('loan.maximum'), value: amountText(terms.maximum, currency) },
  { name: t('loan.per_point'), value: amountText(terms.perPoint, currency) },
  { name: t('loan.score_floor'), value: String(terms.scoreFloor) },
  { name: t('loan.max_outstanding'), value: amountText(terms.maxOutstanding, currency) },
]

export const loanTermsPage: PageEntry = {
  ...{ path: '/loans/terms', name: t('loan.terms_title'), icon: HandCoins, component: LoanTermsPage },
  endpoint: consoleLoanTerms,
}
