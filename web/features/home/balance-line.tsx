import type { PnlView } from '#domain/wallet/contract.ts'
import { useClient } from '#web/app/client-state.ts'
import { useFiat } from '#web/features/money/use-fiat.ts'
import { isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { Bob } from '#web/ui/plumb-line.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { momentName, startText } from './pnl-words.ts'

/** Of the height, for the line; the cord hangs below it. */
const LINE = 78

/**
 * What everything was worth over a range, as a white line that ends in its plumb line: the cord hangs from what there is
 * now, which is recorded. Always as high, so that nothing moves when it comes. Pixels: its numbers are shown nowhere else.
 */
export function BalanceLine({ pnl, className }: { pnl: PnlView | undefined; className?: string }) {
  const { t, locale } = useTexts()
  const fiat = useFiat()
  const isHidden = useClient((state) => state.hidesBalance)
  if (!pnl)
    return (
      <div className={cx('gutter', className)}>
        <Skeleton className="h-full w-full" />
      </div>
    )
  const points = drawnPoints(pnl)
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const fromMs = points[0]!.atMs
  const x = (atMs: number) => (((atMs - fromMs) / (pnl.atMs - fromMs || 1)) * 100).toFixed(2)
  const y = (value: number) =>
    (high === low ? LINE / 2 : 4 + ((high - value) / (high - low)) * (LINE - 4)).toFixed(2)
  const isEmpty = pnl.entryCount === 0
  const first = values[0]!
  const start = pnl.startUsd === null ? undefined : fiat.write(pnl.startUsd)
  const top = y(values.at(-1)!)
  return (
    <div
      role="img"
      aria-label={t('home.line_label', {
        from: momentName(pnl, locale),
        start: start ?? '—',
        now: fiat.write(pnl.totalUsd),
        currency: fiat.code,
      })}
      className={cx('gutter', className)}
    >
      <div className="relative mr-2 h-full">
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          <path
            d={`M0 ${y(first)}H100`}
            className="text-line2"
            stroke="currentColor"
            strokeDasharray="1 4"
            vectorEffect="non-scaling-stroke"
          />
          {!isEmpty && (
            <polyline
              points={points.map(({ atMs, value }) => `${x(atMs)},${y(value)}`).join(' ')}
              className="text-t1"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        <span
          aria-hidden
          style={{ top: `${top}%` }}
          className={cx('absolute -right-px bottom-3 w-[1.5px]', isEmpty ? 'bg-grab' : 'bg-gold')}
        />
        <Bob
          meaning={isEmpty ? 'empty' : 'recorded'}
          size={22}
          className="absolute right-0 bottom-0 translate-x-1/2"
        />
        {!isEmpty && (
          <span
            aria-hidden
            style={{ top: `${top}%` }}
            className="absolute right-0 size-2 translate-x-1/2 -translate-y-1/2 rounded-full bg-t1"
          />
        )}
        {start !== undefined && !isZero(pnl.startUsd!) && !isHidden && (
          <p className="figures absolute bottom-0 left-0 bg-bg pr-2 text-11 text-t3">
            {startText(pnl, start, t, locale)}
          </p>
        )}
      </div>
    </div>
  )
}

/**
 * The points as pixels will need them, from the first that is more than nothing: a customer's first day begins with their
 * first money, not with a cliff. At least two, so that there is a line.
 */
function drawnPoints({ points, atMs, fromMs }: PnlView): readonly { atMs: number; value: number }[] {
  const drawn = points
    .slice(
      Math.max(
        0,
        points.findIndex(({ valueUsd }) => !isZero(valueUsd)),
      ),
    )
    .map((point) => ({ atMs: point.atMs, value: Number(point.valueUsd) }))
  const { value } = drawn[0] ?? { value: 0 }
  return drawn.length > 1
    ? drawn
    : [
        { atMs: fromMs, value },
        { atMs, value },
      ]
}
