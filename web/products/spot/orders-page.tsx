import { useSearchParams } from 'react-router'
import { AppBar } from '#web/app/app-bar.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useUrlChoice, withoutLink } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { CancelAll } from './cancel-all.tsx'
import { OrderHistory } from './order-history.tsx'
import { readOrderLink } from './order-link.ts'
import { OpenOrders } from './order-lists.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { useOpenOrders } from './use-orders.ts'

/** All spot orders of the customer, open and past; `?id=` opens one, `?trade=` the one that a trade belongs to. */
export default function OrdersPage() {
  const { t } = useTexts()
  const [query, setQuery] = useSearchParams()
  const [view, setView] = useUrlChoice('view', ['open', 'history'])
  const open = useOpenOrders()
  const count = open.first?.total ?? 0
  const link = readOrderLink(query)
  return (
    <>
      <AppBar title={t('spot.orders')}>
        <span className="last:mr-3">
          <PriceSourceBadge isShort />
        </span>
        {view === 'open' && count > 0 && <CancelAll count={count} />}
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
        {view === 'open' ? <OpenOrders showsSymbol /> : <OrderHistory />}
      </main>
      {link?.by === 'trade' && (
        <OrderSheet link={link} onClose={() => setQuery(withoutLink(query), { replace: true })} />
      )}
    </>
  )
}
