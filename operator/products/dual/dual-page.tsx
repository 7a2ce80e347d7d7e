import {
  type ConsoleDualProduct,
  type ConsoleDualTemplate,
  consoleDual,
  proposeDualProduct,
  proposeDualTemplate,
} from '#domain/dual/console.ts'
import { isDualPair } from '#domain/dual/rules.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { pairText } from '#domain/market/instrument.ts'
import { instruments } from '#domain/market/instruments.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { grouped } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { DraftsPage } from '../../pages/drafts-page.tsx'
import { ProposalPanel } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { amountColumn, coveredColumn } from '../../ui/columns.tsx'
import { Section } from '../../ui/page.tsx'
import { Nothing } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { WholeTable } from '../../ui/whole-table.tsx'
import { DualProductForm, DualTemplateForm } from './dual-form.tsx'
import { DualPanel, productName } from './dual-panel.tsx'
import { rungLines } from './rungs.ts'

type Dual = OutputOf<typeof consoleDual>

/** Dual investments: what is on sale, the templates, and whether either outcome of all is covered. */
export function DualPage() {
  const call = useApiQuery(consoleDual, {})
  const [, choose] = useChosen()
  const mayPropose = useMay(proposeDualTemplate)
  return (
    <DraftsPage
      name="dual"
      title={t('dual.title')}
      summary={({ products }) =>
        t('dual.summary', {
          open: products.filter(({ availability }) => availability === 'open').length,
          all: products.length,
        })
      }
      call={call}
      create={{ endpoint: proposeDualProduct, label: t('dual.create') }}
      draftOf={t('dual.column_product')}
      form={(_, close) => <DualProductForm markets={markets()} onClose={close} />}
      panel={panelOf}
    >
      {({ coverage, templates, exposure, products }) => (
        <>
          <Section title={t('dual.products')}>
            <ChoosableTable
              name="dual-products"
              empty={{ title: t('dual.empty'), text: t('dual.empty_text') }}
              label={t('dual.products')}
              columns={productColumns}
              rows={products}
              keyOf={({ id }) => id}
            />
          </Section>
          <Section title={t('dual.coverage')} text={t('dual.coverage_text')}>
            <WholeTable
              name="coverage"
              label={t('dual.coverage')}
              columns={coverageColumns}
              rows={coverage}
              keyOf={({ currency }) => currency}
            />
          </Section>
          <Section title={t('dual.exposure')} text={t('dual.exposure_text')}>
            {exposure.length === 0 ? (
              <Nothing title={t('dual.exposure_empty')} />
            ) : (
              <WholeTable
                name="dual-exposure"
                label={t('dual.exposure')}
                columns={exposureColumns}
                rows={exposure}
                keyOf={({ symbol, settlesAtMs }) => `${symbol} ${settlesAtMs}`}
              />
            )}
          </Section>
          <Section
            title={t('dual.templates')}
            text={t('dual.templates_text')}
            actions={
              mayPropose && (
                <Button size="small" onClick={() => choose('template')}>
                  {t('dual.new_template')}
                </Button>
              )
            }
          >
            <ChoosableTable
              name="dual-templates"
              label={t('dual.templates')}
              empty={{ title: t('dual.templates_empty') }}
              columns={templateColumns}
              rows={templates}
              keyOf={keyOfTemplate}
            />
          </Section>
        </>
      )}
    </DraftsPage>
  )
}

const keyOfTemplate = ({ symbol, type }: ConsoleDualTemplate) => `template-${symbol}-${type}`

/** The markets that products can be made of, as they are listed now. */
const markets = () => instruments.flatMap(({ symbol }) => (isDualPair(symbol) ? symbol : []))

/** What else the URL names: the form for a template, a template, or a product. */
function panelOf({ products, templates }: Dual, at: string, close: () => void) {
  if (at === 'template') return <DualTemplateForm key={at} markets={markets()} onClose={close} />
  const template = templates.find((one) => keyOfTemplate(one) === at)
  if (template?.pending) return <ProposalPanel key={at} id={template.pending.id} onClose={close} />
  if (template)
    return (
      <DualTemplateForm
        key={`${at} ${template.version}`}
        template={template}
        markets={markets()}
        onClose={close}
      />
    )
  const product = products.find(({ id }) => id === at)
  return product && <DualPanel key={at} product={product} onClose={close} />
}

const productColumns: Column<ConsoleDualProduct>[] = [
  {
    title: t('dual.column_product'),
    value: productName,
    cell: ({ symbol, type, strike }) => (
      <Two
        isStrong
        first={pairText(symbol)}
        second={t('dual.at_strike', { type: t(`dual.type_${type}`), strike: grouped(strike) })}
      />
    ),
  },
  {
    title: t('dual.column_yield'),
    value: ({ yieldPercent }) => yieldPercent,
    cell: ({ yieldPercent, termDays }) => (
      <span className="figures">{t('dual.term', { yield: yieldPercent, days: termDays })}</span>
    ),
  },
  {
    title: t('dual.column_dates'),
    value: ({ startsAtMs }) => utcMinute(startsAtMs),
    isWide: true,
    cell: ({ startsAtMs, settlesAtMs }) => (
      <span className="figures">
        <Two first={utcMinute(startsAtMs)} second={utcMinute(settlesAtMs)} />
      </span>
    ),
  },
  {
    title: t('dual.column_sold'),
    value: ({ sold }) => String(sold),
    align: 'right',
    cell: ({ sold, capacity }) => (
      <span className="figures">
        <Two first={String(sold)} second={String(capacity)} />
      </span>
    ),
  },
  {
    title: t('dual.column_status'),
    value: ({ availability }) => availability,
    cell: ({ availability, pending }) => (
      <Two first={t(`dual.status_${availability}`)} second={pending && t('dual.pending')} />
    ),
  },
]

const templateColumns: Column<ConsoleDualTemplate>[] = [
  {
    title: t('dual.column_template'),
    value: keyOfTemplate,
    cell: ({ symbol, type, version }) => (
      <Two
        isStrong
        first={`${pairText(symbol)}, ${t(`dual.type_${type}`)}`}
        second={t('dual.version', { version })}
      />
    ),
  },
  {
    title: t('dual.column_rungs'),
    value: ({ rungs }) => rungLines(rungs).join('; '),
    cell: ({ rungs, pending }) => (
      <Two
        first={
          <span className="flex flex-wrap gap-x-4 figures">
            {rungLines(rungs).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
        }
        second={pending && t('dual.pending')}
      />
    ),
  },
  {
    title: t('dual.column_size'),
    value: ({ unit }) => unit,
    align: 'right',
    isWide: true,
    cell: ({ unit, currency, capacity, maximum }) => (
      <Two first={amountText(unit, currency)} second={t('dual.units_of', { capacity, maximum })} />
    ),
  },
]

const coverageColumns: Column<Dual['coverage'][number]>[] = [
  coveredColumn(t('common.currency'), { covered: t('dual.covered'), uncovered: t('dual.uncovered') }),
  amountColumn(t('dual.coverage_owed'), 'owed'),
  amountColumn(t('dual.coverage_escrow'), 'escrow'),
  amountColumn(t('dual.coverage_free'), 'free'),
]

type ExposureLine = Dual['exposure'][number]

const exposureColumns: Column<ExposureLine>[] = [
  {
    title: t('dual.column_market'),
    value: ({ symbol }) => symbol,
    cell: ({ symbol, settlesAtMs }) => (
      <Two isStrong first={pairText(symbol)} second={utcMinute(settlesAtMs)} />
    ),
  },
  {
    title: t('dual.column_orders'),
    align: 'right',
    value: ({ orders }) => String(orders),
    cell: ({ orders }) => <span className="figures">{orders}</span>,
  },
  {
    title: t('dual.column_in'),
    align: 'right',
    isWide: true,
    value: ({ quoteIn }) => quoteIn,
    cell: ({ quoteIn, quote, baseIn, base }) => (
      <Two first={amountText(quoteIn, quote)} second={amountText(baseIn, base)} />
    ),
  },
  {
    title: t('dual.column_above'),
    align: 'right',
    value: ({ quoteOut }) => quoteOut,
    cell: ({ quoteOut, quote }) => <span className="figures">{amountText(quoteOut, quote)}</span>,
  },
  {
    title: t('dual.column_below'),
    align: 'right',
    value: ({ baseOut }) => baseOut,
    cell: ({ baseOut, base }) => <span className="figures">{amountText(baseOut, base)}</span>,
  },
]
