import { SlidersHorizontal } from 'lucide-react'
import { consoleCopyTerms, proposeCopyTerms } from '#domain/copy/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { plainPercent } from '#domain/money/rate.ts'
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
import { CopyTermsForm } from './terms-form.tsx'

type CopyTermsConsole = OutputOf<typeof consoleCopyTerms>

const TERMS_EVERY_MS = 5_000

/** The terms of copying, and what is proposed to change in them. */
function CopyTermsPage() {
  const call = useApiQuery(consoleCopyTerms, {}, { refetchMs: TERMS_EVERY_MS })
  const [at, choose] = useChosen()
  const mayChange = useMay(proposeCopyTerms)
  const terms = call.data?.terms
  return (
    <Page
      title={t('copy.terms')}
      summary={t('copy.terms_summary')}
      panel={
        at === 'terms' &&
        terms && (
          // What is typed stays when the page is asked for again.
          <CopyTermsForm
            key={terms.version}
            terms={terms}
            currency={call.data!.currency}
            onClose={() => choose(undefined)}
          />
        )
      }
    >
      <Answered call={call}>
        {(answer) => (
          <>
            <PendingProposals title={t('copy.pending')} pending={answer.pending} />
            <Section
              title={t('copy.terms_version', { version: answer.terms.version })}
              text={t('copy.terms_text')}
              actions={
                mayChange && (
                  <Button size="small" onClick={() => choose('terms')}>
                    {t('copy.change_terms')}
                  </Button>
                )
              }
            >
              <div className="max-w-xl px-5 pb-4">
                <KeyValue ruled lines={termsLines(answer)} />
              </div>
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

const termsLines = ({ terms, currency }: CopyTermsConsole) => [
  { name: t('copy.term_minAmount'), value: amountText(terms.minAmount, currency) },
  { name: t('copy.term_maxAmount'), value: amountText(terms.maxAmount, currency) },
  ...(['maxSlippageBps', 'equityBps', 'maxShareBps'] as const).map((name) => ({
    name: t(`copy.term_${name}`),
    value: `${plainPercent(terms[name])}%`,
  })),
  { name: t('copy.term_maxRelations'), value: String(terms.maxRelations) },
  { name: t('copy.term_maxFollowers'), value: String(terms.maxFollowers) },
]

export const copyTermsPage: PageEntry = {
  ...{ path: '/copy/terms', name: t('copy.terms'), icon: SlidersHorizontal, component: CopyTermsPage },
  endpoint: consoleCopyTerms,
}
