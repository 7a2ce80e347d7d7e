import { cx } from './cx.ts'
import { oneOf } from './one-of.ts'

/** One of a few that need a line each: the whole line is the target. */
export function RadioList<Id extends string>({
  label,
  isLabelShown = false,
  choices,
  value,
  onChange,
}: {
  label: string
  /** Where nothing else on the page says what is chosen. */
  isLabelShown?: boolean
  choices: readonly { readonly id: Id; readonly label: string; readonly note?: string }[]
  /** None is chosen at first. */
  value: Id | undefined
  onChange(id: Id): void
}) {
  const keys = oneOf(
    choices.map(({ id }) => id),
    value,
    onChange,
  )
  return (
    <div {...keys.row} role="radiogroup" aria-label={label}>
      {isLabelShown && (
        <p aria-hidden className="pb-1 text-12 text-t2">
          {label}
        </p>
      )}
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useSemanticElements: arrow keys and looks are ours, the role says what it is
        <button
          key={choice.id}
          type="button"
          role="radio"
          aria-checked={choice.id === value}
          {...keys.button(choice.id)}
          onClick={() => onChange(choice.id)}
          className="press flex min-h-11 w-full items-center gap-3 py-1.5 text-left text-15"
        >
          <span
            aria-hidden
            className={cx(
              'size-5 shrink-0 rounded-full border-2',
              choice.id === value ? 'border-[6px] border-t1' : 'border-t3',
            )}
          />
          <span className="min-w-0">
            {choice.label}
            {choice.note && <span className="block text-12 text-t2">{choice.note}</span>}
          </span>
        </button>
      ))}
    </div>
  )
}
