import { cx } from './cx.ts'
import { oneOf } from './one-of.ts'

const sides = ['buy', 'sell'] as const
export type Side = (typeof sides)[number]

/** Buy or Sell, filled in the color of the chosen side. */
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
  const keys = oneOf(sides, value, onChange)
  return (
    <div {...keys.row} role="radiogroup" aria-label={label} className="flex min-h-11 rounded-12 bg-s1 p-0.5">
      {sides.map((side) => (
        // biome-ignore lint/a11y/useSemanticElements: a pair of buttons that act as one choice
        <button
          key={side}
          type="button"
          role="radio"
          aria-checked={side === value}
          {...keys.button(side)}
          onClick={() => onChange(side)}
          className={cx(
            'min-w-0 flex-1 rounded-[10px] text-13 font-semibold transition-colors xs:px-1 xs:text-15',
            side === value ? (side === 'buy' ? 'bg-up text-ink' : 'bg-down text-ink') : 'text-t2',
          )}
        >
          {labels[side]}
        </button>
      ))}
    </div>
  )
}
