import { percent } from '#web/format/number.ts'
import { changeColours, changeFills, type Direction, directionOf } from './change-direction.ts'
import { cx } from './cx.ts'

/** What stands for a change that is not known yet. */
const UNKNOWN = '—'

/**
 * A change in percent: filled, arrow left, signed value right. Old prices, closed markets and a change that is
 * not known are grey.
 */
export function Pill({
  change,
  word,
  note,
  isStale,
}: {
  change: string | undefined
  /** Stands in place of the change. */
  word?: string | undefined
  /** Why it is grey, for who does not see that. */
  note?: string | undefined
  isStale?: boolean
}) {
  const direction = directionOf(change)
  const look =
    'figures flex min-h-7 w-20 shrink-0 big-auto items-center gap-0.5 rounded-6 px-1 text-13 font-semibold xs:w-21 xs:gap-1 xs:px-1.5'
  if (word !== undefined) return <span className={cx(look, 'justify-center bg-s2 text-t2')}>{word}</span>
  return (
    <span
      className={cx(
        look,
        'justify-between',
        isStale || note !== undefined ? 'bg-s2 text-t2' : changeFills[direction],
      )}
    >
      {note !== undefined && <span className="sr-only">{note}</span>}
      <Arrow direction={direction} />
      <span>{change === undefined ? UNKNOWN : percent(change)}</span>
    </span>
  )
}

/** The arrow beside every rise and fall, so that color is never alone. */
export function Arrow({ direction }: { direction: Direction }) {
  if (direction === 'flat') return <span aria-hidden className="w-2 shrink-0" />
  return (
    <svg aria-hidden viewBox="0 0 8 6" className="h-1.5 w-2 shrink-0 self-center fill-current">
      <path d={direction === 'up' ? 'M4 0l4 6H0z' : 'M4 6L0 0h8z'} />
    </svg>
  )
}

/** A change as coloured words, for headers: arrow, signed value; grey while the price is old. */
export function Change({
  change,
  text,
  isStale,
}: {
  change: string | undefined
  text?: string
  isStale?: boolean
}) {
  const direction = directionOf(change)
  return (
    <span
      className={cx(
        'figures inline-flex items-baseline gap-1.5',
        changeColours[isStale ? 'flat' : direction],
      )}
    >
      <Arrow direction={direction} />
      {change === undefined ? UNKNOWN : (text ?? percent(change))}
    </span>
  )
}
