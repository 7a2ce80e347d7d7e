import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { SubscriptionsTable } from './subscriptions-table.tsx'

/** Every subscription of every customer. */
export const SubscriptionsPage = () => (
  <Page title={t('earn.subscriptions')}>
    <SubscriptionsTable />
  </Page>
)
