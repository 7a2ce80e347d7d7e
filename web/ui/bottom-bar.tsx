import type { ReactNode } from 'react'

/** The bar that keeps a page's one action in reach of the thumb. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-0 lg:right-(--pane) lg:left-[calc(var(--side)+var(--beside,0px))] z-sticky mx-auto max-w-(--column) border-t border-line bg-bg gutter pt-3 pb-[max(12px,env(safe-area-inset-bottom))]">
      {children}
    </div>
  )
}
