import { ChartCandlestick, HandCoins, House, type LucideIcon, PiggyBank, Wallet } from 'lucide-react'
import { Link } from 'react-router'
import type { PageRoute } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'

export type Tab = 'home' | 'market' | 'savings' | 'loan' | 'account'

const tabs: readonly { id: Tab; route: PageRoute; icon: LucideIcon }[] = [
  { id: 'home', route: 'pages/index/index', icon: House },
  { id: 'market', route: 'pages/market/market', icon: ChartCandlestick },
  { id: 'savings', route: 'pages/quantization/quantization', icon: PiggyBank },
  { id: 'loan', route: 'pages/loan/loan', icon: HandCoins },
  { id: 'account', route: 'pages/fund/assets', icon: Wallet },
]

/** The tab whose own page this is; other pages show no tab bar. */
export const tabOf = (pathname: string): Tab | undefined =>
  tabs.find(({ route }) => pathname === `/${route}`)?.id

/** The five tabs, 70 px, the chosen one lime; from 1024 px on the side bar stands for them. */
export function TabBar({ current }: { current: Tab }) {
  const { t } = useTexts()
  return (
    <nav
      aria-label={t('common.main_tabs')}
      className="fixed inset-x-0 bottom-0 z-navbar border-t lg:hidden border-line bg-bg pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto flex h-(--tabs) max-w-(--column)">
        {tabs.map(({ id, route, icon: Icon }) => (
          <li key={id} className="min-w-0 flex-1">
            <Link
              to={`/${route}`}
              aria-current={id === current ? 'page' : undefined}
              className={cx(
                'press relative flex h-full flex-col items-center justify-center gap-1 text-11 focus-visible:-outline-offset-4',
                id === current ? 'font-semibold text-chosen' : 'text-t2',
              )}
            >
              <Icon aria-hidden size={22} strokeWidth={id === current ? 2 : 1.75} />
              <span className="tab whitespace-nowrap">{t(`common.tab_${id}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
