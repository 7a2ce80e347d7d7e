import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A record in a list: what it is at the left, what it comes to at the right, hairline from the text to the edge. Tapping
 * it opens its details; a control `beside` it stands at the end.
 */
export const RecordRow = ({
  onOpen,
  lines = 2,
  beside,
  children,
}: {
  onOpen(): void
  /** How many lines its text has at least, for its height. */
  lines?: 2 | 3
  beside?: ReactNode
  children: ReactNode
}) => (
  <div className="gutter">
    <div className="hairline flex items-center gap-1">
      <button
        type="button"
        onClick={onOpen}
        className={cx(
          'press flex min-w-0 flex-1 items-center gap-3 py-2 text-left focus-visible:-outline-offset-2',
          lines === 2 ? 'min-h-15' : 'min-h-19',
        )}
      >
        {children}
      </button>
      {beside}
    </div>
  </div>
)
