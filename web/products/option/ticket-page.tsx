import { ListOrdered, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PageSkeleton } from '#web/app/page-skeleton.tsx'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { useWide } from '#web/app/use-wide.ts'
import { widePart } from '#web/app/wide-part.ts'
import { PublishedNote } from '#web/features/content/published-note.tsx'
import { HaltedBanner } from '#web/features/instrument/halted-banner.tsx'
import { InstrumentPicker } from '#web/features/instrument/picker.tsx'
import { ProductTabs } from '#web/features/instrument/product-tabs.tsx'
import { useInstrument, useSymbol } from '#web/features/instrument/use-instrument.ts'
import { WithInstrument } from '#web/features/instrument/with-instrument.tsx'
import { NotDoneSheet } from '#web/features/money/money-sheet.tsx'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { IconButton, IconLink } from '#web/ui/icon-button.tsx'
import { OptionOrders } from './option-lists.tsx'
import { optionViews, useOptionViews } from './option-views.ts'
import { PriceHead } from './price-head.tsx'
import { TicketChart } from './ticket-chart.tsx'
import { TicketForm } from './ticket-form.tsx'
import { type OptionTicketState, useOptionTicket } from './use-option-ticket.ts'
import { useOptionEvents } from './use-options.ts'

/** The ticket of a seconds option: prices, period, stake, both outcomes, rise or fall; the customer's orders below. */
export default function OptionTicketPage() {
  const symbol = useSymbol()
  return (
    <WithInstrument product="option">
      {/* Another instrument is another ticket: nothing typed for one may be sent for another. */}
      <OptionTrading key={symbol} />
    </WithInstrument>
  )
}

/** What is seldom opened comes when it is. */
const LimitsSheet = lazy(() => import('./limits-sheet.tsx'))
const ConfirmSheet = lazy(() => import('./confirm-sheet.tsx'))
const OptionRiskSheet = lazy(() => import('./risk-sheet.tsx'))

/** Panes beside each other need room, and code of their own. */
const TradeWorkspace = widePart(() => import('./trade-workspace.tsx'))

function OptionTrading() {
  const { t } = useTexts()
  const ticket = useOptionTicket(useInstrument())
  const [areLimitsOpen, setLimitsOpen] = useState(false)
  const isWide = useWide()
  const onLimits = () => setLimitsOpen(true)
  useQuotes()
  useOptionEvents()
  return (
    <>
      {isWide ? (
        <Suspense fallback={<PageSkeleton />}>
          <TradeWorkspace ticket={ticket} onLimits={onLimits} />
        </Suspense>
      ) : (
        <TradeColumn ticket={ticket} onLimits={onLimits} />
      )}
      <Suspense fallback={null}>
        {ticket.risk.isOpen && (
          <OptionRiskSheet onClose={ticket.risk.onClose} onAccepted={ticket.risk.onAccepted} />
        )}
        {ticket.confirmation.direction && (
          <ConfirmSheet state={ticket} direction={ticket.confirmation.direction} />
        )}
        {areLimitsOpen && <LimitsSheet onClose={() => setLimitsOpen(false)} />}
      </Suspense>
      {ticket.error && !ticket.isPending && (
        <NotDoneSheet error={ticket.error} title={t('option_pages.not_done')} onClose={ticket.dismiss} />
      )}
    </>
  )
}

function TradeColumn({ ticket, onLimits }: { ticket: OptionTicketState; onLimits(): void }) {
  const { t } = useTexts()
  const { instrument } = ticket
  const { symbol } = instrument
  return (
    <>
      <AppBar title={<InstrumentPicker instrument={instrument} product="option" />}>
        <IconLink
          icon={ListOrdered}
          label={t('option_pages.orders')}
          to={toPage('pages/transaction/seconds_order')}
        />
        <IconButton
          icon={SlidersHorizontal}
          label={t('option_pages.limits')}
          aria-haspopup="dialog"
          onClick={onLimits}
        />
        <span className="hidden xs:block">
          <ShareButton instrument={instrument} product="option" />
        </span>
      </AppBar>
      <main className="pb-8">
        <StaleBanner />
        <HaltedBanner symbol={symbol} />
        <ProductTabs instrument={instrument} current="option" />
        <PriceHead ticket={ticket} />
        <TicketChart instrument={instrument} seconds={ticket.ticket.seconds} />
        <TicketForm state={ticket} onLimits={onLimits} />
        <PublishedNote keyword="risk_notice" />
        <Below />
      </main>
    </>
  )
}

function Below() {
  const { t } = useTexts()
  const [view, setView] = useUrlChoice('view', optionViews)
  const choices = useOptionViews()
  return (
    <section className="mt-6">
      <UnderlineTabs label={t('option_pages.orders')} choices={choices} value={view} onChange={setView} />
      <OptionOrders key={view} view={view} />
    </section>
  )
}
