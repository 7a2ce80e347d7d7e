import type { ReactNode } from 'react'

const SIZE = 112
const RADIUS = 52
const ROUND = 2 * Math.PI * RADIUS

/** A ring that empties as a time passes, with the time left in it. `share` is what is left, from 0 to 1. */
export function CountdownRing({
  share,
  label,
  children,
}: {
  share: number
  label: string
  children: ReactNode
}) {
  return (
    <div role="timer" aria-label={label} className="relative mx-auto size-28">
      <svg aria-hidden viewBox={`0 0 ${SIZE} ${SIZE}`} className="size-full -rotate-90">
        <circle cx="56" cy="56" r={RADIUS} fill="none" strokeWidth="4" className="stroke-s3" />
        <circle
          cx="56"
          cy="56"
          r={RADIUS}
          fill="none"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - share)}
          className="stroke-t1 transition-[stroke-dashoffset] duration-200 ease-linear motion-reduce:transition-none"
        />
      </svg>
      <div className="absolute inset-0 flex flex-col items-center justify-center text-center">{children}</div>
    </div>
  )
}
