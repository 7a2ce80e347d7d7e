import type { ButtonHTMLAttributes } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

/** `primary` once on a page; `buy` and `sell` follow the direction mode; `plain` for all others. */
export type ButtonKind = 'primary' | 'plain' | 'buy' | 'sell' | 'quiet'

const looks: Record<ButtonKind, string> = {
  primary: 'bg-lime text-ink',
  plain: 'bg-s2 text-t1',
  buy: 'bg-up text-ink',
  sell: 'bg-down text-ink',
  quiet: 'text-t2',
}

const base =
  'press inline-flex min-w-0 items-center justify-center gap-2 rounded-12 px-4 text-center text-15 font-semibold select-none disabled:cursor-default disabled:bg-s2 disabled:text-t3'

const sizes = { normal: 'min-h-12', small: 'min-h-11' }

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind
  size?: keyof typeof sizes
  isPending?: boolean
}

/** A button of 48 px, or 44 small. While pending it keeps its width and cannot be pressed again. */
export function Button({
  kind = 'plain',
  size = 'normal',
  isPending,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isPending}
      aria-busy={isPending || undefined}
      className={cx(base, sizes[size], looks[kind], className)}
    >
      {isPending ? (
        <span
          aria-hidden
          className="size-5 animate-[plumb-turn_0.8s_linear_infinite] rounded-full border-2 border-current border-t-transparent"
        />
      ) : null}
      {children}
    </button>
  )
}

/** A link that looks like a button: it goes somewhere, it does nothing else. */
export function ButtonLink({
  to,
  kind = 'plain',
  size = 'normal',
  className,
  children,
}: Pick<ButtonProps, 'kind' | 'size' | 'className' | 'children'> & { to: string }) {
  return (
    <Link to={to} className={cx(base, sizes[size], looks[kind], className)}>
      {children}
    </Link>
  )
}
