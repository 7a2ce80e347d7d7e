import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { IeoOrdersTable } from './orders-table.tsx'

/** Every order in a token sale of every customer. */
export const IeoOrdersPage = () => (
  <Page title={t('ieo.orders')}>
    <IeoOrdersTable />
  </Page>
)
