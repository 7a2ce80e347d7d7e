import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useWide } from '#web/app/use-wide.ts'
import { useTexts } from '#web/texts/texts.ts'
import { usePositionFilter } from './position-filter.ts'
import { PositionFilters } from './position-filters.tsx'
import { PastPositions } from './position-lists.tsx'
import { PastTable } from './positions-table.tsx'

/** What ended: the customer's closed contracts, and the way to the spot orders that did. */
export default function HistoryPage() {
  const { t } = useTexts()
  const [{ symbol, direction }, change] = usePositionFilter()
  const filter = {
    ...(symbol && { symbol }),
    ...(direction && { direction }),
    status: 'closed' as const,
  }
  const isWide = useWide()
  return (
    <>
      <AppBar title={t('contract_pages.history')} />
      <main className="pb-8">
        <div className="flex items-center">
          <div className="min-w-0 flex-1">
            <PositionFilters filter={filter} statuses={[]} onChange={change} />
          </div>
          <Link
            to={toPage('pages/transaction/currency_order', { view: 'history' })}
            className="press flex h-11 shrink-0 items-center gap-1 px-3 text-13 text-t2"
          >
            {t('contract_pages.spot_history')}
            <ChevronRight aria-hidden size={16} />
          </Link>
        </div>
        {isWide ? <PastTable filter={filter} inPane /> : <PastPositions filter={filter} />}
      </main>
    </>
  )
}
