import { aboutUs } from '#domain/content/published.ts'
import { useTexts } from '#web/texts/texts.ts'
import { TextPage } from './published-text.tsx'

/** What the site is. */
export default function AboutPage() {
  const { t } = useTexts()
  return <TextPage call={aboutUs} title={t('site_pages.about')} />
}
