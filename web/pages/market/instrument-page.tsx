import { Star } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatPrice, type Instrument } from '#domain/market/instrument.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PageSkeleton } from '#web/app/page-skeleton.tsx'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { useWide } from '#web/app/use-wide.ts'
import { widePart } from '#web/app/wide-part.ts'
import { AlertButton } from '#web/features/alert/alert-button.tsx'
import { DepthChart } from '#web/features/book/depth-chart.tsx'
import { OrderBook } from '#web/features/book/order-book.tsx'
import { TradeList } from '#web/features/book/trade-list.tsx'
import { useBook } from '#web/features/book/use-book.ts'
import { ChartBlock } from '#web/features/chart/chart-block.tsx'
import { useOwnMarks } from '#web/features/chart/use-own-marks.tsx'
import { InstrumentAbout } from '#web/features/instrument/about.tsx'
import { HaltedBanner } from '#web/features/instrument/halted-banner.tsx'
import { InstrumentPicker } from '#web/features/instrument/picker.tsx'
import { useInstrument } from '#web/features/instrument/use-instrument.ts'
import { WatchActions } from '#web/features/instrument/watch-actions.tsx'
import { WithInstrument } from '#web/features/instrument/with-instrument.tsx'
import { useFavourites } from '#web/features/quotes/favourites.ts'
import { ownVolume } from '#web/features/quotes/own-volume.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { useClosedText } from '#web/features/quotes/use-closed-text.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { grouped, percent, signed, volume } from '#web/format/number.ts'
import { isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Chips, UnderlineTabs } from '#web/ui/chips.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Change } from '#web/ui/pill.tsx'
import { Price } from '#web/ui/price.tsx'

const products = ['spot', 'contract', 'option'] as const
const views = ['depth', 'book', 'trades', 'about'] as const

/** On a phone that lies, what is left between the bars on top and at the bottom and the row of periods. */
const CHART_HEIGHT = 'min(320px, max(200px, 100svh - 168px))'

/** An instrument for everybody: price, chart, book and trades, and the way into each product that trades it. */
export default function InstrumentPage() {
  return (
    <WithInstrument>
      <KnownInstrument />
    </WithInstrument>
  )
}

/** Panes beside each other need room, and code of their own. */
const InstrumentWorkspace = widePart(() => import('./instrument-workspace.tsx'))

function KnownInstrument() {
  const { t } = useTexts()
  const instrument = useInstrument()
  const [query, setQuery] = useSearchParams()
  useQuotes()
  const product = products.find((id) => id === query.get('product')) ?? instrument.products[0] ?? 'contract'
  const set = (name: string, value: string) =>
    setQuery(
      (before) => {
        before.set(name, value)
        return before
      },
      { replace: true },
    )

  const isWide = useWide()
  const [isFull, setFull] = useState(false)
  const own = useOwnMarks(instrument, product)
  if (isWide)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <InstrumentWorkspace instrument={instrument} product={product} />
      </Suspense>
    )

  return (
    <>
      <TradeBar instrument={instrument} />
      <main className="pb-24">
        <StaleBanner />
        <HaltedBanner symbol={instrument.symbol} />
        <Figures instrument={instrument} />
        <Chips
          label={t('market.products')}
          choices={products
            .filter((id) => instrument.products.includes(id))
            .map((id) => ({ id, label: t(`market.product_${id}`) }))}
          value={product}
          onChange={(id) => set('product', id)}
        />
        <ChartBlock
          instrument={instrument}
          height={CHART_HEIGHT}
          isFull={isFull}
          onFull={setFull}
          marks={own.marks}
        />
        {own.sheets}
        {product === 'spot' ? (
          <>
            <Market instrument={instrument} view={viewOf(query)} onView={(view) => set('view', view)} />
            <Actions symbol={instrument.symbol} />
          </>
        ) : (
          <>
            <div className="border-t border-line">
              <InstrumentAbout instrument={instrument} />
            </div>
            <BottomBar>
              <div className="flex gap-2">
                <WatchActions instrument={instrument} product={product} />
              </div>
            </BottomBar>
          </>
        )}
      </main>
    </>
  )
}

const viewOf = (query: URLSearchParams) => views.find((view) => view === query.get('view')) ?? 'depth'

function TradeBar({ instrument }: { instrument: Instrument }) {
  const { t } = useTexts()
  const favourites = useFavourites()
  const isFavourite = favourites.has(instrument.symbol)
  return (
    <AppBar title={<InstrumentPicker instrument={instrument} />}>
      <span className="hidden xs:block">
        <PriceSourceBadge isShort />
      </span>
      <span className="hidden xs:block">
        <AlertButton instrument={instrument} />
      </span>
      <span className="hidden md:block">
        <ShareButton instrument={instrument} />
      </span>
      <IconButton
        icon={Star}
        label={t(isFavourite ? 'market.remove_favourite' : 'market.add_favourite')}
        aria-pressed={isFavourite}
        className={isFavourite ? '[&_svg]:fill-current' : ''}
        onClick={() => void favourites.toggle(instrument.symbol)}
      />
    </AppBar>
  )
}

/** The price, large; what it did in 24 hours; high, low and volume beside it. */
function Figures({ instrument }: { instrument: Instrument }) {
  const { t } = useTexts()
  const { symbol } = instrument
  const last = useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)
  const change = useQuote(symbol, (quote) => quote?.changePercent ?? undefined)
  const difference = useQuote(symbol, (quote) => differenceOf(instrument, quote?.lastPrice, quote?.open24h))
  const high = useQuote(symbol, (quote) => quote?.high24h ?? undefined)
  const low = useQuote(symbol, (quote) => quote?.low24h ?? undefined)
  const turnover = useQuote(symbol, (quote) => quote?.turnover24h)
  const own = useQuote(symbol, (quote) => quote?.ownTurnover24h ?? undefined)
  const closed = useClosedText(symbol)
  const closeOfMs = useQuote(symbol, (quote) => quote?.closeOfMs ?? undefined)
  const isStale = useIsStale(symbol)
  return (
    <section className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 gutter pt-1 pb-2">
      <div>
        {/* The button is no higher than the line of the price. */}
        <div className="flex items-center gap-1">
          <p className="text-28 font-semibold">
            <span className="sr-only">{t('market.last_price')} </span>
            <Price value={last} isStale={isStale} />
          </p>
          <span className="-my-1 hidden xs:block md:hidden">
            <ShareButton instrument={instrument} />
          </span>
        </div>
        <p className="figures text-13">
          <Change
            change={change}
            isStale={isStale || closed !== undefined}
            text={`${difference ? signed(difference) : ''} ${percent(change ?? '0')}`}
          />{' '}
          <span className="whitespace-nowrap text-t2">{t('market.change_24h')}</span>
        </p>
        {closed && <p className="figures text-12 text-t2">{closed}</p>}
        {closeOfMs !== undefined && (
          <p className="figures text-12 text-t2">{t('market.price_of', { date: isoDate(closeOfMs) })}</p>
        )}
        <span className="flex items-center gap-2 xs:hidden">
          <PriceSourceBadge isShort />
          <AlertButton instrument={instrument} />
          <ShareButton instrument={instrument} />
        </span>
      </div>
      <dl
        className={cx(
          'figures big-rows grid w-full grid-cols-[auto_auto_auto_auto] gap-x-3 gap-y-1 pt-1 text-12 xs:w-auto xs:shrink-0 xs:grid-cols-[auto_auto]',
          isStale && 'text-t3',
        )}
      >
        <dt className="text-t2">{t('market.high')}</dt>
        <dd className="text-right">{high ? grouped(high) : '—'}</dd>
        <dt className="text-t2">{t('market.low')}</dt>
        <dd className="text-right">{low ? grouped(low) : '—'}</dd>
        <dt className="text-t2">{t('market.reference_volume_short')}</dt>
        <dd className="text-right">{turnover ? volume(turnover) : '—'}</dd>
        {instrument.products.includes('spot') && (
          <>
            <dt className="text-t2">{t('market.own_volume_short')}</dt>
            <dd className="text-right">{own === undefined ? '—' : ownVolume(own)}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

/** The last price less the one 24 hours ago, as a decimal string. */
function differenceOf(
  instrument: Instrument,
  last?: string | null,
  before?: string | null,
): string | undefined {
  if (!last || !before) return undefined
  const digits = (text: string) => BigInt(text.replace('.', ''))
  const difference = digits(last) - digits(before)
  const ticks = digits(instrument.tickSize)
  const text = formatPrice(instrument, Number((difference < 0n ? -difference : difference) / ticks))
  return difference < 0n ? `-${text}` : text
}

function Market({
  instrument,
  view,
  onView,
}: {
  instrument: Instrument
  view: (typeof views)[number]
  onView(view: (typeof views)[number]): void
}) {
  const { t } = useTexts()
  const { symbol, base } = instrument
  const book = useBook(symbol)
  const navigate = useNavigate()
  const isStale = useIsStale(symbol)
  return (
    <section>
      <UnderlineTabs
        label={t('market.market_views')}
        choices={views.map((id) => ({ id, label: t(`market.view_${id}`) }))}
        value={view}
        onChange={onView}
      />
      {view === 'depth' && <DepthChart book={book} base={base} isStale={isStale} />}
      {view === 'book' && (
        <div className="pt-3 pl-4">
          <OrderBook
            instrument={instrument}
            book={book}
            rows={10}
            isStale={isStale}
            onPick={(price) => navigate(toPage('pages/transaction/currency', { symbol, price }))}
          />
        </div>
      )}
      {view === 'trades' && <TradeList symbol={symbol} base={base} />}
      {view === 'about' && <InstrumentAbout instrument={instrument} />}
    </section>
  )
}

/** Buy and Sell, always in reach. */
function Actions({ symbol }: { symbol: string }) {
  const { t } = useTexts()
  return (
    <BottomBar>
      <div className="flex gap-2">
        <ButtonLink
          kind="buy"
          className="flex-1"
          to={toPage('pages/transaction/currency', { symbol, side: 'buy' })}
        >
          {t('market.side_buy')}
        </ButtonLink>
        <ButtonLink
          kind="sell"
          className="flex-1"
          to={toPage('pages/transaction/currency', { symbol, side: 'sell' })}
        >
          {t('market.side_sell')}
        </ButtonLink>
      </div>
    </BottomBar>
  )
}
