import { useEffect, useRef } from 'react'
import { grouped } from '#web/format/number.ts'
import { cx } from './cx.ts'

const FLASH_MS = 300
/** Prices are shown anew four times a second at most; one that always is would flicker, so its flash rests. */
const MAX_FLASHES_PER_SECOND = 3

/** A price that moves: tabular figures, and a short tint of its background when it changes. */
export function Price({
  value,
  className,
  isStale,
}: {
  value: string | undefined
  className?: string
  isStale?: boolean
}) {
  const cell = useRef<HTMLSpanElement>(null)
  const before = useRef(value)
  const recent = useRef<number[]>([])

  // An attribute, set and taken away: two repaints, where an animated background costs one every frame.
  useEffect(() => {
    const previous = before.current
    before.current = value
    const element = cell.current
    if (!element || previous === undefined || value === undefined || previous === value) return
    if (isRestless(recent.current, performance.now())) return
    element.dataset.flash = isHigher(value, previous) ? 'up' : 'down'
    const timer = setTimeout(() => delete element.dataset.flash, FLASH_MS)
    return () => {
      clearTimeout(timer)
      delete element.dataset.flash
    }
  }, [value])

  return (
    <span
      ref={cell}
      className={cx('flash figures -mx-1 rounded-4 px-1', isStale ? 'text-t3' : 'text-t1', className)}
    >
      {value === undefined ? '—' : grouped(value)}
    </span>
  )
}

/** Whether one decimal string is above another of the same instrument, which has as many decimals. */
function isHigher(value: string, previous: string): boolean {
  return value.length === previous.length ? value > previous : value.length > previous.length
}

/** Keeps the times of the last second and says whether there are more than a calm eye likes. */
function isRestless(times: number[], nowMs: number): boolean {
  times.push(nowMs)
  while (times.length > 0 && times[0]! < nowMs - 1_000) times.shift()
  return times.length > MAX_FLASHES_PER_SECOND
}
