import { cx } from '#web/ui/cx.ts'

/** A share from 0 to 1 as a thin bar; what it is of stands beside it in words. */
export const Bar = ({ share, isWrong = false }: { share: number; isWrong?: boolean }) => (
  <span aria-hidden className="block h-[3px] w-full rounded-full bg-s3">
    <span
      className={cx('block h-full rounded-full', isWrong ? 'bg-danger' : 'bg-t1')}
      style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%` }}
    />
  </span>
)

/** A bar with its figure beside it, for a column of a table. */
export const BarFigure = ({
  share,
  isWrong = false,
  children,
}: {
  share: number
  isWrong?: boolean
  children: string
}) => (
  <span className="flex items-center gap-3 @min-[600px]:justify-end">
    <span className="w-20 shrink-0">
      <Bar share={share} isWrong={isWrong} />
    </span>
    <strong
      className={cx('figures min-w-16 whitespace-nowrap @min-[600px]:text-right', isWrong && 'text-danger')}
    >
      {children}
    </strong>
  </span>
)
