import { cx } from './cx.ts'

/**
 * What a plumb line says, one meaning each: `recorded` and checkable; `pending`, not fixed yet; `live` or
 * in your hand; `empty`, nothing here yet; `broken`, a proof failed. Not used for decoration.
 */
export type PlumbMeaning = 'recorded' | 'pending' | 'live' | 'empty' | 'broken'

const colours: Record<PlumbMeaning, string> = {
  recorded: 'text-gold',
  pending: 'text-gold',
  live: 'text-t1',
  empty: 'text-grab',
  broken: 'text-danger',
}

const isHollow = (meaning: PlumbMeaning) => meaning === 'pending' || meaning === 'empty'

/** The cord from the edge above down to its bob. */
export function PlumbLine({
  meaning,
  length,
  size = 22,
}: {
  meaning: PlumbMeaning
  length: number
  size?: number
}) {
  const tall = size * 1.75
  return (
    <svg
      aria-hidden
      width={size}
      height={length}
      viewBox={`0 0 ${size} ${length}`}
      className={cx(
        'overflow-visible',
        colours[meaning],
        meaning === 'broken' && 'origin-top animate-[plumb-swing_400ms_ease-out_forwards]',
      )}
    >
      <path
        d={`M${size / 2} 0V${length - tall}`}
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray={meaning === 'pending' ? '3 3' : undefined}
      />
      <path
        transform={`translate(0 ${length - tall})`}
        d={`M${size / 2} 0L${size} ${tall * 0.29}L${size / 2} ${tall}L0 ${tall * 0.29}Z`}
        fill={isHollow(meaning) ? 'none' : 'currentColor'}
        stroke="currentColor"
        strokeWidth="1.5"
        className={meaning === 'empty' ? 'text-t3' : undefined}
      />
    </svg>
  )
}

/** The small mark beside words: a short cord with its bob. */
export function Bob({
  meaning = 'recorded',
  size = 14,
  className,
}: {
  meaning?: PlumbMeaning
  size?: number
  className?: string
}) {
  return (
    <svg
      aria-hidden
      width={size * 0.6}
      height={size}
      viewBox="0 0 12 20"
      className={cx('shrink-0', colours[meaning], meaning === 'broken' && 'rotate-[17deg]', className)}
    >
      <path
        d="M6 0v9"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeDasharray={meaning === 'pending' ? '2 1.5' : undefined}
      />
      <path
        d="M6 8l5 4.5L6 19 1 12.5z"
        fill={isHollow(meaning) ? 'none' : 'currentColor'}
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
    </svg>
  )
}
