import { RefreshCw } from 'lucide-react'
import { consoleConvert, proposeConvertTerms } from '#domain/convert/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Answered } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { WholeTable } from '../../ui/whole-table.tsx'
import type { PageEntry } from '../product.ts'
import { ConvertTermsForm } from './terms-form.tsx'

type ConvertConsole = OutputOf<typeof consoleConvert>
type Flow = ConvertConsole['flows'][number]

/** The terms of conversions, and what the platform bought and sold by them within a day. */
function ConvertPage() {
  const call = useApiQuery(consoleConvert, {})
  const [at, choose] = useChosen()
  const mayChange = useMay(proposeConvertTerms)
  const close = () => choose(undefined)
  return (
    <Page
      title={t('convert.title')}
      summary={t('convert.summary')}
      panel={
        // What is typed stays when the page is asked for again.
        at === 'terms' &&
        call.data && (
          <ConvertTermsForm key={call.data.terms.version} terms={call.data.terms} onClose={close} />
        )
      }
    >
      <Answered call={call}>
        {(convert) => (
          <>
            <PendingProposals title={t('convert.pending')} pending={convert.pending} />
            <Section title={t('convert.flows')} text={t('convert.flows_text')}>
              <WholeTable
                name="convert-flows"
                label={t('convert.flows')}
                columns={flowColumns(convert.currency)}
                rows={convert.flows}
                keyOf={({ code }) => code}
              />
            </Section>
            <Section
              title={t('convert.terms', { version: convert.terms.version })}
              text={t('convert.terms_text')}
              actions={
                mayChange && (
                  <Button size="small" onClick={() => choose('terms')}>
                    {t('convert.change_terms')}
                  </Button>
                )
              }
            >
              <div className="max-w-xl px-5 pb-4">
                <KeyValue ruled lines={termsLines(convert)} />
              </div>
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

const termsLines = ({ terms, currency }: ConvertConsole) => [
  { name: t('convert.fee'), value: `${plainPercent(terms.feeBps)}%` },
  { name: t('convert.minimum'), value: amountText(terms.minimum, currency) },
  { name: t('convert.maximum'), value: amountText(terms.maximum, currency) },
  { name: t('convert.max_per_customer'), value: amountText(terms.maxPerCustomer, currency) },
  { name: t('convert.max_exposure'), value: amountText(terms.maxExposure, currency) },
  { name: t('convert.quote_seconds'), value: t('convert.seconds', { seconds: terms.quoteSeconds }) },
]

const flowColumns = (currency: string): Column<Flow>[] => [
  {
    title: t('convert.code'),
    value: ({ code }) => code,
    cell: ({ code }) => <strong>{code}</strong>,
  },
  {
    ...{ title: t('convert.in_fund'), align: 'right', value: ({ fund }) => fund },
    cell: ({ fund }) => <span className="figures">{amount(fund)}</span>,
  },
  ...(['bought', 'sold', 'net'] as const).map(
    (name): Column<Flow> => ({
      ...{ title: `${t(`convert.flow_${name}`)}, ${currency}`, align: 'right', value: (flow) => flow[name] },
      cell: (flow) => <span className="figures">{amount(flow[name])}</span>,
    }),
  ),
]

export const convertPage: PageEntry = {
  ...{ path: '/convert', name: t('convert.title'), icon: RefreshCw, component: ConvertPage },
  endpoint: consoleConvert,
}
