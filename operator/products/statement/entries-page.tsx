import { useSearchParams } from 'react-router'
import { consoleLedger } from '#domain/console/contract.ts'
import { consolePlatformEntries } from '#domain/statement/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { sentence } from '../../pages/subject-name.tsx'
import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { EntriesTable } from './entries-table.tsx'

/** Every entry of the platform's own accounts. */
export function EntriesPage() {
  const ledger = useApiQuery(consoleLedger, {})
  const [address] = useSearchParams()
  const chosen = address.get('account')
  const used = ledger.data?.currencies.flatMap(({ platform }) => platform.map(({ account }) => account)) ?? []
  const accounts = [...new Set([...used, ...(chosen ? [chosen] : [])])].sort()
  return (
    <Page title={t('statement.title')} summary={t('statement.platform_text')}>
      <EntriesTable
        endpoint={consolePlatformEntries}
        filters={[
          {
            name: 'account',
            label: t('statement.filter_account'),
            options: accounts.map((id) => ({ id, label: sentence(id) })),
          },
          {
            name: 'paidBy',
            label: t('statement.filter_paid_by'),
            options: [{ id: 'customers', label: t('statement.paid_by_customers') }],
          },
        ]}
      />
    </Page>
  )
}
