import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Part, partColours } from '#web/features/money/composition.ts'
import { cx } from '#web/ui/cx.ts'

/** One part of the wallet: its color in the bar, its name, its value; `extra` may be tapped by itself. */
export function WalletRow({
  part,
  name,
  note,
  value,
  extra,
  to,
}: {
  part: Part
  name: string
  note: string
  value: ReactNode
  extra: ReactNode
  to: string
}) {
  return (
    <div className="relative flex min-h-14 items-center gap-3 gutter py-2 big-wrap">
      <span aria-hidden className={cx('size-2 shrink-0 rounded-[2px]', partColours[part])} />
      <Link
        to={to}
        className="big-whole press min-w-0 flex-1 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-white"
      >
        <span className="block text-15 font-semibold">{name}</span>
        <span className="block text-12 text-t3">{note}</span>
      </Link>
      <div className="figures shrink-0 text-right">
        <p className="text-15 font-semibold">{value}</p>
        <div className="text-12 text-t2">{extra}</div>
      </div>
      <ChevronRight aria-hidden size={16} className="shrink-0 text-t3" />
    </div>
  )
}

/** "600.00 USDT held", which says why when tapped. It lies above the row's own link. */
export function HeldButton({ children, onClick }: { children: ReactNode; onClick(): void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="target press z-1 underline decoration-line2 underline-offset-2"
    >
      {children}
    </button>
  )
}
