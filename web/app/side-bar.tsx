import {
  ArrowRightLeft,
  ChartCandlestick,
  CircleQuestionMark,
  HandCoins,
  House,
  PiggyBank,
  Settings,
  Wallet,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { Frame, Section } from '#web/app/frame.ts'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { Bob } from '#web/ui/plumb-line.tsx'
import { Logo } from './logo.tsx'
import { SideLink, type SideTarget } from './side-link.tsx'

/** What need not stand there before the first price. */
const SideProducts = lazy(() => import('./side-products.tsx'))

interface Entry extends SideTarget {
  readonly section: Section
}

const main: readonly Entry[] = [
  { section: 'home', route: 'pages/index/index', icon: House },
  { section: 'market', route: 'pages/market/market', icon: ChartCandlestick },
  { section: 'trade', route: 'pages/transaction/currency', icon: ArrowRightLeft },
  { section: 'savings', route: 'pages/quantization/quantization', icon: PiggyBank },
  { section: 'loan', route: 'pages/loan/loan', icon: HandCoins },
  { section: 'account', route: 'pages/fund/assets', icon: Wallet },
]
const last: readonly Entry[] = [
  { section: 'help', route: 'pages/kefu/index', icon: CircleQuestionMark },
  { section: 'settings', route: 'pages/setting/setting', icon: Settings },
]

/** The tabs turned upright, from 1024 px on: a bar of 208 px with words, or a rail of 72. */
export function SideBar({ side, section }: Pick<Frame, 'side' | 'section'>) {
  const { t } = useTexts()
  const isRail = side === 'rail'
  const list = (entries: readonly Entry[]) => (
    <ul className="flex flex-col gap-1">
      {entries.map((entry) => (
        <li key={entry.section}>
          <SideLink
            {...entry}
            label={t(`common.tab_${entry.section}`)}
            isRail={isRail}
            isCurrent={entry.section === section}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <nav
      aria-label={t('common.main_tabs')}
      className={cx(
        'fixed inset-y-0 left-0 z-navbar hidden w-(--side) flex-col overflow-y-auto border-r border-line bg-bg no-scrollbar lg:flex',
        !isRail && 'px-3',
      )}
    >
      <Link
        to={toPage('pages/index/index')}
        tabIndex={-1}
        aria-hidden
        className={cx('flex h-(--bar) shrink-0 items-center', isRail ? 'justify-center' : 'px-2.5')}
      >
        {isRail ? <Bob size={22} /> : <Logo />}
      </Link>
      {list(main)}
      <Suspense>
        <SideProducts isRail={isRail} />
      </Suspense>
      <div className="mt-auto pt-4 pb-3">{list(last)}</div>
    </nav>
  )
}
