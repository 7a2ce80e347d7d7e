import { cx } from './cx.ts'

export type Side = 'buy' | 'sell'

/** Buy or Sell, filled in the colour of the chosen side. */
export function SideSwitch({
  value,
  onChange,
  labels,
  label,
}: {
  value: Side
  onChange(side: Side): void
  labels: Record<Side, string>
  label: string
}) {
  return (
    <div role="radiogroup" aria-label={label} className="flex h-11 rounded-12 bg-s1 p-0.5">
      {(['buy', 'sell'] as const).map((side) => (
        // biome-ignore lint/a11y/useSemanticElements: a pair of buttons that act as one choice
        <button
          key={side}
          type="button"
          role="radio"
          aria-checked={side === value}
          onClick={() => onChange(side)}
          className={cx(
            'min-w-0 flex-1 rounded-[10px] px-1 text-15 font-semibold transition-colors',
            side === value ? (side === 'buy' ? 'bg-up text-ink' : 'bg-down text-ink') : 'text-t2',
          )}
        >
          {labels[side]}
        </button>
      ))}
    </div>
  )
}
