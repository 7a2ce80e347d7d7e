import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

const look = 'press inline-flex size-11 shrink-0 items-center justify-center rounded-12 text-t1'

/** An icon alone in a 44 px target; `label` is its name for those who do not see it. */
export function IconButton({
  icon: Icon,
  label,
  className,
  ...rest
}: { icon: LucideIcon; label: string } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>) {
  return (
    <button type="button" aria-label={label} {...rest} className={cx(look, className)}>
      <Icon aria-hidden size={20} strokeWidth={1.75} />
    </button>
  )
}

/** The same as a link; a dot says that something new is there, which `label` says in words. */
export function IconLink({
  icon: Icon,
  label,
  to,
  hasDot = false,
}: {
  icon: LucideIcon
  label: string
  to: string
  hasDot?: boolean
}) {
  return (
    <Link to={to} aria-label={label} className={cx(look, 'relative')}>
      <Icon aria-hidden size={20} strokeWidth={1.75} />
      {hasDot && (
        <span
          aria-hidden
          data-unread
          className="absolute top-2.5 right-2.5 size-2 rounded-full border-2 border-bg bg-t1 box-content"
        />
      )}
    </Link>
  )
}
