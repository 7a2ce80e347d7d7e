import { PublishedNote } from '#web/features/content/published-note.tsx'
import { ProductTabs } from '#web/features/instrument/product-tabs.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { ChartPane } from '#web/features/workspace/chart-pane.tsx'
import { MarketPane } from '#web/features/workspace/market-pane.tsx'
import { Workspace } from '#web/features/workspace/workspace.tsx'
import { WorkspaceHead } from '#web/features/workspace/workspace-head.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { LimitsContent } from './limits-sheet.tsx'
import { OptionTable } from './option-table.tsx'
import { optionViews, useOptionViews } from './option-views.ts'
import { PriceHead } from './price-head.tsx'
import { TicketChart } from './ticket-chart.tsx'
import { TicketForm } from './ticket-form.tsx'
import type { OptionTicketState } from './use-option-ticket.ts'

/** Seconds options with everything beside each other: markets, chart, the customer's limits, ticket, orders. */
export default function TradeWorkspace({
  ticket,
  onLimits,
}: {
  ticket: OptionTicketState
  onLimits(): void
}) {
  const { t } = useTexts()
  const { instrument } = ticket
  return (
    <Workspace
      symbol={instrument.symbol}
      markets={<MarketPane instrument={instrument} />}
      head={<WorkspaceHead instrument={instrument} product="option" />}
      chart={<ChartPane instrument={instrument} book={undefined} hasDepth={false} />}
      book={
        <section
          aria-label={t('option_pages.limits')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard too
          tabIndex={0}
          className="min-h-0 overflow-y-auto px-4 py-3 -outline-offset-2"
        >
          <h2 className="text-15 font-semibold">{t('option_pages.limits')}</h2>
          <LimitsContent />
        </section>
      }
      below={<OrdersPane />}
      ticket={
        <>
          <ProductTabs instrument={instrument} current="option" />
          <PriceHead ticket={ticket} />
          <TicketChart instrument={instrument} seconds={ticket.ticket.seconds} />
          <TicketForm state={ticket} onLimits={onLimits} />
          <PublishedNote keyword="risk_notice" />
        </>
      }
    />
  )
}

/** The customer's orders of all instruments as tables, under the panes. */
function OrdersPane() {
  const { t } = useTexts()
  const [view, setView] = useUrlChoice('view', optionViews)
  const choices = useOptionViews()
  return (
    <section aria-label={t('option_pages.orders')}>
      <div className="sticky top-0 z-sticky bg-bg">
        <UnderlineTabs label={t('option_pages.orders')} choices={choices} value={view} onChange={setView} />
      </div>
      <OptionTable key={view} view={view} />
    </section>
  )
}
