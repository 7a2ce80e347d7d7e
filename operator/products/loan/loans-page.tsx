import { consoleLoans, type LoanLine } from '#domain/loan/console.ts'
import { loanStatuses } from '#domain/loan/words.ts'
import { utcMinute } from '#domain/time.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { referenceColumn } from '../../ui/columns.tsx'
import { customerColumn } from '../../ui/customer-link.tsx'
import { CustomerRecords } from '../../ui/customer-records.tsx'
import { RecordPage } from '../../ui/record-page.tsx'
import type { Column } from '../../ui/table.tsx'
import { LoanPanel } from './loan-panel.tsx'

/** Every loan; what another operator does shows within seconds. */
export function LoansPage() {
  return (
    <RecordPage
      title={t('loan.title')}
      panel={(id, close) => <LoanPanel key={id} id={id} onClose={close} />}
      endpoint={consoleLoans}
      empty={t('loan.empty')}
      columns={[referenceColumn, customerColumn(t('customers.column_customer')), ...columns]}
      filters={filters}
      defaults={{ status: 'pending' }}
    />
  )
}

const filters = [
  {
    name: 'status',
    label: t('loan.column_status'),
    options: loanStatuses.map((id) => ({ id, label: t(`loan.status_${id}`) })),
  },
]

const columns: Column<LoanLine>[] = [
  {
    title: t('loan.column_amount'),
    sort: 'amount',
    align: 'right',
    cell: ({ amount, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(amount, currency)}</span>
    ),
  },
  {
    title: t('loan.column_remaining'),
    align: 'right',
    isWide: true,
    cell: ({ remaining, currency }) => (
      <span className="whitespace-nowrap">{amountText(remaining, currency)}</span>
    ),
  },
  {
    title: t('loan.column_days'),
    align: 'right',
    isWide: true,
    cell: ({ days }) => t('loan.days', { count: days }),
  },
  {
    title: t('loan.column_due'),
    align: 'right',
    isWide: true,
    cell: ({ dueAtMs }) => (dueAtMs === null ? '–' : utcMinute(dueAtMs)),
  },
  { title: t('loan.column_status'), cell: ({ status }) => t(`loan.status_${status}`) },
  {
    title: t('loan.column_time'),
    align: 'right',
    sort: 'time',
    cell: ({ appliedAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(appliedAtMs)}</span>,
  },
]

/** The loans of one customer. */
export function LoansTable({ customer }: { customer: string }) {
  return (
    <CustomerRecords
      customer={customer}
      endpoint={consoleLoans}
      label={t('loan.title')}
      empty={t('loan.empty')}
      columns={columns}
      filters={filters}
    />
  )
}
