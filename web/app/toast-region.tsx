import { useLayoutEffect, useRef } from 'react'
import { useToast } from '#web/app/toast.ts'

/** From the title, and from the window's edge. */
const GAP_PX = 8
/** Less is no line of words. */
const MIN_WIDTH_PX = 96

/**
 * Where toasts appear and are read out: 1.5 s, no icon, over everything. They stand in the bar on top, beside the title
 * and over what the page offers there, which says nothing that changes: neither a figure nor a sheet's words are ever
 * behind one. The title is only behind words that have no room beside it in the height of the bar. In a wide window
 * without a title they are at the left, over the field to search in.
 */
export function ToastRegion() {
  const toast = useToast((state) => state.toast)
  const place = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const words = place.current
    const bar = words?.parentElement
    if (!toast || !words || !bar) return
    const title = document.querySelector('header [data-title]')
    if (!title) return
    for (const left of placesFor(title, bar)) {
      // A narrow bar has them at its end all the same.
      words.style.marginLeft = `${left - GAP_PX}px`
      words.style.maxWidth = `${bar.clientWidth - left - GAP_PX}px`
      if (words.offsetHeight <= bar.clientHeight) return
    }
  }, [toast])
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[env(safe-area-inset-top)] z-toast flex h-(--bar) items-center justify-end px-2 lg:left-(--side) lg:justify-start"
    >
      {toast && (
        <p
          key={toast.key}
          ref={place}
          className="lg:max-w-54 transition-none animate-[plumb-appear_120ms] rounded-12 border border-line2 bg-s2 px-3 py-2 text-13 [line-height:1rem] text-t1"
        >
          {toast.text}
        </p>
      )}
    </div>
  )
}

/** How far from the left words may begin, as long as they fit: behind the title, then further and further over it. */
function placesFor(title: Element, bar: Element): number[] {
  const end = title.getBoundingClientRect().right - bar.getBoundingClientRect().left
  const beside = Math.min(end + GAP_PX, bar.clientWidth - MIN_WIDTH_PX)
  return [beside, beside / 2, GAP_PX]
}
