import type { Choice } from '#web/ui/chips.tsx'
import { cx } from '#web/ui/cx.ts'
import { oneOf } from '#web/ui/one-of.ts'

/** On a phone the chosen one is not left beyond the edge; the page itself does not move. */
function intoSight(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (!tab || !row || row.scrollWidth <= row.clientWidth) return
  row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

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
          ref={choice.id === value ? intoSight : undefined}
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
