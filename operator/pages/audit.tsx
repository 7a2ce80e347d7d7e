import { useSearchParams } from 'react-router'
import { t } from '../texts.ts'
import { Page } from '../ui/page.tsx'
import { AuditTable } from './audit-table.tsx'

/** Who did what to what, newest first. */
export function AuditPage() {
  const [address] = useSearchParams()
  return (
    <Page title={t('audit.title')} summary={t('audit.summary')}>
      <AuditTable subject={address.get('subject') ?? undefined} />
    </Page>
  )
}
