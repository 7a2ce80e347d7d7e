import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { CommissionTable } from './commission-table.tsx'

/** The commission of every customer. */
export const CommissionPage = () => (
  <Page title={t('invite.title')}>
    <CommissionTable />
  </Page>
)
