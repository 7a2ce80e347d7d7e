import { formatAmount } from '#domain/money/read-amount.ts'
import { amount, fixed, grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { breakEvenOf, type Payoff, pictureRange, pointAt } from './payoff.ts'

const HEIGHT = 168
const TOP = 26
const BOTTOM = 20
/** Closer than this part of the width, two labels of the axis stand one under the other. */
const LABELS_APART = 30
/** Up to which percentage of the width the break-even price stands right of its mark, under the dotted line. */
const BESIDE_UP_TO = 50
const STEPS = 200

/**
 * What an order is worth by the settlement price, drawn to scale, with a line in the hand that chooses the price: touch,
 * mouse and arrow keys move it. Dotted is what was put in, without the investment.
 */
export function PayoffChart({
  payoff,
  now,
  price,
  onPrice,
}: {
  payoff: Payoff
  /** In ticks; undefined while it is not known. */
  now: number | undefined
  price: number
  onPrice(price: number): void
}) {
  const { t } = useTexts()
  const { terms, instrument } = payoff
  const { low, high } = pictureRange(payoff, now)
  const at = (ticks: number) => pointAt(payoff, ticks)
  const ends = [at(low), at(terms.strike), at(high)] as const
  const values = ends.flatMap(({ worth, held }) => [worth, held]).map(Number)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (ticks: number) => ((ticks - low) / (high - low)) * 100
  const y = (value: bigint) =>
    TOP + (1 - (Number(value) - least) / (most - least || 1)) * (HEIGHT - TOP - BOTTOM)
  const chosen = at(Math.min(high, Math.max(low, price)))
  const even = breakEvenOf(payoff)
  const line = (points: readonly (readonly [number, bigint])[]) =>
    points.map(([ticks, value]) => `${x(ticks)},${y(value)}`).join(' ')
  const strikeText = grouped(at(terms.strike).priceText)
  const isNowApart = now !== undefined && Math.abs(x(now) - x(terms.strike)) >= LABELS_APART
  const spoken = t('dual_pages.spoken', {
    price: grouped(chosen.priceText),
    ...{ paid: amount(chosen.paid), currency: chosen.currency },
    ...{ worth: grouped(fixed(formatAmount(chosen.worth, instrument.quote), 2)), quote: instrument.quote },
  })
  return (
    <div className="relative" style={{ height: HEIGHT + 64 }}>
      <svg
        aria-hidden
        className="absolute inset-x-0 top-0 w-full overflow-visible"
        style={{ height: HEIGHT }}
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        fill="none"
        stroke="currentColor"
      >
        <Line className="text-line2" points={`0,${HEIGHT} 100,${HEIGHT}`} />
        <Line
          className="text-t3"
          points={line(ends.map((point) => [point.price, point.held]))}
          dashes="2 4"
        />
        <Line
          className="text-line2"
          points={`${x(terms.strike)},${y(ends[1].worth)} ${x(terms.strike)},${HEIGHT}`}
          dashes="3 3"
        />
        <Line
          className="text-t2"
          points={line([
            [low, ends[0].worth],
            [terms.strike, ends[1].worth],
          ])}
          width={2}
        />
        <Line
          className="text-gold"
          points={line([
            [terms.strike, ends[1].worth],
            [high, ends[2].worth],
          ])}
          width={2.5}
        />
        {even && (
          <Line
            className="text-t1"
            points={`${x(even.price)},${y(at(even.price).worth) - 5} ${x(even.price)},${y(at(even.price).worth) + 5}`}
            width={1.5}
          />
        )}
        {now !== undefined && (
          <Line className="text-up" points={`${x(now)},${HEIGHT - 5} ${x(now)},${HEIGHT + 5}`} width={2} />
        )}
        <Line
          className="text-t1"
          points={`${x(chosen.price)},${y(chosen.worth)} ${x(chosen.price)},${HEIGHT}`}
          width={1.5}
        />
      </svg>
      <span
        aria-hidden
        className="absolute size-2.5 -translate-1/2 rounded-full bg-t1 [box-shadow:0_0_0_2px_var(--color-bg)]"
        style={{ left: `${x(chosen.price)}%`, top: y(chosen.worth) }}
      />
      <svg
        aria-hidden
        width="14"
        height="20"
        viewBox="0 0 14 20"
        className="absolute -translate-x-1/2 fill-t1"
        style={{ left: `${x(chosen.price)}%`, top: HEIGHT - 9 }}
      >
        <path d="M7 0l6.5 5.5L7 20 .5 5.5z" />
      </svg>
      <span
        className="figures absolute right-0 text-right text-12 font-semibold text-gold"
        style={
          terms.type === 'put'
            ? { top: y(ends[2].worth) - 20 }
            : { top: y(ends[2].worth) + 6, maxWidth: `${100 - x(terms.strike)}%` }
        }
      >
        {t('dual_pages.flat', { amount: amount(payoff.shown.above) })}
      </span>
      {even && (
        <span
          className="figures absolute text-12 whitespace-nowrap text-t2"
          style={
            x(even.price) > BESIDE_UP_TO
              ? { right: `calc(${100 - x(even.price)}% + 8px)`, top: y(at(even.price).worth) - 22 }
              : { left: `calc(${x(even.price)}% + 8px)`, top: y(at(even.price).worth) + 6 }
          }
        >
          {t('dual_pages.break_even', { price: grouped(even.text) })}
        </span>
      )}
      <Label left={x(chosen.price)} top={HEIGHT + 12} className="text-13 font-semibold text-t1">
        {grouped(chosen.priceText)}
      </Label>
      <Label left={x(terms.strike)} top={HEIGHT + 30} className="text-12 text-t1">
        {t('dual_pages.strike', { price: strikeText })}
      </Label>
      {now !== undefined && (
        <Label left={x(now)} top={HEIGHT + (isNowApart ? 30 : 46)} className="text-12 text-up">
          {t('dual_pages.now', { price: grouped(at(now).priceText) })}
        </Label>
      )}
      <input
        type="range"
        aria-label={t('dual_pages.choose_price')}
        aria-valuetext={spoken}
        min={low}
        max={high}
        step={Math.max(1, Math.round((high - low) / STEPS))}
        value={chosen.price}
        onChange={(event) => onPrice(Number(event.target.value))}
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

function Line({
  points,
  className,
  width = 1,
  dashes,
}: {
  points: string
  className: string
  width?: number
  dashes?: string
}) {
  return (
    <polyline
      points={points}
      className={className}
      strokeWidth={width}
      vectorEffect="non-scaling-stroke"
      {...(dashes && { strokeDasharray: dashes })}
    />
  )
}

/** Words centred under a point, kept inside the picture. */
function Label({
  left,
  top,
  className,
  children,
}: {
  left: number
  top: number
  className: string
  children: string
}) {
  return (
    <span
      aria-hidden
      className={`figures absolute -translate-x-1/2 text-center whitespace-nowrap ${className}`}
      style={{ left: `clamp(52px, ${left}%, calc(100% - 52px))`, top }}
    >
      {children}
    </span>
  )
}
