import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { type ExplainedChoice, Select } from '#web/ui/select-sheet.tsx'

/** A filter: what it is called and offers; the choice with an empty id is all of them. */
export interface FilterList<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly choices: readonly ExplainedChoice<string>[]
}

/** The look of a filter's chip. */
export const chipClass = (isChosen: boolean): string =>
  cx('target !min-h-8 shrink-0 rounded-8 px-3', isChosen ? 'bg-s2 font-semibold text-t1' : 'text-t2')

/** A list's filters as chips in a row; each opens its choices. A chosen one is white on grey. */
export function FilterChips<Name extends string>({
  lists,
  filter,
  onChange,
  children,
}: {
  lists: readonly FilterList<Name>[]
  filter: Readonly<Partial<Record<Name, string>>>
  onChange(name: Name, value: string | undefined): void
  /** Filters that are no list, in the look of `chipClass`. */
  children?: ReactNode
}) {
  return (
    <div className="no-scrollbar flex min-h-11 items-center overflow-x-auto px-4">
      {lists.map(({ name, label, choices }) => (
        <Select
          key={name}
          label={label}
          choices={choices}
          value={filter[name] ?? ''}
          onChange={(value) => onChange(name, value || undefined)}
          className={chipClass(filter[name] !== undefined)}
        />
      ))}
      {children}
    </div>
  )
}
