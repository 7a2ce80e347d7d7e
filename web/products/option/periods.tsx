import { plainPercent } from '#domain/money/rate.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { oneOf } from '#web/ui/one-of.ts'
import type { TicketTerms } from './ticket.ts'

/** The periods to choose from, each with what is won beside the stake. */
export function Periods({
  terms,
  value,
  onChange,
}: {
  terms: TicketTerms
  value: number
  onChange(seconds: number): void
}) {
  const { t } = useTexts()
  const ids = terms.periods.map(({ seconds }) => seconds)
  const keys = oneOf(ids, value, onChange)
  return (
    <div
      {...keys.row}
      role="radiogroup"
      aria-label={t('option_pages.period')}
      className="grid auto-cols-fr grid-flow-col gap-1.5 xs:gap-2"
    >
      {terms.periods.map(({ seconds, payoutBps }) => (
        // biome-ignore lint/a11y/useSemanticElements: arrow keys and looks are ours, the role says what it is
        <button
          key={seconds}
          type="button"
          role="radio"
          aria-checked={seconds === value}
          {...keys.button(seconds)}
          onClick={() => onChange(seconds)}
          className={cx(
            'press figures flex min-h-12 min-w-0 flex-col items-center justify-center rounded-8 border',
            seconds === value ? 'border-t1 bg-s2 text-t1' : 'border-line text-t2',
          )}
        >
          <span className="text-13 font-semibold whitespace-nowrap">
            {t('option_pages.seconds', { seconds })}
          </span>
          <span className="text-12">{plainPercent(payoutBps)}%</span>
        </button>
      ))}
    </div>
  )
}
