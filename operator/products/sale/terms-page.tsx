import { Banknote } from 'lucide-react'
import type { OutputOf } from '#domain/endpoint.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { consoleSaleTerms, proposeSaleTerms } from '#domain/sale/console.ts'
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
import { SaleTermsForm } from './terms-form.tsx'

type SaleConsole = OutputOf<typeof consoleSaleTerms>

/** The terms of sales, and the dollars that they are paid from. */
function SaleTermsPage() {
  const call = useApiQuery(consoleSaleTerms, {})
  const [at, choose] = useChosen()
  const mayChange = useMay(proposeSaleTerms)
  const close = () => choose(undefined)
  return (
    <Page
      title={t('sale.terms_title')}
      summary={t('sale.summary')}
      panel={
        // What is typed stays when the page is asked for again.
        at === 'terms' &&
        call.data && (
          <SaleTermsForm
            key={call.data.terms.version}
            terms={call.data.terms}
            currency={call.data.currency}
            onClose={close}
          />
        )
      }
    >
      <Answered call={call}>
        {(sale) => (
          <>
            <PendingProposals title={t('sale.pending')} pending={sale.pending} />
            <Section title={t('sale.dollars')}>
              <div className="max-w-xl px-5 pb-4">
                <KeyValue
                  ruled
                  lines={[
                    { name: t('sale.left'), value: amountText(sale.left, sale.paidCurrency) },
                    { name: t('sale.set_aside'), value: amountText(sale.setAside, sale.paidCurrency) },
                  ]}
                />
              </div>
            </Section>
            <Section
              title={t('sale.terms', { version: sale.terms.version })}
              text={t('sale.terms_text')}
              actions={
                mayChange && (
                  <Button size="small" onClick={() => choose('terms')}>
                    {t('sale.change_terms')}
                  </Button>
                )
              }
            >
              <div className="max-w-xl px-5 pb-4">
                <KeyValue ruled lines={termsLines(sale)} />
              </div>
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

const termsLines = ({ terms, currency }: SaleConsole) => [
  { name: t('sale.fee'), value: `${plainPercent(terms.feeBps)}%` },
  { name: t('sale.minimum_fee'), value: amountText(terms.minimumFee, currency) },
  { name: t('sale.international_fee'), value: `${plainPercent(terms.internationalFeeBps)}%` },
  { name: t('sale.international_minimum_fee'), value: amountText(terms.internationalMinimumFee, currency) },
  { name: t('sale.minimum'), value: amountText(terms.minimum, currency) },
  { name: t('sale.max_per_customer'), value: amountText(terms.maxPerCustomer, currency) },
  { name: t('sale.quote_seconds'), value: t('sale.seconds', { seconds: terms.quoteSeconds }) },
]

export const saleTermsPage: PageEntry = {
  ...{ path: '/sales/terms', name: t('sale.terms_title'), icon: Banknote, component: SaleTermsPage },
  endpoint: consoleSaleTerms,
}
