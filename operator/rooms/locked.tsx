import { useSearchParams } from 'react-router'
import { consoleLocked } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useMay } from '../app/session.ts'
import { texts } from '../texts.ts'
import { Part, Room } from '../ui/room.tsx'
import { Answered, Nothing } from '../ui/states.tsx'
import { type Column, Table, Two } from '../ui/table.tsx'
import { CoveredCurrency, proposalColumns } from './columns.tsx'
import { LockedForm } from './locked-form.tsx'
import { LockedPanel } from './locked-panel.tsx'
import { ProposalPanel } from './proposal-panel.tsx'

type Locked = OutputOf<typeof consoleLocked>
export type Product = Locked['products'][number]

/** Locked-deposit products: what is offered, what waits, and whether all of it is covered. */
export function LockedRoom() {
  const call = useApiQuery(consoleLocked, {})
  const [address, setAddress] = useSearchParams()
  const mayPropose = useMay('/console/locked/create')
  const go = (at: string | undefined) => setAddress(at ? { at } : {}, { replace: true })
  const at = address.get('at') ?? undefined
  const products = call.data?.products ?? []
  const open = products.filter(({ availability }) => availability !== 'closed')
  return (
    <Room
      title={texts.locked.title}
      summary={call.data && texts.locked.summary(open.length, products.length)}
      actions={
        mayPropose && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => go('new')}>
            {texts.locked.create}
          </Button>
        )
      }
      panel={<ChosenPanel at={at} products={products} go={go} />}
    >
      <Answered call={call}>
        {({ drafts, coverage }) => (
          <>
            {products.length === 0 ? (
              <Nothing title={texts.locked.empty} text={texts.locked.emptyText} />
            ) : (
              <Table
                label={texts.locked.title}
                columns={productColumns}
                rows={products}
                keyOf={({ id }) => id}
                chosen={at}
                onChoose={({ id }) => go(id)}
              />
            )}
            {drafts.length > 0 && (
              <Part title={texts.locked.drafts}>
                <Table
                  label={texts.locked.drafts}
                  columns={draftColumns}
                  rows={drafts}
                  keyOf={({ id }) => `draft-${id}`}
                  chosen={at}
                  onChoose={({ id }) => go(`draft-${id}`)}
                />
              </Part>
            )}
            <Part title={texts.locked.coverage} text={texts.locked.coverageText}>
              <Table
                label={texts.locked.coverage}
                columns={coverageColumns}
                rows={coverage}
                keyOf={({ currency }) => currency}
              />
            </Part>
          </>
        )}
      </Answered>
    </Room>
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
    title: texts.locked.columns.product,
    cell: ({ currency, termDays, tag }) => (
      <Two
        isStrong
        first={`${currency}, ${texts.locked.days(termDays)}`}
        second={tag && texts.locked.form.tags[tag]}
      />
    ),
  },
  {
    title: texts.locked.columns.rate,
    cell: ({ dailyPercent, aprPercent }) => (
      <span className="figures">
        <Two first={`${dailyPercent} %`} second={`${aprPercent} % APR`} />
      </span>
    ),
  },
  {
    title: texts.locked.columns.limits,
    isWide: true,
    cell: ({ minimum, maximum }) => (
      <span className="figures">
        <Two first={amount(minimum)} second={`${texts.common.to} ${amount(maximum)}`} />
      </span>
    ),
  },
  {
    title: texts.locked.columns.penalty,
    align: 'right',
    isWide: true,
    cell: ({ penaltyPercent }) => `${penaltyPercent} %`,
  },
  {
    title: texts.locked.columns.taken,
    align: 'right',
    cell: ({ taken, cap }) => <Two first={amount(taken)} second={amount(cap)} />,
  },
  {
    title: texts.locked.columns.status,
    width: 'w-36',
    cell: ({ availability, pending }) => (
      <Two
        isStrong={availability === 'open'}
        first={
          <span className={cx(availability === 'closed' && 'text-t2')}>
            {texts.locked.status[availability]}
          </span>
        }
        second={pending && texts.locked.pending}
      />
    ),
  },
]

const draftColumns = proposalColumns(texts.locked.columns.product)

const coverageColumns: Column<Locked['coverage'][number]>[] = [
  {
    title: texts.locked.coverageColumns.currency,
    cell: ({ currency, isCovered }) => (
      <CoveredCurrency currency={currency} isCovered={isCovered} words={texts.locked} />
    ),
  },
  {
    title: texts.locked.coverageColumns.orders,
    align: 'right',
    cell: ({ activeOrders }) => activeOrders,
  },
  {
    title: texts.locked.coverageColumns.owed,
    align: 'right',
    cell: ({ locked }) => amount(locked),
  },
  {
    title: texts.locked.coverageColumns.reserved,
    align: 'right',
    cell: ({ reserved }) => amount(reserved),
  },
  { title: texts.locked.coverageColumns.free, align: 'right', cell: ({ free }) => amount(free) },
]
