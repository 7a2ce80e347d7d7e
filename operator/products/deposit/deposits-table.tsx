import { consoleDeposits, type DepositLine, depositWays } from '#domain/deposit/console.ts'
import { depositStatuses } from '#domain/deposit/contract.ts'
import { utcMinute } from '#domain/time.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { referenceColumn } from '../../ui/columns.tsx'
import { customerColumn } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/table.tsx'

const DEPOSITS_EVERY_MS = 5_000

/** Deposits by proof and by bank: those that wait, until the URL asks for others; of one customer, all. */
export const DepositsTable = ({
  customer,
  chosen,
  onChoose,
}: {
  customer?: string
  chosen?: string | undefined
  onChoose(id: string): void
}) => (
  <DataTable
    endpoint={consoleDeposits}
    label={t('deposit.title')}
    empty={t('deposit.empty')}
    columns={customer === undefined ? [referenceColumn, whose, ...columns] : [referenceColumn, ...columns]}
    keyOf={({ id }) => id}
    filters={filters}
    chosen={chosen}
    onChoose={({ id }) => onChoose(id)}
    {...(customer === undefined
      ? { refetchMs: DEPOSITS_EVERY_MS, defaults: { status: 'pending' } }
      : { fixed: { customer } })}
  />
)

const filters = [
  {
    name: 'status',
    label: t('deposit.column_status'),
    options: depositStatuses.map((id) => ({ id, label: t(`deposit.status_${id}`) })),
  },
  {
    name: 'way',
    label: t('deposit.column_way'),
    options: depositWays.map((id) => ({ id, label: t(`deposit.way_${id}`) })),
  },
  {
    name: 'on',
    label: t('deposit.filter_on'),
    options: (['submitted', 'decided'] as const).map((id) => ({ id, label: t(`deposit.on_${id}`) })),
    isAlwaysChosen: true,
  },
]

const whose = customerColumn(t('customers.column_customer'), ({ sender, bank }: DepositLine) =>
  bank ? bank.paymentReference : sender,
)

const columns: Column<DepositLine>[] = [
  {
    title: t('deposit.column_network'),
    isWide: true,
    cell: ({ network, way }) => (way === 'proof' ? network : t(`deposit.way_${way}`)),
  },
  {
    title: t('review.column_amount'),
    align: 'right',
    sort: 'amount',
    cell: ({ claimed, credited, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(credited ?? claimed, currency)}</span>
    ),
  },
  { title: t('deposit.column_status'), cell: ({ status }) => t(`deposit.status_${status}`) },
  {
    title: t('deposit.column_submitted'),
    align: 'right',
    sort: 'time',
    cell: ({ submittedAtMs }) => (
      <span className="whitespace-nowrap text-t2">{utcMinute(submittedAtMs)}</span>
    ),
  },
]
