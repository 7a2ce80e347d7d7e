import { Search } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { toPage } from '#web/app/page-list.ts'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { useTitle } from '#web/app/use-title.ts'
import { ArrangeFavourites } from '#web/features/quotes/arrange-favourites.tsx'
import { ClassChips } from '#web/features/quotes/class-chips.tsx'
import { MoverChips } from '#web/features/quotes/mover-chips.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { QuoteList } from '#web/features/quotes/quote-list.tsx'
import { SessionLine } from '#web/features/quotes/session-line.tsx'
import { type Movers, readMovers } from '#web/features/quotes/sort.ts'
import { useClassTab } from '#web/features/quotes/use-class-tab.ts'
import { useTexts } from '#web/texts/texts.ts'

/** The Market tab: every instrument by class, with live prices. */
export default function MarketPage() {
  const { t } = useTexts()
  const [classId, setClass] = useClassTab()
  const [query, setQuery] = useSearchParams()
  const shown = readMovers(query.get('show'))
  // A chip has an order of its own.
  const show = (next: Movers) =>
    setQuery(
      (before) => {
        before.delete('sort')
        if (next === 'all') before.delete('show')
        else before.set('show', next)
        return before
      },
      { replace: true },
    )
  useTitle(t('common.tab_market'))
  return (
    <>
      <header className="sticky top-0 z-navbar bg-bg">
        <h1 className="sr-only">{t('common.tab_market')}</h1>
        <div className="flex h-(--bar) items-center gutter">
          <Link
            to={toPage('pages/market/search', { q: query.get('q') ?? undefined })}
            className="press flex min-h-11 flex-1 items-center gap-2.5 rounded-8 border border-line2 bg-s1 px-3 text-15 text-t3"
          >
            <Search aria-hidden size={18} className="text-t2" />
            {t('market.search_hint')}
          </Link>
        </div>
        <ClassChips value={classId} onChange={setClass} />
      </header>
      <main>
        <StaleBanner belowPx={100} />
        <div className="flex min-h-9 items-center justify-between gap-3 gutter text-12 text-t2">
          {classId === 100 ? <ArrangeFavourites /> : <SessionLine classId={classId} />}
          <PriceSourceBadge />
        </div>
        <MoverChips value={shown} onChange={show} />
        <QuoteList classId={classId} shown={shown} />
      </main>
    </>
  )
}
