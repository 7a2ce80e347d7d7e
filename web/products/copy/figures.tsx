import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

interface FigureProps {
  name: ReactNode
  value: ReactNode
  note?: ReactNode
  size?: 'small' | 'large'
  className?: string
}

/** One figure with its name over it, for rows of equals. */
export function Figure({ name, value, note, size = 'small', className }: FigureProps) {
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="text-12 text-t2">{name}</dt>
      <dd className={cx('figures font-semibold', size === 'large' ? 'text-20' : 'text-15')}>{value}</dd>
      {note && <dd className="figures text-12 text-t3">{note}</dd>}
    </div>
  )
}

/** Figures beside each other, all of one size: none is made more of than another. */
export const Figures = ({ columns, children }: { columns: 2 | 3; children: ReactNode }) => (
  <dl
    className={cx(
      'grid gap-x-3 gap-y-3',
      columns === 2 ? 'grid-cols-2' : 'grid-cols-3',
      columns === 2 ? '[&>div:nth-child(2n)]:text-right' : '[&>div:nth-child(3n)]:text-right',
    )}
  >
    {children}
  </dl>
)
