import { History, Search as SearchIcon, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { listings } from '#domain/listing/contract.ts'
import type { InstrumentView, QuoteView } from '#domain/market/contract.ts'
import { pairText } from '#domain/market/instrument.ts'
import { useClient } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTitle } from '#web/app/use-title.ts'
import { nameOf } from '#web/features/instrument/name-of.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { DayChange } from '#web/features/quotes/quote-row.tsx'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { highlighted, searchInstruments } from '#web/features/quotes/search.ts'
import { sorted } from '#web/features/quotes/sort.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Price } from '#web/ui/price.tsx'

const MAX_RECENT = 8
const MAX_TRADED = 6

/** Search of all markets by symbol, name or alias; the words stand in the URL. */
export default function SearchPage() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const field = useRef<HTMLInputElement>(null)
  const words = query.get('q') ?? ''
  const { data } = useApiQuery(listings, {})
  const quotes = useQuotes().data
  useTitle(t('market.search'))
  const instruments = data?.instruments ?? []
  const found = searchInstruments(instruments, words)

  useEffect(() => field.current?.focus(), [])

  return (
    <>
      <header className="sticky top-0 z-navbar flex h-(--bar) items-center gap-3 bg-bg gutter">
        <label className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-8 border border-line2 bg-s1 px-3 focus-within:border-white focus-within:[box-shadow:0_0_0_1px_var(--color-white)]">
          <SearchIcon aria-hidden size={18} className="shrink-0 text-t2" />
          <input
            ref={field}
            type="search"
            enterKeyHint="search"
            aria-label={t('market.search_hint')}
            placeholder={t('market.search_hint')}
            value={words}
            maxLength={40}
            onChange={(event) =>
              setQuery(event.target.value ? { q: event.target.value } : {}, { replace: true })
            }
            className="min-w-0 flex-1 bg-transparent text-15 outline-none [&::-webkit-search-cancel-button]:hidden"
          />
        </label>
        <button
          type="button"
          onClick={() => navigate(-1)}
          className="press min-h-11 shrink-0 text-15 text-t1"
        >
          {t('market.search_cancel')}
        </button>
      </header>
      <main>
        <h1 className="sr-only">{t('market.search')}</h1>
        <div className="flex min-h-8 items-center justify-between gap-3 gutter">
          <p role="status" className="text-12 text-t3">
            {words.trim() !== '' && data && t('market.matches', { count: found.length })}
          </p>
          <PriceSourceBadge />
        </div>
        <ul>
          {found.map((instrument) => (
            <li key={instrument.symbol}>
              <Match instrument={instrument} words={words} />
            </li>
          ))}
        </ul>
        {words.trim() !== '' && data && found.length === 0 && (
          <EmptyState isSmall title={t('market.no_match')} text={t('market.no_match_why')} />
        )}
        <Recent />
        {words.trim() === '' && <MostTraded instruments={mostTraded(instruments, quotes ?? [])} />}
      </main>
    </>
  )
}

function Match({ instrument, words }: { instrument: InstrumentView; words: string }) {
  const { t, locale } = useTexts()
  const { symbol, label, classId } = instrument
  const price = useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)
  const isStale = useIsStale(symbol)
  const [base, quoteCode] = label.split('/')
  const [before, match, after] = highlighted(nameOf(instrument, locale), words)
  return (
    <Link
      to={toPage('pages/transaction/index', { symbol })}
      onClick={() => remember(symbol)}
      className="press block gutter focus-visible:-outline-offset-2"
    >
      <span className="hairline flex min-h-15 items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="block truncate text-15">
            <span className="font-semibold">{base}</span>
            {quoteCode && <span className="text-13 text-t3"> /{quoteCode}</span>}
          </span>
          <span className="block text-12 break-words text-t3">
            {before}
            <span className="font-semibold text-t1">{match}</span>
            {after} · {t(`market.class_${classId}`)}
          </span>
        </span>
        <span className="text-15 font-semibold">
          <Price value={price} isStale={isStale} />
        </span>
        <DayChange symbol={symbol} isStale={isStale} />
      </span>
    </Link>
  )
}

/** Somewhere to begin for who has not typed yet. */
function MostTraded({ instruments }: { instruments: readonly InstrumentView[] }) {
  const { t } = useTexts()
  if (instruments.length === 0) return null
  return (
    <section className="mt-4">
      <h2 className="gutter pb-1 text-12 font-normal text-t3">{t('market.most_traded')}</h2>
      <ul>
        {instruments.map((instrument) => (
          <li key={instrument.symbol}>
            <Match instrument={instrument} words="" />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The largest turnovers among the open markets in dollars: other currencies' cannot be compared with them. */
function mostTraded(instruments: readonly InstrumentView[], quotes: readonly QuoteView[]): InstrumentView[] {
  const inDollars = new Map(
    instruments.filter(({ quote }) => /^USDT?$/.test(quote)).map((each) => [each.symbol, each]),
  )
  return sorted(quotes, { by: 'volume', isRising: false })
    .flatMap(({ symbol, isOpen }) => (isOpen && inDollars.get(symbol)) || [])
    .slice(0, MAX_TRADED)
}

/** What was opened from here before, the last first; each can be forgotten. */
function Recent() {
  const { t } = useTexts()
  const recent = useClient((state) => state.recentSearches)
  if (recent.length === 0) return null
  return (
    <section className="mt-4">
      <h2 className="gutter pb-2 text-12 font-normal text-t3">{t('market.recent')}</h2>
      <ul>
        {recent.map((symbol) => {
          const label = pairText(symbol)
          return (
            <li key={symbol} className="flex items-center gap-3 pl-4">
              <History aria-hidden size={18} className="shrink-0 text-t3" />
              <span className="flex min-w-0 flex-1 items-center border-b border-line">
                <Link
                  to={toPage('pages/transaction/index', { symbol })}
                  className="press flex min-h-12 min-w-0 flex-1 items-center text-15"
                >
                  {label}
                </Link>
                <IconButton
                  icon={X}
                  label={t('market.forget', { name: label })}
                  className="mr-1 !text-t2"
                  onClick={() =>
                    useClient.setState({ recentSearches: recent.filter((other) => other !== symbol) })
                  }
                />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function remember(symbol: string): void {
  const others = useClient.getState().recentSearches.filter((other) => other !== symbol)
  useClient.setState({ recentSearches: [symbol, ...others].slice(0, MAX_RECENT) })
}
