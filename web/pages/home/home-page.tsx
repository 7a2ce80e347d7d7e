import { useClient, useSignedIn } from '#web/app/client-state.ts'
import { Logo } from '#web/app/logo.tsx'
import { toPage } from '#web/app/page-list.ts'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { QuickActions } from '#web/features/home/quick-actions.tsx'
import { BalanceBlock } from '#web/features/money/balance-block.tsx'
import { Bell } from '#web/features/notice/bell.tsx'
import { ClassChips } from '#web/features/quotes/class-chips.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { QuoteList } from '#web/features/quotes/quote-list.tsx'
import { useClassTab } from '#web/features/quotes/use-class-tab.ts'
import { useTexts } from '#web/texts/texts.ts'
import { DemoBadge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PlumbLine } from '#web/ui/plumb-line.tsx'

/** Home: the balance and what to do with it, or the invitation to sign in; then the markets. */
export default function HomePage() {
  const isSignedIn = useSignedIn()
  const [classId, setClass] = useClassTab()
  return (
    <>
      <HomeBar />
      <main>
        <StaleBanner />
        {isSignedIn ? (
          <>
            <BalanceBlock />
            <QuickActions />
          </>
        ) : (
          <Welcome />
        )}
        <ClassChips value={classId} onChange={setClass} />
        <QuoteList classId={classId} />
      </main>
    </>
  )
}

function HomeBar() {
  const isDemo = useClient((state) => state.isDemo)
  return (
    <header className="sticky top-0 z-navbar flex h-(--bar) items-center gap-3 bg-bg gutter">
      <h1 className="min-w-0">
        <Logo />
      </h1>
      {isDemo && <DemoBadge />}
      <div className="-mr-3 ml-auto flex min-w-0 items-center gap-1">
        <PriceSourceBadge />
        <Bell />
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
      <div className="mt-6 flex flex-wrap gap-2">
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
