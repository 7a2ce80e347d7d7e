import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** One figure with its name. */
export interface KeyValueLine {
  readonly name: ReactNode
  readonly value: ReactNode
  readonly isStrong?: boolean
}

/** Figures in their order; what does not apply may stand there as false or null. */
export type KeyValueLines = readonly (KeyValueLine | false | null | undefined)[]

/** A list of figures: names left, values right. `ruled` draws hairlines, for sheets and details. */
export function KeyValue({ lines, ruled = false }: { lines: KeyValueLines; ruled?: boolean }) {
  return (
    <dl>
      {lines
        .filter((line) => !!line)
        .map((line, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity and do not move
            key={index}
            className={cx(
              // A value that does not fit beside its name stands below it: no figure is broken.
              'flex flex-wrap items-baseline justify-between gap-x-3',
              ruled ? 'min-h-11 border-t border-line py-3 text-15' : 'py-0.5 text-12',
            )}
          >
            <dt className="text-t2">{line.name}</dt>
            <dd
              className={cx(
                'figures ml-auto max-w-full text-right break-words text-t1',
                line.isStrong && 'font-semibold',
              )}
            >
              {line.value}
            </dd>
          </div>
        ))}
    </dl>
  )
}
