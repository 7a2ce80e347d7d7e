import { utcMinute } from '#domain/time.ts'
import { type CaseLine, caseStatuses, consoleVerifications } from '#domain/verification/console.ts'
import { verificationTiers } from '#domain/verification/rules.ts'
import { t } from '../../texts.ts'
import { customerColumn } from '../../ui/customer-link.tsx'
import { CustomerRecords } from '../../ui/customer-records.tsx'
import { RecordPage } from '../../ui/record-page.tsx'
import type { Column } from '../../ui/table.tsx'
import { CasePanel } from './case-panel.tsx'

/** Every case, by status and level; what is chosen opens at the right. */
export function CasesPage() {
  return (
    <RecordPage
      title={t('verification.title')}
      summary={t('verification.summary')}
      panel={(id, close) => <CasePanel key={id} id={id} onClose={close} />}
      endpoint={consoleVerifications}
      empty={t('verification.empty')}
      columns={[
        customerColumn(t('customers.column_customer'), ({ reference }: CaseLine) => reference),
        ...columns,
      ]}
      filters={filters}
    />
  )
}

/** The verifications of one customer. */
export function CustomerCases({ customer }: { customer: string }) {
  return (
    <CustomerRecords
      customer={customer}
      endpoint={consoleVerifications}
      label={t('verification.title')}
      empty={t('verification.empty')}
      columns={columns}
      filters={filters}
    />
  )
}

const filters = [
  {
    name: 'status',
    label: t('verification.filter_status'),
    options: caseStatuses.map((id) => ({ id, label: t(`verification.status_${id}`) })),
  },
  {
    name: 'tier',
    label: t('verification.filter_level'),
    options: verificationTiers.map((id) => ({ id, label: t(`verification.tier_${id}`) })),
  },
]

const columns: Column<CaseLine>[] = [
  { title: t('verification.column_level'), cell: ({ tier }) => t(`verification.tier_${tier}`) },
  { title: t('verification.column_status'), cell: ({ status }) => t(`verification.status_${status}`) },
  {
    ...{ title: t('verification.column_sent'), align: 'right', sort: 'time' },
    cell: ({ submittedAtMs }) => (
      <span className="whitespace-nowrap text-t2">{utcMinute(submittedAtMs)}</span>
    ),
  },
]
