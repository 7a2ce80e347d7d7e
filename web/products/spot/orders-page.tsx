import { useSearchParams } from 'react-router'
import { AppBar } from '#web/app/app-bar.tsx'
import { useWide } from '#web/app/use-wide.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useUrlChoice, withoutLink } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { CancelAll } from './cancel-all.tsx'
import OrderHistory from './history.tsx'
import { OrderFiles } from './order-files.tsx'
import { useOrderFilter } from './order-filter.ts'
import { OrderFilters } from './order-filters.tsx'
import { readOrderLink } from './order-link.ts'
import { OpenOrders } from './order-lists.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { OpenOrdersTable } from './orders-table.tsx'
import { useOpenOrders } from './use-orders.ts'

/** All spot orders of the customer, open and past; `?id=` opens one, `?trade=` the one that a trade belongs to. */
export default function OrdersPage() {
  const { t } = useTexts()
  const [query, setQuery] = useSearchParams()
  const [view, setView] = useUrlChoice('view', ['open', 'history'])
  const [filter, setFilter] = useOrderFilter()
  const isWide = useWide()
  const count = useOpenOrders().first?.total ?? 0
  const link = readOrderLink(query)
  const isOpenView = view === 'open'
  const { status, ...ofOpen } = filter
  return (
    <>
      <AppBar title={t('spot.orders')}>
        {/* On the narrowest phones a button beside it leaves no room for the title. */}
        <span className={isOpenView && count > 0 ? 'hidden xs:inline' : 'mr-3'}>
          <PriceSourceBadge isShort />
        </span>
        {isOpenView && count > 0 && <CancelAll count={count} />}
      </AppBar>
      <main className="pb-8">
        <UnderlineTabs
          label={t('spot.orders')}
          choices={[
            { id: 'open', label: count ? `${t('spot.open_orders')} ${count}` : t('spot.open_orders') },
            { id: 'history', label: t('spot.history') },
          ]}
          value={view}
          onChange={setView}
        />
        {isOpenView ? (
          <>
            <div className="flex items-center pr-1">
              <div className="min-w-0 flex-1">
                <OrderFilters filter={filter} hasStatus={false} onChange={setFilter} />
              </div>
              <OrderFiles filter={ofOpen} all="active" />
            </div>
            {isWide ? <OpenOrdersTable filter={ofOpen} inPane /> : <OpenOrders filter={ofOpen} showsSymbol />}
          </>
        ) : (
          <OrderHistory />
        )}
      </main>
      {link?.by === 'trade' && (
        <OrderSheet link={link} onClose={() => setQuery(withoutLink(query), { replace: true })} />
      )}
    </>
  )
}
