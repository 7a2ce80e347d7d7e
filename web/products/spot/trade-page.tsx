import { ChartCandlestick, Ellipsis } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PageSkeleton } from '#web/app/page-skeleton.tsx'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { useWide } from '#web/app/use-wide.ts'
import { widePart } from '#web/app/wide-part.ts'
import { OrderBook } from '#web/features/book/order-book.tsx'
import { ChartStrip } from '#web/features/instrument/chart-strip.tsx'
import { HaltedBanner } from '#web/features/instrument/halted-banner.tsx'
import { InstrumentPicker } from '#web/features/instrument/picker.tsx'
import { ProductTabs } from '#web/features/instrument/product-tabs.tsx'
import { useInstrument, useSymbol } from '#web/features/instrument/use-instrument.ts'
import { WithInstrument } from '#web/features/instrument/with-instrument.tsx'
import { useFavourites } from '#web/features/quotes/favourites.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { useShare } from '#web/features/share/use-share.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { IconButton, IconLink } from '#web/ui/icon-button.tsx'
import { ChoiceSheet } from '#web/ui/select-sheet.tsx'
import { ConfirmSheet } from './confirm-sheet.tsx'
import { Holdings, OpenOrders, PastOrders } from './order-lists.tsx'
import { TicketForm } from './ticket-form.tsx'
import { useOpenOrders } from './use-orders.ts'
import { type SpotTicket, useSpotTicket } from './use-spot-ticket.ts'

/** Spot trading of one instrument: ticket and book side by side, a chart above, the customer's orders below. */
export default function TradePage() {
  const symbol = useSymbol()
  return (
    <WithInstrument product="spot">
      {/* Another instrument is another ticket: nothing typed for one may be sent for another. */}
      <SpotTrading key={symbol} />
    </WithInstrument>
  )
}

/** Panes beside each other need room, and code of their own. */
const TradeWorkspace = widePart(() => import('./trade-workspace.tsx'))

function SpotTrading() {
  const instrument = useInstrument()
  const spot = useSpotTicket(instrument)
  const isWide = useWide()
  useQuotes()
  return (
    <>
      {isWide ? (
        <Suspense fallback={<PageSkeleton />}>
          <TradeWorkspace spot={spot} />
        </Suspense>
      ) : (
        <TradeColumn spot={spot} />
      )}
      <ConfirmSheet {...spot.confirmation} />
    </>
  )
}

/** Nothing beside the book, and the gutter where large text puts the book below. */
const besideBook = 'max(0px, 1rem - 16px)'

function TradeColumn({ spot: { form, market, book, pick } }: { spot: SpotTicket }) {
  const instrument = useInstrument()
  return (
    <>
      <SpotBar />
      <main className="pb-8">
        <StaleBanner />
        <HaltedBanner symbol={instrument.symbol} />
        <ProductTabs instrument={instrument} current="spot" />
        <ChartStrip />
        <div className="big-wrap flex gap-4 pt-3 pl-4">
          <div className="big-whole min-w-0 flex-[1.12]" style={{ paddingRight: besideBook }}>
            <TicketForm {...form} />
          </div>
          <div className="w-[44%] max-w-50 min-w-32 shrink-0 big-whole">
            <OrderBook instrument={instrument} book={book} isStale={market.isStale} onPick={pick} />
          </div>
        </div>
        <Below />
      </main>
    </>
  )
}

function SpotBar() {
  const { t } = useTexts()
  const instrument = useInstrument()
  const { symbol } = instrument
  const navigate = useNavigate()
  const favourites = useFavourites()
  const [isOpen, setOpen] = useState(false)
  const [share, shareSheet] = useShare(instrument, 'spot')
  return (
    <AppBar title={<InstrumentPicker instrument={instrument} product="spot" />}>
      <IconLink
        icon={ChartCandlestick}
        label={t('spot.chart')}
        to={toPage('pages/transaction/index', { symbol })}
      />
      <IconButton
        icon={Ellipsis}
        label={t('spot.more')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <ChoiceSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={instrument.label}
        value={undefined}
        choices={[
          {
            id: 'favourite',
            label: t(favourites.has(symbol) ? 'market.remove_favourite' : 'market.add_favourite'),
          },
          { id: 'share', label: t('market.share') },
          { id: 'orders', label: t('spot.all_orders') },
          { id: 'transfer', label: t('spot.move_money') },
        ]}
        onChange={(id) => {
          if (id === 'favourite') void favourites.toggle(symbol)
          else if (id === 'share') share()
          else
            navigate(toPage(id === 'orders' ? 'pages/transaction/currency_order' : 'pages/fund/fundTransfer'))
        }}
      />
      {shareSheet}
    </AppBar>
  )
}

const views = ['orders', 'holdings', 'history'] as const

function Below() {
  const { t } = useTexts()
  const instrument = useInstrument()
  const [query, setQuery] = useSearchParams()
  const own = { symbol: instrument.symbol }
  const open = useOpenOrders(own)
  const view = views.find((id) => id === query.get('view')) ?? 'orders'
  const count = open.first?.total
  return (
    <section className="mt-6">
      <UnderlineTabs
        label={t('spot.your_orders')}
        choices={[
          { id: 'orders', label: count ? `${t('spot.open_orders')} ${count}` : t('spot.open_orders') },
          { id: 'holdings', label: t('spot.holdings') },
          { id: 'history', label: t('spot.history') },
        ]}
        value={view}
        onChange={(id) =>
          setQuery(
            (before) => {
              before.set('view', id)
              return before
            },
            { replace: true },
          )
        }
      />
      {view === 'orders' && <OpenOrders filter={own} />}
      {view === 'holdings' && <Holdings instrument={instrument} />}
      {view === 'history' && <PastOrders filter={own} />}
    </section>
  )
}
