import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { ConversionsTable } from './conversions-table.tsx'

/** Every conversion of every customer. */
export const ConversionsPage = () => (
  <Page title={t('convert.list')}>
    <ConversionsTable />
  </Page>
)
