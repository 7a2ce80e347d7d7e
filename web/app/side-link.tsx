import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { type PageRoute, toPage } from './page-list.ts'

/** Where a line of the side bar leads. */
export interface SideTarget {
  readonly route: PageRoute
  readonly icon: LucideIcon
}

/** A line of the side bar. */
export function SideLink({
  route,
  icon: Icon,
  label,
  isRail,
  isCurrent,
}: SideTarget & {
  label: string
  isRail: boolean
  isCurrent: boolean
}) {
  return (
    <Link
      to={toPage(route)}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'press flex rounded-8 hover:bg-s2 focus-visible:-outline-offset-2',
        isRail
          ? 'min-h-14 flex-col items-center justify-center gap-1 py-1.5 text-11'
          : 'min-h-10 items-center gap-3 px-2.5 text-15',
        isCurrent ? 'font-semibold text-chosen' : 'text-t2',
        isCurrent && !isRail && 'bg-s2',
      )}
    >
      <Icon aria-hidden size={isRail ? 22 : 20} strokeWidth={isCurrent ? 2 : 1.75} className="shrink-0" />
      <span className={isRail ? 'max-w-full text-center text-balance break-words' : 'min-w-0 truncate'}>
        {label}
      </span>
    </Link>
  )
}
