import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { DualOrdersTable } from './orders-table.tsx'

/** Every dual investment of every customer. */
export const DualOrdersPage = () => (
  <Page title={t('dual.orders')}>
    <DualOrdersTable />
  </Page>
)
