import { memo } from 'react'
import { cx } from './cx.ts'

const WIDTH = 56
const HEIGHT = 20

interface Drawing {
  /** The level it begins at. */
  readonly opening: string
  readonly line: string
}

/** The same line is drawn each time its row comes into sight. */
const drawings = new WeakMap<readonly number[], Drawing>()

function drawingOf(points: readonly number[]): Drawing {
  const known = drawings.get(points)
  if (known) return known
  const low = Math.min(...points)
  const span = Math.max(...points) - low || 1
  const x = (index: number) => ((index / (points.length - 1)) * WIDTH).toFixed(1)
  const y = (value: number) => (HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4)).toFixed(1)
  const drawing = {
    opening: `M0 ${y(points[0]!)}H${WIDTH}`,
    line: points.map((value, index) => `${x(index)},${y(value)}`).join(' '),
  }
  drawings.set(points, drawing)
  return drawing
}

/** A line of prices in 56 by 20, with the opening level dotted. Pixels only: its numbers are shown nowhere. */
export const Sparkline = memo(function Sparkline({
  points,
  direction,
  className,
}: {
  points: readonly number[]
  direction: 'up' | 'down' | 'flat'
  className?: string
}) {
  if (points.length < 2) return <span className={cx('h-5 w-14', className)} />
  const { opening, line } = drawingOf(points)
  const colour = { up: 'text-up', down: 'text-down', flat: 'text-t3' }[direction]
  return (
    <svg
      aria-hidden
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={cx('shrink-0 overflow-visible', className)}
    >
      <path d={opening} className="text-line2" stroke="currentColor" strokeDasharray="1 3" />
      <polyline
        className={colour}
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinejoin="round"
      />
    </svg>
  )
})
