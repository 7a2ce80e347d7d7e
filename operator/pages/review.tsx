import { useSearchParams } from 'react-router'
import { consoleQueue, type WaitingItem } from '#domain/console/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { cx } from '#web/ui/cx.ts'
import { useProducts } from '../app/products.ts'
import { useSession } from '../app/session.ts'
import { useNow } from '../app/use-now.ts'
import { age, amountText } from '../format.ts'
import type { Product } from '../products/product.ts'
import { t } from '../texts.ts'
import { ChoosableTable } from '../ui/choosable-table.tsx'
import { referenceColumn } from '../ui/columns.tsx'
import { CustomerLink } from '../ui/customer-link.tsx'
import { Find, Page } from '../ui/page.tsx'
import { Answered, Nothing } from '../ui/states.tsx'
import { type Column, Two } from '../ui/table.tsx'
import { useChosen } from '../ui/use-chosen.ts'
import { useSought } from '../ui/use-sought.ts'
import { WaitedText } from '../ui/waited.tsx'
import { WrappedTabs } from '../ui/wrapped-tabs.tsx'
import { ProposalPanel } from './proposal-panel.tsx'
import { actionNote } from './proposal-table.tsx'
import { actionOf, keyOf, labelOf, matches, PROPOSAL, splitKey, tabsOf } from './queue.ts'

const QUEUE_EVERY_MS = 5_000

/** Everything that waits for an operator; what is chosen opens at the right. */
export function ReviewPage() {
  const queue = useApiQuery(consoleQueue, {}, { refetchMs: QUEUE_EVERY_MS })
  const nowMs = useNow()
  const [address, setAddress] = useSearchParams()
  const [sought, setSought] = useSought()
  const products = useProducts()
  const roles = useSession((session) => session.operator?.roles)
  const items = queue.data?.items ?? []
  const tabs = tabsOf(products, roles ?? [], items)
  const tab = tabs.find(({ id }) => id === address.get('tab')) ?? tabs.find(({ id }) => id === 'all')!
  const showTab = (next: string) =>
    setAddress({ ...Object.fromEntries(address), tab: next }, { replace: true })

  const oldestMs = Math.min(...items.map(({ sinceMs }) => sinceMs))
  const shown = items.filter((item) => tab.has(item) && matches(products, item, sought))
  return (
    <Page
      title={t('review.title')}
      summary={items.length > 0 && t('review.waiting', { count: items.length, age: age(nowMs - oldestMs) })}
      actions={<Find value={sought} onChange={setSought} />}
      panel={<ChosenPanel />}
    >
      <WrappedTabs
        label={t('review.tabs')}
        value={tab.id}
        onChange={showTab}
        choices={tabs.map(({ id, name, has }) => ({ id, label: `${name} ${items.filter(has).length}` }))}
      />
      <Answered call={queue}>
        {() =>
          shown.length === 0 ? (
            <Nothing
              title={sought ? t('review.no_match') : t('review.nothing')}
              text={sought ? '' : t('review.nothing_text')}
            />
          ) : (
            <ChoosableTable
              name="review"
              isFound
              label={t('review.title')}
              columns={columns(products, nowMs)}
              rows={shown}
              keyOf={keyOf}
            />
          )
        }
      </Answered>
    </Page>
  )
}

function ChosenPanel() {
  const products = useProducts()
  const [at, choose] = useChosen()
  if (!at) return null
  const { whose, id } = splitKey(at)
  const onClose = () => choose(undefined)
  if (whose === PROPOSAL) return <ProposalPanel key={at} id={id} onClose={onClose} />
  const Panel = products.find(({ name }) => name === whose)?.requests?.Panel
  return Panel && <Panel key={at} id={id} onClose={onClose} />
}

const columns = (products: readonly Product[], nowMs: number): Column<WaitingItem>[] => [
  referenceColumn,
  {
    title: t('review.column_subject'),
    value: ({ subject }) => subject,
    width: '@min-[600px]:max-w-44 @min-[700px]:max-w-none',
    cell: (item) => (
      <Two
        wraps
        first={
          item.customerId === null ? (
            item.subject
          ) : (
            <CustomerLink id={item.customerId}>{item.subject}</CustomerLink>
          )
        }
        second={
          item.risk.length === 0 ? (
            labelOf(products, item)
          ) : (
            <>
              <span className="@min-[600px]:hidden @min-[700px]:inline">{labelOf(products, item)}</span>
              <span className="hidden whitespace-normal text-danger @min-[600px]:inline @min-[700px]:hidden">
                {item.risk.join(', ')}
              </span>
            </>
          )
        }
      />
    ),
  },
  {
    title: t('review.column_risk'),
    value: ({ risk }) => risk.join('; '),
    isWide: true,
    cell: ({ risk }) =>
      risk.length === 0 ? <span className="text-t3">{t('common.none')}</span> : risk.join(', '),
  },
  {
    title: t('review.column_amount'),
    value: ({ amount }) => amount ?? '',
    align: 'right',
    cell: ({ amount, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amount ? amountText(amount, currency!) : '–'}</span>
    ),
  },
  {
    title: t('review.column_age'),
    value: ({ sinceMs }) => String(Math.max(0, nowMs - sinceMs)),
    align: 'right',
    width: '@min-[600px]:w-18',
    cell: ({ sinceMs, levelMs }) => <WaitedText waitedMs={nowMs - sinceMs} levelMs={levelMs} />,
  },
  {
    title: t('review.column_action'),
    value: (item) => actionOf(products, item),
    width: '@min-[600px]:w-32',
    cell: (item) => {
      const { viewerAction, maker } = item
      const isYours = viewerAction === 'make' || viewerAction === 'check'
      return (
        <Two
          first={<span className={cx(!isYours && 'text-t2')}>{actionOf(products, item)}</span>}
          second={actionNote(viewerAction, maker ?? '')}
          isStrong={isYours}
        />
      )
    },
  },
]
