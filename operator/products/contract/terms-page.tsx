import { SlidersHorizontal } from 'lucide-react'
import { consoleContractTerms, type InstrumentTerms, proposeContractTerms } from '#domain/contract/console.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import type { PageEntry } from '../product.ts'
import { leveragesText } from './terms.ts'
import { ContractTermsForm } from './terms-form.tsx'

const TERMS_EVERY_MS = 5_000

/** The terms of every instrument's contract; what is chosen opens at the right, to be changed by who may. */
function TermsPage() {
  const call = useApiQuery(consoleContractTerms, {}, { refetchMs: TERMS_EVERY_MS })
  const [at, choose] = useChosen()
  const mayChange = useMay(proposeContractTerms)
  const chosen = call.data?.instruments.find(({ symbol }) => symbol === at)
  const close = () => choose(undefined)
  const panel =
    chosen &&
    (mayChange ? (
      // What is typed stays when the page is asked for again.
      <ContractTermsForm key={`${chosen.symbol} ${chosen.version}`} terms={chosen} onClose={close} />
    ) : (
      <TermsPanel terms={chosen} currency={call.data!.currency} onClose={close} />
    ))
  return (
    <Page title={t('contract.terms')} summary={t('contract.terms_summary')} panel={panel}>
      <Answered call={call}>
        {({ instruments, pending }) => (
          <>
            <PendingProposals title={t('contract.pending')} pending={pending} />
            <Section title={t('contract.terms_by_instrument')} text={t('contract.terms_text')}>
              <ChoosableTable
                name="contract-terms"
                label={t('contract.terms_by_instrument')}
                columns={columns}
                rows={instruments}
                keyOf={({ symbol }) => symbol}
              />
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

const shares = [
  ...(['feeBps', 'financingBps', 'maintenanceBps', 'marginCallBps'] as const),
  ...(['collarBps', 'slippageBps', 'stressBps'] as const),
]

function TermsPanel({
  terms,
  currency,
  onClose,
}: {
  terms: InstrumentTerms
  currency: string
  onClose(): void
}) {
  return (
    <Panel title={terms.label} onClose={onClose}>
      <KeyValue
        ruled
        lines={[
          { name: t('contract.term_version'), value: String(terms.version) },
          { name: t('contract.term_leverages'), value: leveragesText(terms.leverages) },
          ...shares.map((name) => ({
            name: t(`contract.term_${name}`),
            value: `${plainPercent(terms[name])}%`,
          })),
          ...(['maxPosition', 'maxOpenInterest'] as const).map((name) => ({
            name: t(`contract.term_${name}`),
            value: amountText(terms[name], currency),
          })),
        ]}
      />
    </Panel>
  )
}

const figures = (
  title: string,
  of: (terms: InstrumentTerms) => string,
  isWide = false,
): Column<InstrumentTerms> => ({
  ...{ title, align: 'right', isWide, value: of },
  cell: (terms) => <span className="figures">{of(terms)}</span>,
})

const columns: Column<InstrumentTerms>[] = [
  {
    title: t('contract.instrument'),
    value: ({ label }) => label,
    cell: ({ label }) => <strong>{label}</strong>,
  },
  figures(t('contract.term_leverages'), ({ leverages }) => leveragesText(leverages)),
  figures(t('contract.term_feeBps'), ({ feeBps }) => `${plainPercent(feeBps)}%`),
  figures(t('contract.term_financingBps'), ({ financingBps }) => `${plainPercent(financingBps)}%`, true),
  figures(t('contract.term_maxPosition'), ({ maxPosition }) => amount(maxPosition, 0), true),
  figures(t('contract.term_maxOpenInterest'), ({ maxOpenInterest }) => amount(maxOpenInterest, 0), true),
  figures(t('contract.term_version'), ({ version }) => String(version)),
]

export const termsPage: PageEntry = {
  ...{ path: '/contract/terms', name: t('contract.terms'), icon: SlidersHorizontal, component: TermsPage },
  endpoint: consoleContractTerms,
}
