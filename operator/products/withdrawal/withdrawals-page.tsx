import { useNavigate } from 'react-router'
import { utcMinute } from '#domain/time.ts'
import { consoleWithdrawals, type WithdrawalLine } from '#domain/withdrawal/console.ts'
import { withdrawalStatuses } from '#domain/withdrawal/rules.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { referenceColumn } from '../../ui/columns.tsx'
import { customerColumn } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { Page } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { WithdrawalPanel } from './withdrawal-panel.tsx'

const REFRESH_MS = 5_000

/** Every withdrawal; what another operator does shows within seconds. */
export function WithdrawalsPage() {
  const [at, choose] = useChosen()
  return (
    <Page
      title={t('withdrawal.title')}
      panel={at && <WithdrawalPanel key={at} id={at} onClose={() => choose(undefined)} />}
    >
      <DataTable
        endpoint={consoleWithdrawals}
        label={t('withdrawal.title')}
        empty={t('withdrawal.empty')}
        columns={[
          referenceColumn,
          customerColumn(t('customers.column_customer'), ({ contact }: WithdrawalLine) => contact),
          ...columns,
        ]}
        keyOf={({ id }) => id}
        filters={filters}
        chosen={at}
        onChoose={({ id }) => choose(id)}
        refetchMs={REFRESH_MS}
        defaults={{ status: 'under-review' }}
      />
    </Page>
  )
}

const filters = [
  {
    name: 'status',
    label: t('withdrawal.column_status'),
    options: withdrawalStatuses.map((id) => ({ id, label: t(`withdrawal.status_${id}`) })),
  },
]

/** The withdrawals of one customer. */
export function CustomerWithdrawals({ customer }: { customer: string }) {
  const navigate = useNavigate()
  return (
    <DataTable
      endpoint={consoleWithdrawals}
      label={t('withdrawal.title')}
      empty={t('withdrawal.empty')}
      {...ofCustomer(customer, [referenceColumn, ...columns])}
      keyOf={({ id }) => id}
      filters={filters}
      onChoose={({ id }) => navigate(`/withdrawals?status=&at=${id}`)}
    />
  )
}

const columns: Column<WithdrawalLine>[] = [
  { title: t('withdrawal.column_network'), isWide: true, cell: ({ network }) => network },
  {
    title: t('review.column_amount'),
    align: 'right',
    sort: 'amount',
    cell: ({ amount, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(amount, currency)}</span>
    ),
  },
  { title: t('withdrawal.column_status'), cell: ({ status }) => t(`withdrawal.status_${status}`) },
  {
    title: t('withdrawal.column_requested'),
    align: 'right',
    sort: 'time',
    cell: ({ requestedAtMs }) => (
      <span className="whitespace-nowrap text-t2">{utcMinute(requestedAtMs)}</span>
    ),
  },
]
