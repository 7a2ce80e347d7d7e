import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { oneOf } from '#web/ui/one-of.ts'

/** The leverage of a position, from what the instrument's terms offer; the margin is each position's own. */
export function LeverageChips({
  leverages,
  value,
  onChange,
}: {
  leverages: readonly number[]
  value: number
  onChange(leverage: number): void
}) {
  const { t } = useTexts()
  const keys = oneOf(leverages, value, onChange)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 py-1">
      <span className="text-13 text-t2">{t('contract_pages.leverage_isolated')}</span>
      <div {...keys.row} role="radiogroup" aria-label={t('contract_pages.leverage')} className="flex gap-2">
        {leverages.map((leverage) => (
          // biome-ignore lint/a11y/useSemanticElements: arrow keys and looks are ours, the role says what it is
          <button
            key={leverage}
            type="button"
            role="radio"
            aria-checked={leverage === value}
            {...keys.button(leverage)}
            onClick={() => onChange(leverage)}
            className="press flex min-h-11 items-center"
          >
            <span
              className={cx(
                'figures flex min-h-8 min-w-12 items-center justify-center rounded-8 border px-2 text-13',
                leverage === value
                  ? 'border-transparent bg-s2 font-semibold text-t1'
                  : 'border-line2 text-t2',
              )}
            >
              {leverage}×
            </span>
          </button>
        ))}
      </div>
    </div>
  )
}
