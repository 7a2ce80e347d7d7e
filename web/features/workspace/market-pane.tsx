import { Search } from 'lucide-react'
import { memo, useDeferredValue, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { listings } from '#domain/listing/contract.ts'
import type { QuoteView } from '#domain/market/contract.ts'
import type { ClassId, Instrument } from '#domain/market/instrument.ts'
import { classIds } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { productOfPage } from '#web/features/instrument/trade-pages.ts'
import { ClassChips } from '#web/features/quotes/class-chips.tsx'
import { useFavourites } from '#web/features/quotes/favourites.ts'
import { FIRST_ROWS } from '#web/features/quotes/first-rows.ts'
import { DayLine, LastPrice, RowName, RowNote } from '#web/features/quotes/quote-row.tsx'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { searchInstruments } from '#web/features/quotes/search.ts'
import { useQuotes, useSparklines } from '#web/features/quotes/use-quotes.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Change } from '#web/ui/pill.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useShortcuts } from './shortcuts.ts'

const ROW_HEIGHT = 52

/** The markets beside the page of one of them: search, classes, and a row of 52 px each. */
export function MarketPane({ instrument }: { instrument: Instrument }) {
  const { t } = useTexts()
  const [words, setWords] = useState('')
  const [classId, setClass] = useState<ClassId>(classIds[instrument.class])
  const field = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => field.current?.focus() })
  return (
    <section aria-label={t('common.tab_market')} className="flex min-h-0 flex-1 flex-col">
      <label className="m-2.5 mb-0 flex min-h-9 shrink-0 items-center gap-2 rounded-8 border border-line2 bg-s1 px-2.5 focus-within:border-white focus-within:[box-shadow:0_0_0_1px_var(--color-white)]">
        <Search aria-hidden size={16} className="shrink-0 text-t2" />
        <input
          ref={field}
          type="search"
          aria-label={t('market.search')}
          placeholder={t('market.search')}
          value={words}
          maxLength={40}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            setWords('')
            event.currentTarget.blur()
          }}
          className="min-w-0 flex-1 bg-transparent text-13 outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <kbd
          aria-hidden
          className="hidden shrink-0 rounded-4 border border-line2 px-1.5 text-11 text-t3 xl:block"
        >
          /
        </kbd>
      </label>
      {words.trim() === '' && (
        <div className="-mx-1 shrink-0">
          <ClassChips value={classId} onChange={setClass} />
        </div>
      )}
      <div className="flex min-h-7 shrink-0 items-center justify-between gap-2 px-3 text-11 text-t3">
        <span className="truncate">{t('market.name_volume')}</span>
        <span className="shrink-0">
          <span className="hidden xl:inline">{t('market.last_price')} / </span>
          {t('market.change_24h')}
        </span>
      </div>
      <PaneRows classId={classId} words={words} chosen={instrument.symbol} />
    </section>
  )
}

function PaneRows({ classId, words, chosen }: { classId: ClassId; words: string; chosen: string }) {
  const { t } = useTexts()
  const all = useQuotes()
  const points = useSparklines()
  const favourites = useFavourites()
  const { data } = useApiQuery(listings, {})
  const { pathname } = useLocation()
  // Rows that cannot be seen yet are drawn after the page is painted.
  const limit = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS)
  if (all.isError && !all.data) return <ErrorState error={all.error} onRetry={() => void all.refetch()} />
  if (!all.data) return <SkeletonRows count={10} height={ROW_HEIGHT} />
  const rows = rowsOf(all.data)
  if (rows.length === 0)
    return <EmptyState isSmall title={t(words ? 'market.no_match' : 'market.no_favourites')} />
  const route = pathname.slice(1) as PageRoute
  const product = productOfPage(route) ?? 'spot'
  return (
    // Only rows in view are laid out and painted: the others follow their prices at no cost.
    <ul className="min-h-0 flex-1 overflow-y-auto overscroll-contain [scrollbar-width:thin]">
      {rows.slice(0, limit).map((quote) => (
        <li key={quote.symbol} className="[contain-intrinsic-size:auto_48px] [content-visibility:auto]">
          <PaneRow
            subject={quote}
            points={points(quote.symbol)}
            isChosen={quote.symbol === chosen}
            // The page stays what it is where it can: what is not traded there has a page of its own.
            route={
              findInstrument(quote.symbol)?.products.includes(product) ? route : 'pages/transaction/index'
            }
          />
        </li>
      ))}
    </ul>
  )

  function rowsOf(quotes: readonly QuoteView[]): readonly QuoteView[] {
    const named = (symbols: readonly string[]) =>
      symbols.flatMap((symbol) => quotes.find((quote) => quote.symbol === symbol) ?? [])
    if (words.trim() !== '')
      return named(searchInstruments(data?.instruments ?? [], words).map(({ symbol }) => symbol))
    return classId === 100
      ? named(favourites.symbols ?? [])
      : quotes.filter((quote) => quote.classId === classId)
  }
}

const PaneRow = memo(function PaneRow({
  subject,
  points,
  isChosen,
  route,
}: {
  subject: QuoteView
  points: readonly number[]
  isChosen: boolean
  route: PageRoute
}) {
  const { symbol } = subject
  const isStale = useIsStale(symbol)
  return (
    <Link
      to={toPage(route, { symbol })}
      aria-current={isChosen ? 'true' : undefined}
      className={cx(
        'press flex min-h-13 items-center gap-1.5 border-l-2 px-2.5 focus-visible:-outline-offset-2',
        isChosen ? 'border-t1 bg-s2' : 'border-transparent hover:bg-s1',
      )}
    >
      <span className="min-w-0 flex-1">
        <RowName subject={subject} isSmall />
        <RowNote subject={subject} />
      </span>
      <span
        className={cx(
          'hidden w-7 shrink-0 overflow-hidden xl:block',
          isStale && 'opacity-40 [filter:grayscale(1)]',
        )}
      >
        <DayLine symbol={symbol} points={points} />
      </span>
      <span className="w-19 shrink-0 text-right">
        <span className="block text-13 font-semibold">
          <LastPrice symbol={symbol} isStale={isStale} />
        </span>
        <span className={cx('block text-12', isStale && '[filter:grayscale(1)]')}>
          <PaneChange symbol={symbol} />
        </span>
      </span>
    </Link>
  )
})

function PaneChange({ symbol }: { symbol: string }) {
  const { t } = useTexts()
  const change = useQuote(symbol, (quote) => quote?.changePercent ?? undefined)
  const isOpen = useQuote(symbol, (quote) => quote?.isOpen ?? true)
  return (
    <>
      {!isOpen && <span className="sr-only">{t('market.closed')} </span>}
      <Change change={change} isStale={!isOpen} />
    </>
  )
}
