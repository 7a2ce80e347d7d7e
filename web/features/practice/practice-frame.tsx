import { useTexts } from '#web/texts/texts.ts'

/** The mark around a page that shows practice. */
export function PracticeFrame() {
  const { t } = useTexts()
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-0 border-3 border-dashed border-demo"
      style={{ zIndex: 'calc(var(--z-navbar) + 1)' }}
    >
      <p className="absolute top-0 left-1/2 -translate-x-1/2 rounded-b-8 bg-demo px-2 text-11 font-semibold text-bg">
        {t('practice_pages.mark')}
      </p>
    </div>
  )
}
