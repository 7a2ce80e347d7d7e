import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { OptionOrdersTable } from './orders-table.tsx'

/** Every seconds option of every customer. */
export const OptionOrdersPage = () => (
  <Page title={t('option.list')}>
    <OptionOrdersTable />
  </Page>
)
