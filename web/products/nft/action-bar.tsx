import type { ReactNode } from 'react'
import { useWide } from '#web/app/use-wide.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'

/** What can be done on a page: in reach of the thumb, or below what it is about where there are two columns. */
export function ActionBar({ children }: { children: ReactNode }) {
  const isWide = useWide()
  return isWide ? (
    <div className="sticky bottom-0 border-t border-line bg-bg pt-3 pb-4">{children}</div>
  ) : (
    <>
      {/* What the bar covers can be scrolled to. */}
      <div aria-hidden className="pb-32" />
      <BottomBar>{children}</BottomBar>
    </>
  )
}
