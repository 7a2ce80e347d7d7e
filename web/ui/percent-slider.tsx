import { cx } from './cx.ts'

const stops = [0, 25, 50, 75, 100] as const

/** A share of what is available, in five stops with a mark each; keys and touch move it. */
export function PercentSlider({
  label,
  value,
  onChange,
  disabled,
}: {
  label: string
  value: number
  onChange(value: number): void
  disabled?: boolean
}) {
  const nearest = stops.reduce((best, stop) =>
    Math.abs(stop - value) < Math.abs(best - value) ? stop : best,
  )
  return (
    <div className={cx('relative px-2.5', disabled && 'opacity-50')}>
      <div className="relative h-8">
        <span aria-hidden className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 bg-s3" />
        <span
          aria-hidden
          className="absolute top-1/2 left-0 h-0.5 -translate-y-1/2 bg-t1"
          style={{ width: `${value}%` }}
        />
        {stops.map((stop) => (
          <span
            key={stop}
            aria-hidden
            style={{ left: `${stop}%` }}
            className={cx(
              'absolute top-1/2 size-2 -translate-1/2 rounded-full [box-shadow:0_0_0_2px_var(--color-bg)]',
              stop <= value ? 'bg-t1' : 'bg-s3',
            )}
          />
        ))}
        <span
          aria-hidden
          className="absolute top-1/2 size-5 -translate-1/2 rounded-full bg-t1 [box-shadow:0_0_0_4px_var(--color-bg)]"
          style={{ left: `${value}%` }}
        />
        <input
          type="range"
          aria-label={label}
          aria-valuetext={`${value}%`}
          min={0}
          max={100}
          step={25}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(Number(event.target.value))}
          className="absolute -inset-x-2.5 inset-y-0 h-full w-[calc(100%+20px)] cursor-pointer opacity-0 peer"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute -inset-x-2.5 inset-y-0 rounded-8 peer-focus-visible:outline-2 peer-focus-visible:outline-white"
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has looks of its own */}
      <div role="group" aria-label={label} className="relative text-11 text-t3" style={{ height: '1rem' }}>
        {stops.map((stop) => (
          <button
            key={stop}
            type="button"
            tabIndex={-1}
            disabled={disabled}
            onClick={() => onChange(stop)}
            // The last one ends within the gutter however large its text is.
            style={{ left: `min(${stop}%, 100% + 20px - 0.9rem)` }}
            className={cx(
              'target figures absolute -translate-x-1/2',
              stop === nearest && value > 0 && 'text-t1',
            )}
          >
            {stop}%
          </button>
        ))}
      </div>
    </div>
  )
}
