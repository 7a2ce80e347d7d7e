import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { PositionsTable } from './positions-table.tsx'

/** Every contract order and position of every customer. */
export const PositionsPage = () => (
  <Page title={t('contract.positions')}>
    <PositionsTable />
  </Page>
)
