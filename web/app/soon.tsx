import { useTexts } from '#web/texts/texts.ts'

/** Stands on a control whose page is not built yet. */
export function Soon() {
  const { t } = useTexts()
  return (
    <span className="inline-block rounded-4 border border-line2 bg-bg px-1 text-11 whitespace-nowrap text-t2">
      <span aria-hidden>{t('common.soon')}</span>
      <span className="sr-only">{t('common.not_yet_title')}</span>
    </span>
  )
}
