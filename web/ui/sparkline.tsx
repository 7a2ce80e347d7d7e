import { memo } from 'react'
import { cx } from './cx.ts'

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
  const width = 56
  const height = 20
  if (points.length < 2) return <span className={cx('h-5 w-14', className)} />
  const low = Math.min(...points)
  const span = Math.max(...points) - low || 1
  const x = (index: number) => ((index / (points.length - 1)) * width).toFixed(1)
  const y = (value: number) => (height - 2 - ((value - low) / span) * (height - 4)).toFixed(1)
  const colour = { up: 'text-up', down: 'text-down', flat: 'text-t3' }[direction]
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={cx('shrink-0 overflow-visible', className)}
    >
      <path
        d={`M0 ${y(points[0]!)}H${width}`}
        className="text-line2"
        stroke="currentColor"
        strokeDasharray="1 3"
      />
      <polyline
        className={colour}
        points={points.map((value, index) => `${x(index)},${y(value)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinejoin="round"
      />
    </svg>
  )
})
