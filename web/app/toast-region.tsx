import { useToast } from '#web/app/toast.ts'

/**
 * Where toasts appear and are read out: 1.5 s, no icon, over everything. They stand over the bar on top, which says
 * where one is and nothing that changes: neither a figure nor a sheet's words are ever behind one. In a wide window that is its
 * left end: the title, or beside the panes of a market the field to search in.
 */
export function ToastRegion() {
  const toast = useToast((state) => state.toast)
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-toast flex min-h-(--bar) items-center justify-center px-4 pt-[env(safe-area-inset-top)] lg:left-(--side) lg:justify-start lg:px-2"
    >
      {toast && (
        <p
          key={toast.key}
          className="max-w-80 lg:max-w-54 animate-[plumb-appear_120ms] rounded-12 border border-line2 bg-s2 px-4 py-2.5 text-center text-15 text-t1"
        >
          {toast.text}
        </p>
      )}
    </div>
  )
}
