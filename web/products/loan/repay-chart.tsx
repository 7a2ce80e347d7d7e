import type { Debt } from '#domain/loan/rules.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { onDay, stepsOf, termFigures } from './draft.ts'

const HEIGHT = 132
const TOP = 22
const BOTTOM = 14

/**
 * What is owed over the term, a step a day, with a line in the hand that chooses the day of repayment: touch, mouse and arrow
 * keys move it. The block at the left are the hours that cost nothing.
 */
export function RepayChart({
  debt,
  currency,
  day,
  onDay: choose,
}: {
  debt: Debt
  currency: string
  day: number
  onDay(day: number): void
}) {
  const { t } = useTexts()
  const x = (days: number) => (days / debt.days) * 100
  const y = (share: number) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)
  const steps = stepsOf(debt)
  const points = steps
    .map(({ day: end, share }) => `${x(end - 1)},${y(share)} ${x(end)},${y(share)}`)
    .join(' ')
  const { total, saved } = onDay(debt, day)
  const chosen = steps[day - 1]!
  const spoken = t('loan_pages.spoken', { day, total: amount(total), saved: amount(saved), currency })
  return (
    <div className="relative" style={{ height: HEIGHT + 40 }}>
      <svg
        aria-hidden
        className="absolute inset-x-0 top-0 w-full overflow-visible"
        style={{ height: HEIGHT }}
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        fill="none"
        stroke="currentColor"
      >
        <polyline
          className="text-line2"
          points={`0,${y(0)} 100,${y(0)}`}
          strokeDasharray="1 6"
          vectorEffect="non-scaling-stroke"
        />
        <polyline className="text-t2" points={points} strokeWidth={2} vectorEffect="non-scaling-stroke" />
        {debt.hasFreeDay && (
          <polyline
            className="text-t1"
            points={`0,${y(0)} ${x(1)},${y(0)}`}
            strokeWidth={9}
            vectorEffect="non-scaling-stroke"
          />
        )}
        <polyline
          className="text-t1"
          points={`${x(day)},${y(chosen.share)} ${x(day)},${HEIGHT}`}
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span
        aria-hidden
        className="absolute size-2.5 -translate-1/2 rounded-full bg-t1 [box-shadow:0_0_0_2px_var(--color-bg)]"
        style={{ left: `${x(day)}%`, top: y(chosen.share) }}
      />
      <svg
        aria-hidden
        width="14"
        height="20"
        viewBox="0 0 14 20"
        className="absolute -translate-x-1/2 fill-t1"
        style={{ left: `${x(day)}%`, top: HEIGHT - 6 }}
      >
        <path d="M7 0l6.5 5.5L7 20 .5 5.5z" />
      </svg>
      <span aria-hidden className="figures absolute top-0 right-0 text-12 font-semibold">
        {t('loan_pages.due_total', { total: amount(termFigures(debt).total) })}
      </span>
      {debt.hasFreeDay && (
        // Above the line, which begins low: beside its block the words would lie on it.
        <span aria-hidden className="absolute top-0 left-0 flex items-center gap-1.5 text-12">
          <span className="h-2 w-3 bg-t1" />
          {t('loan_pages.free_hours')}
        </span>
      )}
      <span
        aria-hidden
        className="figures absolute -translate-x-1/2 text-13 font-semibold whitespace-nowrap"
        style={{ left: `clamp(76px, ${x(day)}%, calc(100% - 76px))`, top: HEIGHT + 18 }}
      >
        {t('loan_pages.on_day', { day, total: amount(total) })}
      </span>
      <input
        type="range"
        aria-label={t('loan_pages.choose_day')}
        aria-valuetext={spoken}
        min={1}
        max={debt.days}
        step={1}
        value={day}
        onChange={(event) => choose(Number(event.target.value))}
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
