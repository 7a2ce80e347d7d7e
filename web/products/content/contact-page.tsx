import { contactUs } from '#domain/content/published.ts'
import { useTexts } from '#web/texts/texts.ts'
import { TextPage } from './published-text.tsx'

/** How to reach the site. */
export default function ContactPage() {
  const { t } = useTexts()
  return <TextPage call={contactUs} title={t('site_pages.contact')} />
}
