import { useNavigate } from 'react-router'
import { otcOrders } from '#domain/otc/contract.ts'
import { otcStatuses } from '#domain/otc/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useOtcLive } from './use-otc-live.ts'
import { money } from './words.tsx'

const choices = ['all', ...otcStatuses] as const

/** The customer's orders by status, newest first, whichever side they are. */
export default function OrdersPage() {
  const { t } = useTexts()
  useOtcLive()
  const navigate = useNavigate()
  const [status, setStatus] = useUrlChoice('status', choices)
  const list = usePagedList(otcOrders, { ...(status !== 'all' && { status }), limit: '20' })
  return (
    <>
      <AppBar title={t('otc_pages.orders')} />
      <main className="pb-8">
        <UnderlineTabs
          label={t('otc_pages.status')}
          choices={choices.map((id) => ({ id, label: t(`otc_pages.status_${id}`) }))}
          value={status}
          onChange={setStatus}
        />
        <PagedList
          list={list}
          skeleton={<SkeletonRows count={3} />}
          empty={
            <EmptyState
              title={t('otc_pages.no_orders')}
              text={t('otc_pages.no_orders_why')}
              action={{ label: t('otc_pages.title'), to: toPage('pages/otc/otc') }}
            />
          }
          more={t('common.more')}
        >
          {(items) => (
            <ul>
              {items.map((one) => (
                <li key={one.id}>
                  <ListRow
                    title={`${t(one.role === 'buyer' ? 'otc_pages.side_buy' : 'otc_pages.side_sell')} ${money(one.amount, one.currency)}`}
                    note={`${one.reference} · ${one.other} · ${dateTime(one.placedAtMs)}`}
                    value={<Amount value={one.total} currency={one.fiat} />}
                    valueNote={t(`otc_pages.status_${one.status}`)}
                    onClick={() => navigate(toPage('pages/otc/order', { id: one.id }))}
                  />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </main>
    </>
  )
}
