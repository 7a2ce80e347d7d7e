import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** On or off at once. Put it in a row whose text is `label`. */
export function Switch({
  label,
  isOn,
  onChange,
}: {
  label: string
  isOn: boolean
  onChange(isOn: boolean): void
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      onClick={() => onChange(!isOn)}
      className={cx(
        'target relative h-7 w-12 shrink-0 rounded-full transition-colors',
        isOn ? 'bg-t1' : 'bg-s3',
      )}
    >
      <span
        aria-hidden
        className={cx(
          'absolute top-1 left-1 size-5 rounded-full transition-transform',
          isOn ? 'translate-x-5 bg-bg' : 'bg-t2',
        )}
      />
    </button>
  )
}

/** A box to tick, with its words; the whole line is the target. */
export function Checkbox({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean
  onChange(isOn: boolean): void
  children: ReactNode
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-13 text-t2">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className="flex size-4.5 shrink-0 items-center justify-center rounded-4 border-[1.5px] border-t3 text-transparent peer-checked:border-t1 peer-checked:bg-t1 peer-checked:text-bg peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-white"
      >
        <Check size={14} strokeWidth={3} />
      </span>
      <span className="min-w-0">{children}</span>
    </label>
  )
}
