import { useTexts } from '#web/texts/texts.ts'
import type { RedemptionCurve } from './projection.ts'

const HEIGHT = 172
const TOP = 28
const BOTTOM = 24
/** Up to which percentage of the width the break-even day stands beside what was deposited, not over its mark. */
const BESIDE_UP_TO = 60

/**
 * What redeeming gives on each day, drawn to scale, with a line in the hand that chooses the day: touch,
 * mouse and arrow keys move it.
 */
export function RedemptionChart({
  curve,
  breakEvenDay,
  day,
  onDay,
  labels,
}: {
  curve: RedemptionCurve
  breakEvenDay: number | undefined
  day: number
  onDay(day: number): void
  labels: { principal: string; atMaturity: string; even: string | undefined; day: string; spoken: string }
}) {
  const { t } = useTexts()
  const x = (of: number) => (of / curve.days.length) * 100
  const y = (height: number) => TOP + (1 - height) * (HEIGHT - TOP - BOTTOM)
  const last = curve.days.length - 1
  const line = curve.days.map((height, at) => `${x(at)},${y(height)}`).join(' ')
  const chosenY = y(curve.days[day]!)
  const evenAt = breakEvenDay === undefined ? undefined : x(breakEvenDay)
  const isEvenBeside = evenAt !== undefined && evenAt < BESIDE_UP_TO
  return (
    <div className="relative" style={{ height: HEIGHT + 44 }}>
      <svg
        aria-hidden
        className="absolute inset-x-0 top-0 w-full overflow-visible"
        style={{ height: HEIGHT }}
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        fill="none"
      >
        <g vectorEffect="non-scaling-stroke" strokeWidth="1">
          <path
            d={`M0 ${y(curve.principal)}H100`}
            className="text-line2"
            stroke="currentColor"
            strokeDasharray="2 4"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={`M0 ${HEIGHT}H100`}
            className="text-line2"
            stroke="currentColor"
            vectorEffect="non-scaling-stroke"
          />
        </g>
        <polyline
          points={`${line} 100,${y(curve.days[last]!)}`}
          className="text-t2"
          stroke="currentColor"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M100 ${y(curve.days[last]!)}V${y(curve.maturity)}`}
          className="text-gold"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
        {breakEvenDay !== undefined && breakEvenDay > 0 && (
          <path
            d={`M${x(breakEvenDay)} ${y(curve.principal) - 5}v10`}
            className="text-t2"
            stroke="currentColor"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        )}
        <path
          d={`M${x(day)} ${chosenY}V${HEIGHT}`}
          className="text-t1"
          stroke="currentColor"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <Dot className="bg-gold" left={100} top={y(curve.maturity)} />
      <Dot className="bg-t1" left={x(day)} top={chosenY} />
      <svg
        aria-hidden
        width="14"
        height="20"
        viewBox="0 0 14 20"
        className="absolute -translate-x-1/2 fill-t1"
        style={{ left: `${x(day)}%`, top: HEIGHT - 7 }}
      >
        <path d="M7 0l6.5 5.5L7 20 .5 5.5z" />
      </svg>
      <span
        className="figures absolute right-4 text-12 font-semibold text-gold"
        style={{ top: y(curve.maturity) - 8 }}
      >
        {labels.atMaturity}
      </span>
      <span
        className="figures pointer-events-none absolute inset-x-0 flex gap-2 text-12 whitespace-nowrap text-t2"
        style={{ top: y(curve.principal) - 20 }}
      >
        <span style={{ minWidth: isEvenBeside ? `${evenAt}%` : undefined }}>{labels.principal}</span>
        {isEvenBeside && <span>{labels.even}</span>}
      </span>
      {labels.even && evenAt !== undefined && !isEvenBeside && (
        <Pinned left={evenAt} top={y(curve.principal) - 20} className="text-12 text-t2" half={60}>
          {labels.even}
        </Pinned>
      )}
      <Pinned left={x(day)} top={HEIGHT + 16} className="text-12 font-semibold text-t1" half={60}>
        {labels.day}
      </Pinned>
      <input
        type="range"
        aria-label={t('earn_pages.choose_day')}
        aria-valuetext={labels.spoken}
        min={0}
        max={last}
        value={day}
        onChange={(event) => onDay(Number(event.target.value))}
        className="peer absolute inset-0 h-full w-full cursor-ew-resize opacity-0"
        style={{ touchAction: 'pan-y' }}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute -inset-2 rounded-8 peer-focus-visible:outline-2 peer-focus-visible:outline-white"
      />
    </div>
  )
}

function Dot({ left, top, className }: { left: number; top: number; className: string }) {
  return (
    <span
      aria-hidden
      className={`absolute size-2.5 -translate-1/2 rounded-full [box-shadow:0_0_0_2px_var(--color-bg)] ${className}`}
      style={{ left: `${left}%`, top }}
    />
  )
}

/** Words centred under a point, kept inside the picture: `half` is half of what they may take. */
function Pinned({
  left,
  top,
  half,
  className,
  children,
}: {
  left: number
  top: number
  half: number
  className: string
  children: string
}) {
  return (
    <span
      className={`figures absolute -translate-x-1/2 text-center whitespace-nowrap ${className}`}
      style={{ left: `clamp(${half}px, ${left}%, calc(100% - ${half}px))`, top }}
    >
      {children}
    </span>
  )
}
