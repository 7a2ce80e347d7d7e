import { cx } from './cx.ts'

/** A grey shape of the final height; it fades in only after 200 ms, so quick answers do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'block animate-[plumb-appear_120ms_200ms_backwards,plumb-pulse_1.6s_400ms_ease-in-out_infinite] rounded-6 bg-s2',
        className,
      )}
    />
  )
}

/** Rows of a list that is loading, with the height of the real ones. */
export function SkeletonRows({ count = 6, height = 60 }: { count?: number; height?: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={row} style={{ height }} className="gutter">
          <div className="hairline flex h-full items-center justify-between">
            <span className="flex flex-col gap-1.5">
              <Skeleton className="h-4 w-20" />
              <Skeleton className="h-3 w-12" />
            </span>
            <Skeleton className="h-6 w-32" />
          </div>
        </div>
      ))}
    </div>
  )
}
