import { operationalCompliance } from '#domain/content/published.ts'
import { useTexts } from '#web/texts/texts.ts'
import { TextPage } from './published-text.tsx'

/** By which rules the site works. */
export default function CompliancePage() {
  const { t } = useTexts()
  return <TextPage call={operationalCompliance} title={t('site_pages.compliance')} />
}
