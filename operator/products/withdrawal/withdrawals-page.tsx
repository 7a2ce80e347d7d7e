import { utcMinute } from '#domain/time.ts'
import { consoleWithdrawals, type WithdrawalLine } from '#domain/withdrawal/console.ts'
import { withdrawalStatuses } from '#domain/withdrawal/rules.ts'
import { amountText, shortHash } from '../../format.ts'
import { t } from '../../texts.ts'
import { referenceColumn } from '../../ui/columns.tsx'
import { customerColumn } from '../../ui/customer-link.tsx'
import { CustomerRecords } from '../../ui/customer-records.tsx'
import { RecordPage } from '../../ui/record-page.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { statusText } from './status-text.ts'
import { WithdrawalPanel } from './withdrawal-panel.tsx'

/** Every withdrawal; what another operator does shows within seconds. */
export function WithdrawalsPage() {
  return (
    <RecordPage
      title={t('withdrawal.title')}
      panel={(id, close) => <WithdrawalPanel key={id} id={id} onClose={close} />}
      endpoint={consoleWithdrawals}
      empty={t('withdrawal.empty')}
      columns={[referenceColumn, customerColumn(t('customers.column_customer')), ...columns]}
      filters={filters}
      defaults={{ status: 'under-review' }}
    />
  )
}

const filters = [
  {
    name: 'status',
    label: t('withdrawal.column_status'),
    options: withdrawalStatuses.map((id) => ({
      id,
      label: id === 'signing' ? t('withdrawal.status_signing_any') : t(`withdrawal.status_${id}`),
    })),
  },
]

/** The withdrawals of one customer. */
export function CustomerWithdrawals({ customer }: { customer: string }) {
  return (
    <CustomerRecords
      customer={customer}
      endpoint={consoleWithdrawals}
      label={t('withdrawal.title')}
      empty={t('withdrawal.empty')}
      columns={columns}
      filters={filters}
    />
  )
}

const columns: Column<WithdrawalLine>[] = [
  {
    title: t('withdrawal.column_to'),
    isWide: true,
    cell: ({ network, address }) => (
      <Two first={network} second={<span className="font-mono">{shortHash(address)}</span>} />
    ),
  },
  {
    title: t('review.column_amount'),
    align: 'right',
    sort: 'amount',
    cell: ({ amount, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(amount, currency)}</span>
    ),
  },
  { title: t('withdrawal.column_status'), cell: statusText },
  {
    title: t('withdrawal.column_requested'),
    align: 'right',
    sort: 'time',
    cell: ({ requestedAtMs }) => (
      <span className="whitespace-nowrap text-t2">{utcMinute(requestedAtMs)}</span>
    ),
  },
]
