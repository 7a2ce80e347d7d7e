import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { OrdersTable } from './orders-table.tsx'

/** Every order of every customer. */
export const OrdersPage = () => (
  <Page title={t('spot.orders')}>
    <OrdersTable />
  </Page>
)
