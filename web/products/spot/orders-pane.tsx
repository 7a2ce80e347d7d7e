import type { Instrument } from '#domain/market/instrument.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { CancelAll } from './cancel-all.tsx'
import { Holdings } from './order-lists.tsx'
import { OpenOrdersTable, PastOrdersTable } from './orders-table.tsx'
import { useOpenOrders } from './use-orders.ts'

/** The customer's orders of all markets as tables, under the panes. */
export function OrdersPane({ instrument }: { instrument: Instrument }) {
  const { t } = useTexts()
  const [view, setView] = useUrlChoice('view', ['orders', 'history', 'holdings'])
  const count = useOpenOrders().first?.total ?? 0
  return (
    <section aria-label={t('spot.your_orders')}>
      <div className="sticky top-0 z-sticky flex items-center bg-bg shadow-[inset_0_-1px_var(--color-line)]">
        <div className="min-w-0 flex-1">
          <UnderlineTabs
            label={t('spot.your_orders')}
            choices={[
              { id: 'orders', label: count ? `${t('spot.open_orders')} ${count}` : t('spot.open_orders') },
              { id: 'history', label: t('spot.history') },
              { id: 'holdings', label: t('spot.holdings') },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
        {view === 'orders' && count > 0 && <CancelAll count={count} />}
      </div>
      {view === 'orders' && <OpenOrdersTable />}
      {view === 'history' && <PastOrdersTable />}
      {view === 'holdings' && <Holdings instrument={instrument} />}
    </section>
  )
}
