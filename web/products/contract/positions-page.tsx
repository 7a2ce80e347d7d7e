import { History } from 'lucide-react'
import { Suspense } from 'react'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PageSkeleton } from '#web/app/page-skeleton.tsx'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { useWide } from '#web/app/use-wide.ts'
import { widePart } from '#web/app/wide-part.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { AccountHead } from './account-head.tsx'
import { CloseAll } from './close-all.tsx'
import { PendingOrders, Positions } from './position-lists.tsx'
import { usePositionViews } from './position-views.ts'
import { useOpenPositions } from './use-contract-account.ts'

/** Tables need room, and code of their own. */
const tables = () => import('./positions-table.tsx')
const PositionsTable = widePart(async () => ({ default: (await tables()).PositionsTable }))
const PendingTable = widePart(async () => ({ default: (await tables()).PendingTable }))

/** The customer's contract wallet with its open positions and the orders that wait; `?id=` opens one. */
export default function PositionsPage() {
  const { t } = useTexts()
  const [view, setView] = useUrlChoice('view', ['positions', 'orders'])
  const choices = usePositionViews(['positions', 'orders'])
  const positions = useOpenPositions().items ?? []
  const isWide = useWide()
  useQuotes()
  return (
    <>
      <AppBar title={t('contract_pages.contracts')}>
        <PriceSourceBadge isShort />
        <IconLink
          icon={History}
          label={t('contract_pages.all_orders')}
          to={toPage('pages/contractOrders/contractOrders')}
        />
      </AppBar>
      <main className="pb-8">
        <StaleBanner />
        <AccountHead />
        <div className="flex items-center [box-shadow:inset_0_-1px_var(--color-line)]">
          <div className="min-w-0 flex-1">
            <UnderlineTabs
              label={t('contract_pages.contracts')}
              choices={choices}
              value={view}
              onChange={setView}
            />
          </div>
          {view === 'positions' && <CloseAll positions={positions} />}
        </div>
        {isWide ? (
          <Suspense fallback={<PageSkeleton />}>
            {view === 'positions' ? <PositionsTable inPane /> : <PendingTable inPane />}
          </Suspense>
        ) : view === 'positions' ? (
          <Positions />
        ) : (
          <PendingOrders />
        )}
      </main>
    </>
  )
}
