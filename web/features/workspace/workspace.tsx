import type { ReactNode } from 'react'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { HaltedBanner } from '#web/features/instrument/halted-banner.tsx'
import { cx } from '#web/ui/cx.ts'

/**
 * The panes of a trading page in a window of 1024 px and more: markets, head, chart, book, ticket and what stands
 * below them, where something does. Every pane scrolls by itself; a window lower than 720 px scrolls as a whole.
 */
export function Workspace({
  symbol,
  markets,
  head,
  chart,
  book,
  below,
  ticket,
}: { symbol: string; below?: ReactNode } & Readonly<
  Record<'markets' | 'head' | 'chart' | 'book' | 'ticket', ReactNode>
>) {
  return (
    <main
      className={cx(
        'grid h-dvh min-h-180 grid-cols-[172px_minmax(0,1fr)_196px_248px] xl:grid-cols-[232px_minmax(0,1fr)_236px_288px]',
        below ? 'grid-rows-[auto_minmax(0,1fr)_minmax(204px,25%)]' : 'grid-rows-[auto_minmax(0,1fr)_0]',
      )}
    >
      <div className="row-span-3 flex min-h-0 flex-col border-r border-line">{markets}</div>
      <div className="col-span-2 min-w-0 border-b border-line">
        {head}
        <StaleBanner belowPx={0} />
        <HaltedBanner symbol={symbol} />
      </div>
      <div className="col-start-4 row-span-3 row-start-1 flex min-h-0 flex-col overflow-y-auto border-l border-line">
        {ticket}
      </div>
      <div className="flex min-h-0 min-w-0 flex-col">{chart}</div>
      <div className="flex min-h-0 min-w-0 flex-col border-l border-line">{book}</div>
      {below && (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
          tabIndex={0}
          className="col-span-2 flex min-h-0 min-w-0 flex-col overflow-y-auto border-t border-line -outline-offset-2"
        >
          {below}
        </div>
      )}
    </main>
  )
}
