import { consoleEarn, proposeEarnProduct } from '#domain/earn/console.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useMay } from '../../app/session.ts'
import { ProposalPanel } from '../../pages/proposal-panel.tsx'
import { proposalColumns } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { amountColumn, coveredColumn } from '../../ui/columns.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Answered } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { WholeTable } from '../../ui/whole-table.tsx'
import { EarnForm } from './earn-form.tsx'
import { EarnPanel } from './earn-panel.tsx'
import { dailyText, type Earn, type EarnProduct, productName, redemptionText } from './product-name.ts'

/** Term products: what is offered, what waits, and whether all of it is covered. */
export function EarnPage() {
  const call = useApiQuery(consoleEarn, {})
  const [at, choose] = useChosen()
  const mayPropose = useMay(proposeEarnProduct)
  const products = call.data?.products ?? []
  const open = products.filter(({ availability }) => availability !== 'closed')
  return (
    <Page
      title={t('earn.title')}
      summary={call.data && t('earn.summary', { open: open.length, all: products.length })}
      actions={
        mayPropose && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => choose('new')}>
            {t('earn.create')}
          </Button>
        )
      }
      panel={<ChosenPanel products={products} />}
    >
      <Answered call={call}>
        {({ drafts, coverage, kinds, midnightMs }) => (
          <>
            <ChoosableTable
              name="products"
              empty={{ title: t('earn.empty'), text: t('earn.empty_text') }}
              label={t('earn.title')}
              columns={productColumns}
              rows={products}
              keyOf={({ id }) => id}
            />
            {drafts.length > 0 && (
              <Section title={t('earn.drafts')}>
                <ChoosableTable
                  name="drafts"
                  label={t('earn.drafts')}
                  columns={draftColumns}
                  rows={drafts}
                  keyOf={({ id }) => `draft-${id}`}
                />
              </Section>
            )}
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
      </Answered>
    </Page>
  )
}

/** What the URL names: `new`, a draft, or a product; `:edit` after it to change its terms. */
function ChosenPanel({ products }: { products: readonly EarnProduct[] }) {
  const [at = '', choose] = useChosen()
  const close = () => choose(undefined)
  if (at === 'new') return <EarnForm key={at} onClose={close} />
  if (at.startsWith('draft-')) return <ProposalPanel key={at} id={at.slice(6)} onClose={close} />
  const [id, what] = at.split(':')
  const product = products.find((one) => one.id === id)
  if (!product) return null
  if (what === 'edit') return <EarnForm key={at} product={product} onClose={() => choose(id)} />
  return <EarnPanel key={at} product={product} onEdit={() => choose(`${id}:edit`)} onClose={close} />
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

const draftColumns = proposalColumns(t('earn.column_product'))

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
