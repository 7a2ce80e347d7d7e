import type { Language } from '#domain/language.ts'
import { useTexts } from '#web/texts/texts.ts'

/** Says that a text is in English because it is not written in the chosen language. */
export function InEnglish({ language }: { language: Language }) {
  const { t, language: own } = useTexts()
  return language === own ? null : <p className="pb-3 text-12 text-t3">{t('site_pages.in_english')}</p>
}
