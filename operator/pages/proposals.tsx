import { t } from '../texts.ts'
import { Page } from '../ui/page.tsx'
import { ProposalsTable } from './proposals-table.tsx'

/** What was proposed, and how it was decided. */
export const ProposalsPage = () => (
  <Page title={t('proposal.history')} summary={t('proposal.history_text')}>
    <ProposalsTable />
  </Page>
)
