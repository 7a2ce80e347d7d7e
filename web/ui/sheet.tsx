import { lazy, Suspense, useState } from 'react'
import { useBackCloses } from './sheet-history.ts'
import type { SheetProps } from './sheet-panel.tsx'

/** The behaviour comes after the first paint (`main.tsx`), not with the first page. */
const SheetPanel = lazy(() => import('./sheet-panel.tsx'))

/**
 * A sheet from below over a scrim: focus stays inside and returns where it was; Esc, the scrim, Back and a swipe down
 * close it. Of one that `isInUrl`, Back is the router's matter.
 * Money errors stay in their sheet until closed, and say first what did not happen.
 */
export function Sheet({ isInUrl = false, ...props }: SheetProps & { isInUrl?: boolean }) {
  useBackCloses(props.isOpen && !isInUrl, props.onClose)
  const [wasOpened, setOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <SheetPanel {...props} />
    </Suspense>
  )
}
