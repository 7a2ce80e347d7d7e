import { useToast } from '#web/app/toast.ts'

/** Where toasts appear and are read out: 1.5 s, no icon, over everything. */
export function ToastRegion() {
  const toast = useToast((state) => state.toast)
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-0 z-toast flex items-center justify-center p-8"
    >
      {toast && (
        <p
          key={toast.key}
          className="max-w-80 animate-[plumb-appear_120ms] rounded-12 border border-line2 bg-s2 px-4 py-3 text-center text-15 text-t1"
        >
          {toast.text}
        </p>
      )}
    </div>
  )
}
