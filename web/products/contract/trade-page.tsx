import { ChartCandlestick, ListChecks } from 'lucide-react'
import { Suspense } from 'react'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PageSkeleton } from '#web/app/page-skeleton.tsx'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { useWide } from '#web/app/use-wide.ts'
import { widePart } from '#web/app/wide-part.ts'
import { PublishedNote } from '#web/features/content/published-note.tsx'
import { ContractRiskSheet } from '#web/features/disclosure/contract-risk-sheet.tsx'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { ChartStrip } from '#web/features/instrument/chart-strip.tsx'
import { HaltedBanner } from '#web/features/instrument/halted-banner.tsx'
import { InstrumentPicker } from '#web/features/instrument/picker.tsx'
import { ProductTabs } from '#web/features/instrument/product-tabs.tsx'
import { useInstrument, useSymbol } from '#web/features/instrument/use-instrument.ts'
import { WithInstrument } from '#web/features/instrument/with-instrument.tsx'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { ConfirmSheet } from './confirm-sheet.tsx'
import { PastPositions, PendingOrders, Positions } from './position-lists.tsx'
import { usePositionViews } from './position-views.ts'
import { TermsAbout } from './terms-about.tsx'
import { TicketForm } from './ticket-form.tsx'
import { type ContractTicket, useContractTicket } from './use-contract-ticket.ts'

/** Leveraged contracts of one instrument: the ticket with all it can come to, the customer's positions below. */
export default function TradePage() {
  const symbol = useSymbol()
  return (
    <WithInstrument product="contract">
      {/* Another instrument is another ticket: nothing typed for one may be sent for another. */}
      <ContractTrading key={symbol} />
    </WithInstrument>
  )
}

/** Panes beside each other need room, and code of their own. */
const TradeWorkspace = widePart(() => import('./trade-workspace.tsx'))

function ContractTrading() {
  const instrument = useInstrument()
  const contract = useContractTicket(instrument)
  const { isOpen: isAsking, ...risk } = contract.risk
  const isWide = useWide()
  useQuotes()
  return (
    <>
      {isWide ? (
        <Suspense fallback={<PageSkeleton />}>
          <TradeWorkspace contract={contract} />
        </Suspense>
      ) : (
        <TradeColumn contract={contract} />
      )}
      {isAsking && <ContractRiskSheet {...risk} />}
      <ConfirmSheet {...contract.confirmation} />
    </>
  )
}

function TradeColumn({ contract: { form } }: { contract: ContractTicket }) {
  const { t } = useTexts()
  const instrument = useInstrument()
  const { symbol } = instrument
  return (
    <>
      <AppBar title={<InstrumentPicker instrument={instrument} product="contract" />}>
        <IconLink
          icon={ListChecks}
          label={t('contract_pages.positions')}
          to={toPage('pages/transaction/contract_order')}
        />
        <IconLink
          icon={ChartCandlestick}
          label={t('spot.chart')}
          to={toPage('pages/transaction/index', { symbol, product: 'contract' })}
        />
        <span className="hidden xs:block">
          <ShareButton instrument={instrument} product="contract" />
        </span>
      </AppBar>
      <main className="pb-8">
        <StaleBanner />
        <HaltedBanner symbol={symbol} />
        <ProductTabs instrument={instrument} current="contract" />
        <ChartStrip />
        <div className="gutter pt-3">
          <Offered product="contract" isIndented>
            <TicketForm {...form} />
          </Offered>
        </div>
        <Below />
      </main>
    </>
  )
}

function Below() {
  const { t } = useTexts()
  const [view, setView] = useUrlChoice('view', ['positions', 'orders', 'history', 'about'])
  const choices = usePositionViews(['positions', 'orders', 'history', 'about'])
  return (
    <section className="mt-6">
      <UnderlineTabs
        label={t('contract_pages.your_positions')}
        choices={choices}
        value={view}
        onChange={setView}
      />
      {view === 'positions' && <Positions />}
      {view === 'orders' && <PendingOrders />}
      {view === 'history' && <PastPositions filter={{ status: 'closed' }} />}
      {view === 'about' && <TermsAbout />}
      {view === 'about' && <PublishedNote keyword="risk_notice" className="pt-2" />}
    </section>
  )
}
