import { formatPrice, type Instrument } from '#domain/market/instrument.ts'
import { price } from '#domain/money/amount.ts'
import type { ReplayMinute, ReplayPosition } from '#domain/practice/day-replay.ts'
import { grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'

const SHOWN = 90
const [WIDTH, HEIGHT] = [360, 180]

/** The minutes so far as candles, the newest at the right, with the entries of what is open. Ticks in, pixels out. */
export function ReplayChart({
  instrument,
  minutes,
  open,
}: {
  instrument: Instrument
  minutes: readonly ReplayMinute[]
  open: readonly ReplayPosition[]
}) {
  const { t } = useTexts()
  const shown = minutes.slice(-SHOWN)
  const levels = open.map(({ entryPrice }) => entryPrice)
  const low = Math.min(...shown.map((each) => each.low), ...levels)
  const high = Math.max(...shown.map((each) => each.high), ...levels)
  const span = high - low || 1
  const y = (ticks: number) => 6 + ((high - ticks) / span) * (HEIGHT - 12)
  const step = WIDTH / SHOWN
  const text = (ticks: number) => grouped(formatPrice(instrument, price(BigInt(ticks))))
  return (
    <figure className="py-2">
      <svg
        role="img"
        aria-label={t('practice_pages.replay_chart', { low: text(low), high: text(high) })}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-44 w-full"
      >
        {shown.map((minute, n) => {
          const x = (n + 0.5) * step
          const top = y(Math.max(minute.open, minute.close))
          const bottom = y(Math.min(minute.open, minute.close))
          return (
            <g key={minute.openAtMs} className={minute.close >= minute.open ? 'text-up' : 'text-down'}>
              <path d={`M${x} ${y(minute.high)}V${y(minute.low)}`} stroke="currentColor" strokeWidth="0.7" />
              <rect
                x={x - step * 0.35}
                y={top}
                width={step * 0.7}
                height={Math.max(0.8, bottom - top)}
                fill="currentColor"
              />
            </g>
          )
        })}
        {open.map(({ id, entryPrice }) => (
          <path
            key={id}
            d={`M0 ${y(entryPrice)}H${WIDTH}`}
            className="text-gold"
            stroke="currentColor"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <figcaption className="figures flex justify-between text-12 text-t3">
        <span>{text(low)}</span>
        <span>{text(high)}</span>
      </figcaption>
    </figure>
  )
}
