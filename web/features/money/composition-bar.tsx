import { cx } from '#web/ui/cx.ts'
import { type Part, partColours, widths } from './composition.ts'

/** Where the money lies, as one bar. The rows below say the same in figures. */
export function CompositionBar({ values }: { values: readonly { part: Part; usd: string }[] }) {
  const parts = widths(values)
  return (
    <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-s2">
      {parts.map(({ part, width }) => (
        <span key={part} className={cx('min-w-1', partColours[part])} style={{ flexGrow: width }} />
      ))}
    </div>
  )
}
