import type { RelationView } from '#domain/copy/contract.ts'
import { cx } from '#web/ui/cx.ts'

/**
 * A relation's result to scale: the loss at which it ends, where it began, what it comes to now and the highest that was
 * shared. For the eye alone: the figures stand below it.
 */
export function RelationRuler({ relation }: { relation: RelationView }) {
  const { stopLoss, profit, highWaterMark } = relation
  // Pixels only.
  const [stop, now, high] = [
    stopLoss === null ? undefined : -Number(stopLoss),
    profit === null ? undefined : Number(profit),
    Number(highWaterMark),
  ]
  const all = [0, high, ...[stop, now].filter((one) => one !== undefined)]
  const [low, top] = [Math.min(...all), Math.max(...all)]
  const room = (top - low) * 0.02 || 1
  const at = (value: number) => ((value - low + room) / (top - low + 2 * room)) * 100
  const notch = (value: number, look: string) => (
    <span
      className={cx('absolute top-[22.5px] -translate-1/2 rounded-full', look)}
      style={{ left: `${at(value)}%` }}
    />
  )
  const [from, to] = [0, now ?? 0].toSorted((one, other) => one - other)
  return (
    <div aria-hidden className="relative h-9">
      <span className="absolute inset-x-0 top-[21px] h-[3px] bg-s3" />
      <span
        className={cx('absolute top-[21px] h-[3px]', (now ?? 0) < 0 ? 'bg-down' : 'bg-up')}
        style={{ left: `${at(from!)}%`, width: `${at(to!) - at(from!)}%` }}
      />
      {stop !== undefined && notch(stop, 'h-5 w-[3px] bg-danger')}
      {high > 0 && notch(high, 'h-4 w-0.5 bg-t2')}
      {notch(0, 'h-4 w-0.5 bg-t1')}
      {now !== undefined && (
        <svg
          aria-hidden
          viewBox="0 0 12 32"
          width="12"
          height="32"
          className="absolute top-0 -translate-x-1/2 text-t1"
          style={{ left: `${at(now)}%` }}
        >
          <path d="M6 0v16" stroke="currentColor" strokeWidth="1.5" />
          <path d="M6 16l5 6-5 8-5-8z" fill="currentColor" />
        </svg>
      )}
    </div>
  )
}
