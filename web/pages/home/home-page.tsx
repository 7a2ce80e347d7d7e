import { Search } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useClient, useSignedIn } from '#web/app/client-state.ts'
import { Logo } from '#web/app/logo.tsx'
import { toPage } from '#web/app/page-list.ts'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { useWide } from '#web/app/use-wide.ts'
import { whenIdle } from '#web/app/when-idle.ts'
import { HomeBalance } from '#web/features/home/balance.tsx'
import { Bell } from '#web/features/notice/bell.tsx'
import { ClassChips } from '#web/features/quotes/class-chips.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { QuoteList } from '#web/features/quotes/quote-list.tsx'
import { useClassTab } from '#web/features/quotes/use-class-tab.ts'
import { loadArea, useTexts } from '#web/texts/texts.ts'
import { DemoBadge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlumbLine } from '#web/ui/plumb-line.tsx'

const HomePane = lazy(() => import('#web/features/home/home-pane.tsx'))
/** With its words; home goes on without it. */
const HomeNews = lazy(() =>
  Promise.all([import('#web/features/content/home-news.tsx'), loadArea('site_pages')]).then(
    ([news]) => news,
    () => ({ default: (): ReactNode => null }),
  ),
)

/** Home: the balance and what to do with it, or the invitation to sign in; then the markets. */
export default function HomePage() {
  const isSignedIn = useSignedIn()
  const isWide = useWide()
  const [classId, setClass, isSettled] = useClassTab()
  return (
    <div
      className={cx(
        isSignedIn
          ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_304px] xl:grid-cols-[minmax(0,1fr)_352px]'
          : 'mx-auto lg:max-w-[1040px]',
      )}
    >
      <div className="min-w-0">
        <HomeBar />
        <main className={cx(isSignedIn && 'lg:px-2')}>
          <StaleBanner />
          {isSignedIn ? <HomeBalance /> : <Welcome />}
          {isSignedIn && <News />}
          <div className={cx(isSignedIn && 'lg:-mx-2 lg:mt-5 lg:border-t lg:border-line lg:px-2 lg:pt-2')}>
            <ClassChips value={isSettled ? classId : undefined} onChange={setClass} />
            <QuoteList classId={classId} />
          </div>
          {!isSignedIn && <News />}
        </main>
      </div>
      {isSignedIn && isWide && (
        <aside className="sticky top-0 h-dvh overflow-y-auto border-l border-line">
          <Suspense>
            <HomePane />
          </Suspense>
        </aside>
      )}
    </div>
  )
}

/** What is new, in a place that was kept for it: not where the last visit found nothing. */
function News() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    <div className={localStorage.getItem('plumb-no-news') ? '' : 'min-h-13 lg:pt-3'}>
      {isIdle && (
        <Suspense>
          <HomeNews />
        </Suspense>
      )}
    </div>
  )
}

/** Name, badges and bell. Beside the side bar, which has the name, the way to the search instead. */
function HomeBar() {
  const { t } = useTexts()
  const isDemo = useClient((state) => state.isDemo)
  const isSignedIn = useSignedIn()
  return (
    <header
      className={cx(
        'sticky top-0 z-navbar flex h-(--bar) items-center gap-3 bg-bg gutter',
        isSignedIn && 'lg:border-b lg:border-line lg:px-6',
      )}
    >
      <h1 className="min-w-0 lg:sr-only">
        <Logo />
      </h1>
      <Link
        to={toPage('pages/market/search')}
        className="press hidden min-h-10 w-80 items-center gap-2.5 rounded-8 border border-line2 bg-s1 px-3 text-13 text-t3 hover:border-t3 lg:flex"
      >
        <Search aria-hidden size={18} className="text-t2" />
        {t('market.search_hint')}
      </Link>
      {isDemo && <DemoBadge />}
      <div className="-mr-3 ml-auto flex min-w-0 items-center gap-1 lg:mr-0">
        <PriceSourceBadge />
        {/* In a wide window a customer's stands in the pane beside. */}
        <span className={cx(isSignedIn && 'lg:hidden')}>
          <Bell />
        </span>
      </div>
    </header>
  )
}

/** For a visitor: the cord, the promise, and the two ways in. */
function Welcome() {
  const { t } = useTexts()
  return (
    <section className="relative gutter pt-10 pb-6">
      <div className="absolute top-0 left-7">
        <PlumbLine meaning="recorded" length={104} size={20} />
      </div>
      <div className="min-h-16 pl-12">
        <h2 className="text-28 font-semibold text-balance">{t('home.promise')}</h2>
        <p className="mt-2 text-15 text-t2">{t('home.promise_why')}</p>
      </div>
      <div className="mt-6 flex max-w-120 flex-wrap gap-2">
        <ButtonLink kind="primary" to={toPage('pages/common/register')} className="flex-1 whitespace-nowrap">
          {t('home.create_account')}
        </ButtonLink>
        <ButtonLink to={toPage('pages/common/login')} className="flex-1 whitespace-nowrap">
          {t('common.sign_in')}
        </ButtonLink>
      </div>
    </section>
  )
}
