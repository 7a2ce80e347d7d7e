import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

export interface ListRowProps {
  title: ReactNode
  /** A quiet second line, of several where it is long: all of it can be read. */
  note?: ReactNode
  start?: ReactNode
  value?: ReactNode
  valueNote?: ReactNode
  /** Goes there when tapped. */
  to?: string
  onClick?: () => void
  height?: 'list' | 'account'
}

/** A row: name and quiet line at the left, value at the right, hairline from the text to the edge. The whole row is one target. */
export function ListRow({
  title,
  note,
  start,
  value,
  valueNote,
  to,
  onClick,
  height = 'list',
}: ListRowProps) {
  const inner = (
    <>
      {start && <span className="shrink-0">{start}</span>}
      <span className="hairline flex min-h-[inherit] min-w-0 flex-1 items-center gap-3 py-2">
        <span className="min-w-0 flex-1 text-left">
          <span className="block text-15 text-t1">{title}</span>
          {note && <span className="block text-12 break-words text-t3">{note}</span>}
        </span>
        {(value !== undefined || valueNote !== undefined) && (
          <span className="figures shrink-0 text-right">
            <span className="block text-15 font-semibold text-t1">{value}</span>
            {valueNote && <span className="block text-12 text-t2">{valueNote}</span>}
          </span>
        )}
        {(to || onClick) && <ChevronRight aria-hidden size={16} className="shrink-0 text-t3" />}
      </span>
    </>
  )
  const look = cx('flex w-full items-center gap-3 gutter', height === 'list' ? 'min-h-15' : 'min-h-14')
  if (to) {
    return (
      <Link to={to} className={cx(look, 'press focus-visible:-outline-offset-2')}>
        {inner}
      </Link>
    )
  }
  if (onClick) {
    return (
      <button type="button" onClick={onClick} className={cx(look, 'press focus-visible:-outline-offset-2')}>
        {inner}
      </button>
    )
  }
  return <div className={look}>{inner}</div>
}
