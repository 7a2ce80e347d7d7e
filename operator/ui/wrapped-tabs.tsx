import type { Choice } from '#web/ui/chips.tsx'
import { cx } from '#web/ui/cx.ts'
import { oneOf } from '#web/ui/one-of.ts'

/** Many views of one list: from 1024 px on in as many rows as they need, so that none is out of sight; below in one that scrolls. */
export function WrappedTabs<Id extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly Choice<Id>[]
  value: Id
  onChange(id: Id): void
}) {
  const keys = oneOf(
    choices.map(({ id }) => id),
    value,
    onChange,
  )
  return (
    <div
      {...keys.row}
      role="tablist"
      aria-label={label}
      className="no-scrollbar flex gap-x-5 overflow-x-auto border-b border-line px-5 lg:flex-wrap lg:overflow-visible"
    >
      {choices.map((choice) => (
        <button
          key={choice.id}
          type="button"
          role="tab"
          aria-selected={choice.id === value}
          {...keys.button(choice.id)}
          onClick={() => onChange(choice.id)}
          className={cx(
            'min-h-11 shrink-0 text-13 lg:min-h-9 whitespace-nowrap focus-visible:-outline-offset-2',
            choice.id === value
              ? 'font-semibold text-t1 [box-shadow:inset_0_-2px_var(--color-t1)]'
              : 'text-t2',
          )}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
