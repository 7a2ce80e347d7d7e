import { cx } from '#web/ui/cx.ts'

/** What can be marked on a ruler. */
export interface RulerMarks {
  readonly liquidation?: string | null | undefined
  readonly stopLoss?: string | null | undefined
  readonly entry: string
  readonly takeProfit?: string | null | undefined
  /** Where the price is now: the line is colored from the entry to it. */
  readonly mark?: string | undefined
}

/**
 * The prices of a position to scale, lowest at the left: liquidation, stop, entry, target and, once it is open, the
 * mark price. Before that the entry is not fixed yet, and the line is colored from it to both prices. For the eye alone:
 * the figures stand below it.
 */
export function PriceRuler({ marks, isLong }: { marks: RulerMarks; isLong: boolean }) {
  const { liquidation, stopLoss, entry, takeProfit, mark } = marks
  const all = [liquidation, stopLoss, entry, takeProfit, mark].flatMap((price) =>
    price ? [Number(price)] : [],
  )
  // Pixels only: where each stands between the lowest and the highest, with a little room at both ends.
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const room = (high - low) * 0.02 || high * 0.001
  const at = (price: string) => ((Number(price) - low + room) / (high - low + 2 * room)) * 100
  const span = (from: string, to: string, isGain: boolean) => {
    const [a, b] = [at(from), at(to)].toSorted((one, other) => one - other)
    return (
      <span
        key={to}
        className={cx('absolute top-[21px] h-[3px]', isGain ? 'bg-up' : 'bg-down')}
        style={{ left: `${a}%`, width: `${b! - a!}%` }}
      />
    )
  }
  const isGain =
    mark !== undefined && (isLong ? Number(mark) >= Number(entry) : Number(mark) <= Number(entry))
  return (
    <div aria-hidden className="relative h-9">
      <span className="absolute inset-x-0 top-[21px] h-[3px] bg-s3" />
      {mark ? (
        span(entry, mark, isGain)
      ) : (
        <>
          {takeProfit && span(entry, takeProfit, true)}
          {stopLoss && span(entry, stopLoss, false)}
        </>
      )}
      {liquidation && <Notch left={at(liquidation)} className="h-5 w-[3px] bg-danger" />}
      {stopLoss && <Notch left={at(stopLoss)} className="h-4 w-0.5 bg-t2" />}
      {takeProfit && <Notch left={at(takeProfit)} className="h-4 w-0.5 bg-t2" />}
      {mark ? (
        <>
          <Notch left={at(entry)} className="h-4 w-0.5 bg-t1" />
          <Bead left={at(mark)} isHollow={false} />
        </>
      ) : (
        <Bead left={at(entry)} isHollow />
      )}
    </div>
  )
}

const Notch = ({ left, className }: { left: number; className: string }) => (
  <span
    className={cx('absolute top-[22.5px] -translate-1/2 rounded-full', className)}
    style={{ left: `${left}%` }}
  />
)

/** A cord with its bob: white at the price as it is now, dashed and hollow where it is not fixed yet. */
const Bead = ({ left, isHollow }: { left: number; isHollow: boolean }) => (
  <svg
    aria-hidden
    viewBox="0 0 12 32"
    width="12"
    height="32"
    className={cx('absolute top-0 -translate-x-1/2', isHollow ? 'text-gold' : 'text-t1')}
    style={{ left: `${left}%` }}
  >
    <path
      d="M6 0v16"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray={isHollow ? '3 3' : undefined}
    />
    <path
      d="M6 16l5 6-5 8-5-8z"
      fill={isHollow ? 'var(--color-bg)' : 'currentColor'}
      stroke="currentColor"
      strokeWidth="1.5"
    />
  </svg>
)
