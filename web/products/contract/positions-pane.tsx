import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { CloseAll } from './close-all.tsx'
import { usePositionViews } from './position-views.ts'
import { PastTable, PendingTable, PositionsTable } from './positions-table.tsx'
import { TermsAbout } from './terms-about.tsx'
import { useOpenPositions } from './use-contract-account.ts'

/** The customer's positions and orders of all instruments as tables, under the panes. */
export function PositionsPane() {
  const { t } = useTexts()
  const [view, setView] = useUrlChoice('view', ['positions', 'orders', 'history', 'about'])
  const choices = usePositionViews(['positions', 'orders', 'history', 'about'])
  const positions = useOpenPositions().items ?? []
  return (
    <section aria-label={t('contract_pages.your_positions')}>
      <div className="sticky top-0 z-sticky flex items-center bg-bg [box-shadow:inset_0_-1px_var(--color-line)]">
        <div className="min-w-0 flex-1">
          <UnderlineTabs
            label={t('contract_pages.your_positions')}
            choices={choices}
            value={view}
            onChange={setView}
          />
        </div>
        {view === 'positions' && <CloseAll positions={positions} />}
      </div>
      {view === 'positions' && <PositionsTable />}
      {view === 'orders' && <PendingTable />}
      {view === 'history' && <PastTable filter={{ status: 'closed' }} />}
      {view === 'about' && <TermsAbout />}
    </section>
  )
}
