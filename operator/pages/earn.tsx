import { useSearchParams } from 'react-router'
import { consoleEarn } from '#domain/earn/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useMay } from '../app/session.ts'
import { t } from '../texts.ts'
import { Page, Section } from '../ui/page.tsx'
import { Answered, Nothing } from '../ui/states.tsx'
import { type Column, Table, Two } from '../ui/table.tsx'
import { CoveredCurrency, proposalColumns } from './columns.tsx'
import { EarnForm } from './earn-form.tsx'
import { EarnPanel } from './earn-panel.tsx'
import { ProposalPanel } from './proposal-panel.tsx'

type Earn = OutputOf<typeof consoleEarn>
export type Product = Earn['products'][number]

/** Earn products: what is offered, what waits, and whether all of it is covered. */
export function EarnPage() {
  const call = useApiQuery(consoleEarn, {})
  const [address, setAddress] = useSearchParams()
  const mayPropose = useMay('/console/earn/create')
  const go = (at: string | undefined) => setAddress(at ? { at } : {}, { replace: true })
  const at = address.get('at') ?? undefined
  const products = call.data?.products ?? []
  const open = products.filter(({ availability }) => availability !== 'closed')
  return (
    <Page
      title={t('earn.title')}
      summary={call.data && t('earn.summary', { open: open.length, all: products.length })}
      actions={
        mayPropose && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => go('new')}>
            {t('earn.create')}
          </Button>
        )
      }
      panel={<ChosenPanel at={at} products={products} go={go} />}
    >
      <Answered call={call}>
        {({ drafts, coverage }) => (
          <>
            {products.length === 0 ? (
              <Nothing title={t('earn.empty')} text={t('earn.empty_text')} />
            ) : (
              <Table
                label={t('earn.title')}
                columns={productColumns}
                rows={products}
                keyOf={({ id }) => id}
                chosen={at}
                onChoose={({ id }) => go(id)}
              />
            )}
            {drafts.length > 0 && (
              <Section title={t('earn.drafts')}>
                <Table
                  label={t('earn.drafts')}
                  columns={draftColumns}
                  rows={drafts}
                  keyOf={({ id }) => `draft-${id}`}
                  chosen={at}
                  onChoose={({ id }) => go(`draft-${id}`)}
                />
              </Section>
            )}
            <Section title={t('earn.coverage')} text={t('earn.coverage_text')}>
              <Table
                label={t('earn.coverage')}
                columns={coverageColumns}
                rows={coverage}
                keyOf={({ currency }) => currency}
              />
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

function ChosenPanel({
  at,
  products,
  go,
}: {
  at: string | undefined
  products: readonly Product[]
  go(at: string | undefined): void
}) {
  const close = () => go(undefined)
  if (at === 'new') return <EarnForm onClose={close} />
  if (at?.startsWith('draft-')) return <ProposalPanel key={at} id={at.slice(6)} onClose={close} />
  const [id, what] = (at ?? '').split(':')
  const product = products.find((one) => one.id === id)
  if (!product) return null
  if (what === 'edit') return <EarnForm key={at} product={product} onClose={() => go(id)} />
  return <EarnPanel key={at} product={product} onEdit={() => go(`${id}:edit`)} onClose={close} />
}

const productColumns: Column<Product>[] = [
  {
    title: t('earn.column_product'),
    cell: ({ currency, termDays, tag }) => (
      <Two
        isStrong
        first={`${currency}, ${t('earn.days', { count: termDays })}`}
        second={tag && t(`earn.tag_${tag}`)}
      />
    ),
  },
  {
    title: t('earn.column_rate'),
    cell: ({ dailyPercent, aprPercent }) => (
      <span className="figures">
        <Two first={`${dailyPercent} %`} second={`${aprPercent} % APR`} />
      </span>
    ),
  },
  {
    title: t('earn.column_limits'),
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
    cell: ({ penaltyPercent }) => `${penaltyPercent} %`,
  },
  {
    title: t('earn.column_used'),
    align: 'right',
    cell: ({ taken, cap }) => <Two first={amount(taken)} second={amount(cap)} />,
  },
  {
    title: t('earn.column_status'),
    width: 'w-36',
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

const coverageColumns: Column<Earn['coverage'][number]>[] = [
  {
    title: t('earn.coverage_currency'),
    cell: ({ currency, isCovered }) => (
      <CoveredCurrency
        currency={currency}
        isCovered={isCovered}
        texts={{ covered: t('earn.covered'), uncovered: t('earn.uncovered') }}
      />
    ),
  },
  {
    title: t('earn.coverage_orders'),
    align: 'right',
    cell: ({ active }) => active,
  },
  {
    title: t('earn.coverage_owed'),
    align: 'right',
    cell: ({ balance }) => amount(balance),
  },
  {
    title: t('earn.coverage_reserved'),
    align: 'right',
    cell: ({ reserved }) => amount(reserved),
  },
  { title: t('earn.coverage_free'), align: 'right', cell: ({ free }) => amount(free) },
]
