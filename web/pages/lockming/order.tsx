import { useSearchParams } from 'react-router'
import { lockedOrders } from '#domain/earn/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { OrderLine } from '#web/features/earn/order-line.tsx'
import { OrderSheet } from '#web/features/earn/order-sheet.tsx'
import { SavingsTotal } from '#web/features/earn/savings-total.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const PAGE_SIZE = 20

/** The customer's locked deposits, running and ended; `?id=` opens one. */
export default function LockedOrders() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const status = search.get('status') === 'ended' ? 'ended' : 'active'
  const shown = Math.max(1, Number(search.get('shown')) || 1)
  const id = search.get('id') ?? undefined
  const keep = status === 'ended' ? { status } : {}
  const orders = useApiQuery(
    lockedOrders,
    { status, limit: String(PAGE_SIZE * shown) },
    { keepsPrevious: true },
  )

  return (
    <>
      <AppBar title={t('earn.my_deposits')} />
      <main className="pb-8">
        {orders.data && orders.data.totals.length > 0 && <SavingsTotal totals={orders.data.totals} />}
        <UnderlineTabs
          label={t('earn.my_deposits')}
          choices={[
            { id: 'active', label: t('earn.running') },
            { id: 'ended', label: t('earn.ended') },
          ]}
          value={status}
          onChange={(chosen) => setSearch(chosen === 'ended' ? { status: chosen } : {}, { replace: true })}
        />
        {orders.isError && !orders.data && (
          <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />
        )}
        {orders.isPending && <SkeletonRows count={3} height={84} />}
        {orders.data?.orders.length === 0 && (
          <EmptyState
            title={t(status === 'active' ? 'earn.none_running' : 'earn.none_ended')}
            text={t('earn.title_note')}
            action={{ label: t('earn.see_terms'), to: toPage('pages/lockming/lockming') }}
          />
        )}
        <ul className="pt-2">
          {orders.data?.orders.map((order) => (
            <li key={order.id}>
              <OrderLine order={order} keep={keep} />
            </li>
          ))}
        </ul>
        {orders.data?.hasMore && (
          <div className="gutter pt-3">
            <Button
              className="w-full"
              isPending={orders.isFetching}
              onClick={() => setSearch({ ...keep, shown: String(shown + 1) }, { replace: true })}
            >
              {t('earn.more')}
            </Button>
          </div>
        )}
      </main>
      {id && <OrderSheet id={id} onClose={() => setSearch(keep, { replace: true })} />}
    </>
  )
}
