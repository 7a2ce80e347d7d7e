import { Timer } from 'lucide-react'
import { pairText } from '#domain/market/instrument.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { consoleOptions, proposeOptionTerms } from '#domain/option/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText, dateTimeUtc } from '../../format.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Answered, Nothing } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { WholeTable } from '../../ui/whole-table.tsx'
import type { PageEntry } from '../product.ts'
import { byInstrument, type ExpiryLine, type InstrumentLine, type OptionConsole, owedOf } from './exposure.ts'
import { periodsText } from './terms.ts'
import { OptionTermsForm } from './terms-form.tsx'

const EVERY_MS = 5_000

/** What is open and what it may cost, and on which terms seconds options are offered. */
function OptionsPage() {
  const call = useApiQuery(consoleOptions, {}, { refetchMs: EVERY_MS })
  const [, choose] = useChosen()
  const mayChange = useMay(proposeOptionTerms)
  return (
    <Page
      title={t('option.title')}
      summary={t('option.summary')}
      panel={call.data && <ChosenPanel options={call.data} />}
    >
      <Answered call={call}>
        {(options) => (
          <>
            <Section title={t('option.cover')} text={t('option.cover_text')}>
              <div className="max-w-xl px-5 pb-4">
                <KeyValue ruled lines={coverLines(options)} />
              </div>
            </Section>
            <PendingProposals title={t('option.pending')} pending={options.pending} />
            <Exposure options={options} />
            <Section
              title={t('option.terms', { version: options.terms.version })}
              text={t('option.terms_text')}
              actions={
                mayChange && (
                  <Button size="small" onClick={() => choose('terms')}>
                    {t('option.change_terms')}
                  </Button>
                )
              }
            >
              <div className="max-w-xl px-5 pb-4">
                <KeyValue ruled lines={termsLines(options)} />
              </div>
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

/** What the URL names: the form for other terms. */
function ChosenPanel({ options }: { options: OptionConsole }) {
  const [at, choose] = useChosen()
  // What is typed stays when the page is asked for again.
  return at === 'terms' ? (
    <OptionTermsForm key={options.terms.version} options={options} onClose={() => choose(undefined)} />
  ) : null
}

function Exposure({ options }: { options: OptionConsole }) {
  if (options.exposure.length === 0)
    return (
      <Section title={t('option.by_instrument')}>
        <Nothing title={t('option.nothing_open')} />
      </Section>
    )
  return (
    <>
      <Section title={t('option.by_instrument')}>
        <WholeTable
          name="option-instruments"
          label={t('option.by_instrument')}
          columns={instrumentColumns}
          rows={byInstrument(options)}
          keyOf={({ symbol }) => symbol}
        />
      </Section>
      <Section title={t('option.by_expiry')} text={t('option.by_expiry_text')}>
        <WholeTable
          name="option-expiries"
          label={t('option.by_expiry')}
          columns={expiryColumns}
          rows={options.exposure}
          keyOf={({ symbol, expiresAtMs }) => `${symbol} ${expiresAtMs}`}
        />
      </Section>
    </>
  )
}

function coverLines(options: OptionConsole) {
  const { currency, fund, escrow, isCovered } = options
  const owed = amountText(owedOf(options), currency)
  return [
    { name: t('option.fund'), value: amountText(fund, currency) },
    { name: t('option.fund_escrow'), value: amountText(escrow, currency) },
    {
      name: t('option.owed'),
      value: isCovered ? (
        owed
      ) : (
        <strong className="text-danger">{`${owed}, ${t('option.uncovered')}`}</strong>
      ),
    },
  ]
}

const termsLines = ({ terms, currency }: OptionConsole) => [
  { name: t('option.periods'), value: periodsText(terms.periods) },
  { name: t('option.minimum'), value: amountText(terms.minimum, currency) },
  { name: t('option.maximum'), value: amountText(terms.maximum, currency) },
  { name: t('option.max_open'), value: String(terms.maxOpen) },
  { name: t('option.max_daily'), value: String(terms.maxDaily) },
  { name: t('option.loss_limit'), value: amountText(terms.lossLimit, currency) },
  { name: t('option.pause_after'), value: String(terms.pauseAfter) },
  { name: t('option.pause_minutes'), value: String(terms.pauseMinutes) },
  { name: t('option.exposure_share'), value: `${plainPercent(terms.exposureBps)}%` },
]

const instrumentColumn: Column<{ readonly symbol: string }> = {
  title: t('option.instrument'),
  value: ({ symbol }) => symbol,
  cell: ({ symbol }) => <strong>{pairText(symbol)}</strong>,
}

/** Figures that both tables have. */
const figureColumns: Column<Omit<InstrumentLine, 'symbol'>>[] = [
  {
    ...{ title: t('option.orders'), align: 'right', value: ({ orders }) => String(orders) },
    cell: ({ orders }) => <span className="figures">{orders}</span>,
  },
  {
    ...{ title: t('option.if_rise'), align: 'right', value: ({ rise }) => rise },
    cell: ({ rise }) => <span className="figures">{amount(rise)}</span>,
  },
  {
    ...{ title: t('option.if_fall'), align: 'right', value: ({ fall }) => fall },
    cell: ({ fall }) => <span className="figures">{amount(fall)}</span>,
  },
]

const instrumentColumns: Column<InstrumentLine>[] = [instrumentColumn, ...figureColumns]

const expiryColumns: Column<ExpiryLine>[] = [
  instrumentColumn,
  {
    title: t('option.expiry'),
    value: ({ expiresAtMs }) => dateTimeUtc(expiresAtMs),
    cell: ({ expiresAtMs }) => <span className="figures">{dateTimeUtc(expiresAtMs)}</span>,
  },
  ...figureColumns,
]

export const optionsPage: PageEntry = {
  ...{ path: '/option', name: t('option.title'), icon: Timer, component: OptionsPage },
  endpoint: consoleOptions,
}
