import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Choice } from './chips.tsx'
import { cx } from './cx.ts'
import { Sheet } from './sheet.tsx'

/** A choice with a line that explains it. */
export interface ExplainedChoice<Id extends string | number> extends Choice<Id> {
  readonly note?: string
  /** Cannot be chosen now; the note says why. */
  readonly isDisabled?: boolean
}

/** A list to choose one from, in a sheet. */
export function ChoiceSheet<Id extends string | number>({
  isOpen,
  onClose,
  title,
  choices,
  value,
  onChange,
}: {
  isOpen: boolean
  onClose(): void
  title: string
  choices: readonly ExplainedChoice<Id>[]
  value: Id | undefined
  onChange(id: Id): void
}) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title}>
      <ul className="-mx-4">
        {choices.map((choice) => (
          <li key={choice.id}>
            <button
              type="button"
              disabled={choice.isDisabled}
              aria-pressed={choice.id === value}
              onClick={() => {
                onChange(choice.id)
                onClose()
              }}
              className="press flex min-h-14 w-full items-center gap-3 gutter py-2 text-left focus-visible:-outline-offset-2 disabled:opacity-40"
            >
              <span className="min-w-0 flex-1">
                <span className={cx('block text-15 text-t1', choice.id === value && 'font-semibold')}>
                  {choice.label}
                </span>
                {choice.note && <span className="block text-12 text-t3">{choice.note}</span>}
              </span>
              {choice.id === value && <Check aria-hidden size={18} className="text-t1" />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

/** The chosen one as words with an arrow; tapping opens the list. */
export function Select<Id extends string | number>({
  label,
  choices,
  value,
  onChange,
  className,
  shown,
}: {
  label: string
  choices: readonly ExplainedChoice<Id>[]
  value: Id
  onChange(id: Id): void
  className?: string
  /** Other words than the choice's label, where room is short. */
  shown?: string
}) {
  const [isOpen, setOpen] = useState(false)
  const chosen = choices.find((choice) => choice.id === value)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={cx('press flex min-h-11 min-w-0 items-center gap-1.5 text-13', className)}
      >
        <span className="min-w-0 truncate">
          <span className="sr-only">{label}: </span>
          {shown ?? chosen?.label}
        </span>
        <ChevronDown aria-hidden size={14} className="shrink-0" />
      </button>
      <ChoiceSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={label}
        choices={choices}
        value={value}
        onChange={onChange}
      />
    </>
  )
}
