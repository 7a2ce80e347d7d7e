import { Scale } from 'lucide-react'
import { consoleContractExposure, type ExposureLine } from '#domain/contract/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Answered, Nothing } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { WholeTable } from '../../ui/whole-table.tsx'
import type { PageEntry } from '../product.ts'

type Exposure = OutputOf<typeof consoleContractExposure>

const EXPOSURE_EVERY_MS = 5_000

/** What customers have open, what the platform would owe under stress, and what it has to pay that with. */
function ExposurePage() {
  const call = useApiQuery(consoleContractExposure, {}, { refetchMs: EXPOSURE_EVERY_MS })
  return (
    <Page title={t('contract.exposure')} summary={t('contract.exposure_summary')}>
      <Answered call={call}>
        {(exposure) => (
          <>
            <Section title={t('contract.cover')} text={t('contract.cover_text')}>
              <div className="max-w-xl px-5 pb-4">
                <KeyValue ruled lines={coverLines(exposure)} />
              </div>
            </Section>
            <Section title={t('contract.by_instrument')}>
              {exposure.instruments.length === 0 ? (
                <Nothing title={t('contract.nothing_open')} />
              ) : (
                <WholeTable
                  name="contract-exposure"
                  label={t('contract.by_instrument')}
                  columns={columns}
                  rows={exposure.instruments}
                  keyOf={({ symbol }) => symbol}
                />
              )}
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

function coverLines(exposure: Exposure) {
  const { currency, counterparty, insurance, openInterest, needed, isCovered } = exposure
  const { coveragePercent, insuredPercent, fromInsurance, uncovered } = exposure
  const needs = amountText(needed, currency)
  return [
    { name: t('contract.fund_counterparty'), value: amountText(counterparty, currency) },
    { name: t('contract.fund_insurance'), value: amountText(insurance, currency) },
    { name: t('contract.open_interest'), value: amountText(openInterest, currency) },
    {
      name: t('contract.needed'),
      value: isCovered ? (
        needs
      ) : (
        <strong className="text-danger">{`${needs}, ${t('contract.uncovered')}`}</strong>
      ),
    },
    coveragePercent !== null && {
      name: t('contract.coverage'),
      value: coverText(coveragePercent),
      isStrong: true,
    },
    insuredPercent !== null && {
      name: t('contract.coverage_insured'),
      value: coverText(insuredPercent),
    },
    { name: t('contract.from_insurance'), value: amountText(fromInsurance, currency) },
    { name: t('contract.not_covered'), value: amountText(uncovered, currency) },
  ]
}

/** More is not told apart: hardly anything is open. @example coverText('250.5') // '250.50%' */
const coverText = (percent: string): string => (Number(percent) > 1_000 ? '> 1,000%' : `${amount(percent)}%`)

const figures = (
  title: string,
  of: (line: ExposureLine) => string,
  isWide = false,
): Column<ExposureLine> => ({
  ...{ title, align: 'right', isWide, value: of },
  cell: (line) => <span className="figures">{amount(of(line))}</span>,
})

const columns: Column<ExposureLine>[] = [
  {
    title: t('contract.instrument'),
    value: ({ label }) => label,
    cell: ({ label }) => <strong>{label}</strong>,
  },
  figures(t('contract.long_lots'), ({ longLots }) => longLots, true),
  figures(t('contract.short_lots'), ({ shortLots }) => shortLots, true),
  figures(t('contract.net_lots'), ({ netLots }) => netLots),
  figures(t('contract.open_interest'), ({ openInterest }) => openInterest, true),
  figures(t('contract.unrealized'), ({ unrealized }) => unrealized),
  {
    ...figures(t('contract.stress'), ({ stress }) => stress),
    cell: ({ stress, stressBps }) => (
      <span className="figures">
        {amount(stress)}{' '}
        <span className="text-t2">{t('contract.stress_of', { percent: stressBps / 100 })}</span>
      </span>
    ),
  },
  figures(t('contract.needed'), ({ needed }) => needed),
]

export const exposurePage: PageEntry = {
  ...{ path: '/contract/exposure', name: t('contract.exposure'), icon: Scale, component: ExposurePage },
  endpoint: consoleContractExposure,
}
