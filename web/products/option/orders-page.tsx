import { AppBar } from '#web/app/app-bar.tsx'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { useWide } from '#web/app/use-wide.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { OptionOrders } from './option-lists.tsx'
import { OptionTable } from './option-table.tsx'
import { optionViews, useOptionViews } from './option-views.ts'
import { useOptionEvents } from './use-options.ts'

/** All seconds options of the customer: those that run, settled and void ones; `?id=` opens one. */
export default function OptionOrdersPage() {
  const { t } = useTexts()
  const [view, setView] = useUrlChoice('view', optionViews)
  const choices = useOptionViews()
  const isWide = useWide()
  useOptionEvents()
  return (
    <>
      <AppBar title={t('option_pages.orders')}>
        <span className="mr-3">
          <PriceSourceBadge isShort />
        </span>
      </AppBar>
      <main className="pb-8">
        <StaleBanner />
        <UnderlineTabs label={t('option_pages.orders')} choices={choices} value={view} onChange={setView} />
        {isWide ? <OptionTable key={view} view={view} inPane /> : <OptionOrders key={view} view={view} />}
      </main>
    </>
  )
}
