import { useSearchParams } from 'react-router'
import { consoleLocked } from '#domain/console/contract.ts'
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
import { LockedForm } from './locked-form.tsx'
import { LockedPanel } from './locked-panel.tsx'
import { ProposalPanel } from './proposal-panel.tsx'

type Locked = OutputOf<typeof consoleLocked>
export type Product = Locked['products'][number]

/** Locked-deposit products: what is offered, what waits, and whether all of it is covered. */
export function LockedPage() {
  const call = useApiQuery(consoleLocked, {})
  const [address, setAddress] = useSearchParams()
  const mayPropose = useMay('/console/locked/create')
  const go = (at: string | undefined) => setAddress(at ? { at } : {}, { replace: true })
  const at = address.get('at') ?? undefined
  const products = call.data?.products ?? []
  const open = products.filter(({ availability }) => availability !== 'closed')
  return (
    <Page
      title={t('locked.title')}
      summary={call.data && t('locked.summary', { open: open.length, all: products.length })}
      actions={
        mayPropose && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => go('new')}>
            {t('locked.create')}
          </Button>
        )
      }
      panel={<ChosenPanel at={at} products={products} go={go} />}
    >
      <Answered call={call}>
        {({ drafts, coverage }) => (
          <>
            {products.length === 0 ? (
              <Nothing title={t('locked.empty')} text={t('locked.empty_text')} />
            ) : (
              <Table
                label={t('locked.title')}
                columns={productColumns}
                rows={products}
                keyOf={({ id }) => id}
                chosen={at}
                onChoose={({ id }) => go(id)}
              />
            )}
            {drafts.length > 0 && (
              <Section title={t('locked.drafts')}>
                <Table
                  label={t('locked.drafts')}
                  columns={draftColumns}
                  rows={drafts}
                  keyOf={({ id }) => `draft-${id}`}
                  chosen={at}
                  onChoose={({ id }) => go(`draft-${id}`)}
                />
              </Section>
            )}
            <Section title={t('locked.coverage')} text={t('locked.coverage_text')}>
              <Table
                label={t('locked.coverage')}
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
  if (at === 'new') return <LockedForm onClose={close} />
  if (at?.startsWith('draft-')) return <ProposalPanel key={at} id={at.slice(6)} onClose={close} />
  const [id, what] = (at ?? '').split(':')
  const product = products.find((one) => one.id === id)
  if (!product) return null
  if (what === 'edit') return <LockedForm key={at} product={product} onClose={() => go(id)} />
  return <LockedPanel key={at} product={product} onEdit={() => go(`${id}:edit`)} onClose={close} />
}

const productColumns: Column<Product>[] = [
  {
    title: t('locked.column_product'),
    cell: ({ currency, termDays, tag }) => (
      <Two
        isStrong
        first={`${currency}, ${t('locked.days', { count: termDays })}`}
        second={tag && t(`locked.tag_${tag}`)}
      />
    ),
  },
  {
    title: t('locked.column_rate'),
    cell: ({ dailyPercent, aprPercent }) => (
      <span className="figures">
        <Two first={`${dailyPercent} %`} second={`${aprPercent} % APR`} />
      </span>
    ),
  },
  {
    title: t('locked.column_limits'),
    isWide: true,
    cell: ({ minimum, maximum }) => (
      <span className="figures">
        <Two first={amount(minimum)} second={t('common.to', { amount: amount(maximum) })} />
      </span>
    ),
  },
  {
    title: t('locked.column_penalty'),
    align: 'right',
    isWide: true,
    cell: ({ penaltyPercent }) => `${penaltyPercent} %`,
  },
  {
    title: t('locked.column_used'),
    align: 'right',
    cell: ({ taken, cap }) => <Two first={amount(taken)} second={amount(cap)} />,
  },
  {
    title: t('locked.column_status'),
    width: 'w-36',
    cell: ({ availability, pending }) => (
      <Two
        isStrong={availability === 'open'}
        first={
          <span className={cx(availability === 'closed' && 'text-t2')}>
            {t(`locked.status_${availability}`)}
          </span>
        }
        second={pending && t('locked.pending')}
      />
    ),
  },
]

const draftColumns = proposalColumns(t('locked.column_product'))

const coverageColumns: Column<Locked['coverage'][number]>[] = [
  {
    title: t('locked.coverage_currency'),
    cell: ({ currency, isCovered }) => (
      <CoveredCurrency
        currency={currency}
        isCovered={isCovered}
        texts={{ covered: t('locked.covered'), uncovered: t('locked.uncovered') }}
      />
    ),
  },
  {
    title: t('locked.coverage_orders'),
    align: 'right',
    cell: ({ activeOrders }) => activeOrders,
  },
  {
    title: t('locked.coverage_owed'),
    align: 'right',
    cell: ({ locked }) => amount(locked),
  },
  {
    title: t('locked.coverage_reserved'),
    align: 'right',
    cell: ({ reserved }) => amount(reserved),
  },
  { title: t('locked.coverage_free'), align: 'right', cell: ({ free }) => amount(free) },
]
