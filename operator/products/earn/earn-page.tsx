import { consoleEarn, proposeEarnProduct } from '#domain/earn/console.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { cx } from '#web/ui/cx.ts'
import { DraftsPage } from '../../pages/drafts-page.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { amountColumn, coveredColumn } from '../../ui/columns.tsx'
import { Section } from '../../ui/page.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { WholeTable } from '../../ui/whole-table.tsx'
import { EarnForm } from './earn-form.tsx'
import { EarnPanel } from './earn-panel.tsx'
import { dailyText, type Earn, type EarnProduct, productName, redemptionText } from './product-name.ts'

/** Term products: what is offered, what waits, and whether all of it is covered. */
export function EarnPage() {
  const call = useApiQuery(consoleEarn, {})
  const [, choose] = useChosen()
  return (
    <DraftsPage
      name="earn"
      title={t('earn.title')}
      summary={({ products }) =>
        t('earn.summary', {
          open: products.filter(({ availability }) => availability !== 'closed').length,
          all: products.length,
        })
      }
      call={call}
      create={{ endpoint: proposeEarnProduct, label: t('earn.create') }}
      draftOf={t('earn.column_product')}
      form={(_, close) => <EarnForm onClose={close} />}
      // A product, or with `:edit` after it the form for its terms.
      panel={({ products }, at, close) => {
        const [id, what] = at.split(':')
        const product = products.find((one) => one.id === id)
        if (!product) return undefined
        if (what === 'edit') return <EarnForm key={at} product={product} onClose={() => choose(id)} />
        return <EarnPanel key={at} product={product} onEdit={() => choose(`${id}:edit`)} onClose={close} />
      }}
    >
      {({ products, coverage, kinds, midnightMs }) => (
        <>
          <ChoosableTable
            name="products"
            empty={{ title: t('earn.empty'), text: t('earn.empty_text') }}
            label={t('earn.title')}
            columns={productColumns}
            rows={products}
            keyOf={({ id }) => id}
          />
          <Section title={t('earn.coverage')} text={t('earn.coverage_text')}>
            <WholeTable
              name="coverage"
              label={t('earn.coverage')}
              columns={coverageColumns}
              rows={coverage}
              keyOf={({ currency }) => currency}
            />
          </Section>
          <Section title={t('earn.kinds')} text={t('earn.kinds_text', { time: utcMinute(midnightMs) })}>
            <WholeTable
              name="kinds"
              label={t('earn.kinds')}
              columns={kindColumns}
              rows={kinds}
              keyOf={({ kind, currency }) => `${kind}.${currency}`}
            />
          </Section>
        </>
      )}
    </DraftsPage>
  )
}

const productColumns: Column<EarnProduct>[] = [
  {
    title: t('earn.column_product'),
    value: productName,
    cell: (product) => (
      <Two
        isStrong
        first={productName(product)}
        second={[t(`earn.kind_${product.kind}`), product.tag && t(`earn.tag_${product.tag}`)]
          .filter(Boolean)
          .join(', ')}
      />
    ),
  },
  {
    title: t('earn.column_rate'),
    value: ({ dailyRate }) => dailyRate,
    cell: (product) => (
      <span className="figures">
        <Two
          first={dailyText(product)}
          second={product.aprPercent === null ? '' : `${product.aprPercent}% APR`}
        />
      </span>
    ),
  },
  {
    title: t('earn.column_limits'),
    value: ({ minimum }) => minimum,
    isWide: true,
    cell: ({ minimum, maximum }) => (
      <span className="figures">
        <Two first={amount(minimum)} second={t('common.to', { amount: amount(maximum) })} />
      </span>
    ),
  },
  {
    title: t('earn.column_penalty'),
    align: 'right',
    isWide: true,
    value: redemptionText,
    cell: redemptionText,
  },
  {
    title: t('earn.column_used'),
    value: ({ subscribed }) => subscribed,
    align: 'right',
    cell: ({ subscribed, cap }) => <Two first={amount(subscribed)} second={amount(cap)} />,
  },
  {
    title: t('earn.column_status'),
    value: ({ availability }) => availability,
    width: '@min-[600px]:w-36',
    cell: ({ availability, pending }) => (
      <Two
        isStrong={availability === 'open'}
        first={
          <span className={cx(availability === 'closed' && 'text-t2')}>
            {t(`earn.status_${availability}`)}
          </span>
        }
        second={pending && t('earn.pending')}
      />
    ),
  },
]

const kindColumns: Column<Earn['kinds'][number]>[] = [
  {
    title: t('earn.column_kind_currency'),
    value: ({ kind, currency }) => `${t(`earn.kind_${kind}`)}, ${currency}`,
    cell: ({ kind, currency }) => <Two isStrong first={t(`earn.kind_${kind}`)} second={currency} />,
  },
  {
    title: t('earn.coverage_orders'),
    align: 'right',
    value: ({ active }) => String(active),
    cell: ({ active }) => active,
  },
  amountColumn(t('earn.coverage_owed'), 'owed'),
  amountColumn(t('earn.fund_reserved'), 'reserved'),
  amountColumn(t('earn.interest_due'), 'interestDue'),
  amountColumn(t('earn.principal_due'), 'principalDue'),
]

const coverageColumns: Column<Earn['coverage'][number]>[] = [
  coveredColumn(t('common.currency'), { covered: t('earn.covered'), uncovered: t('earn.uncovered') }),
  {
    title: t('earn.coverage_orders'),
    align: 'right',
    value: ({ active }) => String(active),
    cell: ({ active }) => active,
  },
  amountColumn(t('earn.coverage_owed'), 'owed'),
  amountColumn(t('earn.fund_reserved'), 'reserved'),
  amountColumn(t('earn.coverage_free'), 'free'),
]
