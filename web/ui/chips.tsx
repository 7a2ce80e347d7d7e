import { useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { oneOf } from './one-of.ts'

/** One of a few: `id` in the URL, `label` on screen. */
export interface Choice<Id extends string | number> {
  readonly id: Id
  readonly label: string
  /** Stands in its place, small, and stays in sight at the left however far the row is scrolled. */
  readonly pinned?: string
}

interface ChoiceProps<Id extends string | number> {
  label: string
  choices: readonly Choice<Id>[]
  /** None is chosen while it is not known. */
  value: Id | undefined
  onChange(id: Id): void
}

const idsOf = <Id extends string | number>(choices: readonly Choice<Id>[]): readonly Id[] =>
  choices.map(({ id }) => id)

/** A row that scrolls sideways, where the chosen one moves into view when the value changes. */
function useChosenInView(selector: string, value: string | number | undefined) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value says which one is chosen
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>(selector)
    if (!chosen || !row.current) return
    row.current.scrollTo({ left: chosen.offsetLeft - row.current.clientWidth / 2 + chosen.clientWidth / 2 })
  }, [value])
  return row
}

/** A row of chips that scrolls sideways; the chosen one is white on grey and kept in view. */
export function Chips<Id extends string | number>({
  label,
  choices,
  value,
  onChange,
  wraps,
}: ChoiceProps<Id> & {
  /** Goes on in further rows, where each has to be seen before one is chosen. */
  wraps?: boolean
}) {
  const row = useChosenInView('[aria-checked="true"]', value)
  const keys = oneOf(idsOf(choices), value, onChange)
  return (
    <div
      ref={row}
      {...keys.row}
      role="radiogroup"
      aria-label={label}
      className={cx('relative flex px-4', wraps ? 'flex-wrap' : 'no-scrollbar overflow-x-auto')}
    >
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useSemanticElements: arrow keys and looks are ours, the role says what it is
        <button
          key={choice.id}
          type="button"
          role="radio"
          aria-checked={choice.id === value}
          {...keys.button(choice.id)}
          onClick={() => onChange(choice.id)}
          {...(choice.pinned && { 'aria-label': choice.label })}
          className={cx(
            'group flex min-h-11 shrink-0 items-center focus-visible:-outline-offset-4',
            choice.pinned && 'sticky -left-4 z-1 -ml-4 bg-bg pl-4',
          )}
        >
          <span
            className={cx(
              'flex min-h-8 items-center rounded-8 px-3 text-13 whitespace-nowrap transition-colors',
              choice.id === value ? 'bg-s2 font-semibold text-t1' : 'text-t2',
            )}
          >
            {choice.pinned ?? choice.label}
          </span>
        </button>
      ))}
    </div>
  )
}

/** Views of one thing: a white line under the chosen one. */
export function UnderlineTabs<Id extends string | number>({
  label,
  choices,
  value,
  onChange,
}: ChoiceProps<Id>) {
  const row = useChosenInView('[aria-selected="true"]', value)
  const keys = oneOf(idsOf(choices), value, onChange)
  return (
    <div
      ref={row}
      {...keys.row}
      role="tablist"
      aria-label={label}
      className="no-scrollbar relative flex gap-6 overflow-x-auto px-4 [box-shadow:inset_0_-1px_var(--color-line)]"
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
            'min-h-11 shrink-0 text-15 whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
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
