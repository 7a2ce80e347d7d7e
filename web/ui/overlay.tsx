import { useTexts } from '#web/texts/texts.ts'
import { PlumbLine } from './plumb-line.tsx'

/** Covers the page while a post takes longer than 800 ms. */
export function Overlay() {
  const { t } = useTexts()
  return (
    <div
      role="status"
      aria-live="assertive"
      className="fixed inset-0 z-mask flex animate-[plumb-appear_120ms] flex-col items-center justify-center gap-4 bg-scrim"
    >
      <span className="animate-[plumb-pulse_1.4s_ease-in-out_infinite]">
        <PlumbLine meaning="pending" length={96} />
      </span>
      <p className="text-15 text-t1">{t('common.one_moment')}</p>
    </div>
  )
}
