import {
  type ChainDepositLine,
  chainDepositStatuses,
  consoleChainDeposits,
  watchedNetworks,
} from '#domain/deposit/console.ts'
import { utcMinute } from '#domain/time.ts'
import { amountText, shortHash } from '../../format.ts'
import { t } from '../../texts.ts'
import { referenceColumn } from '../../ui/columns.tsx'
import { customerColumn } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { type Column, Two } from '../../ui/table.tsx'

const DEPOSITS_EVERY_MS = 5_000

/** Deposits to customers' own addresses, as their chains show them, or those of one customer. */
export const ChainDepositsTable = ({
  customer,
  chosen,
  onChoose,
}: {
  customer?: string
  chosen?: string | undefined
  onChoose(id: string): void
}) => (
  <DataTable
    endpoint={consoleChainDeposits}
    label={t('deposit.chain')}
    empty={t('deposit.chain_empty')}
    columns={customer === undefined ? [referenceColumn, whose, ...columns] : [referenceColumn, ...columns]}
    keyOf={({ id }) => id}
    filters={filters}
    chosen={chosen}
    onChoose={({ id }) => onChoose(id)}
    {...(customer === undefined ? { refetchMs: DEPOSITS_EVERY_MS } : { fixed: { customer } })}
  />
)

const filters = [
  {
    name: 'status',
    label: t('deposit.column_status'),
    options: chainDepositStatuses.map((id) => ({ id, label: t(`deposit.chain_status_${id}`) })),
  },
  {
    name: 'network',
    label: t('deposit.column_network'),
    options: watchedNetworks.map((id) => ({ id, label: id })),
  },
  {
    name: 'on',
    label: t('deposit.filter_on'),
    options: (['seen', 'decided'] as const).map((id) => ({ id, label: t(`deposit.on_${id}`) })),
    isAlwaysChosen: true,
  },
]

const whose = customerColumn(t('customers.column_customer'))

const columns: Column<ChainDepositLine>[] = [
  { title: t('deposit.column_network'), isWide: true, cell: ({ network }) => network },
  {
    title: t('deposit.column_transaction'),
    cell: ({ txid, address }) => (
      <Two
        first={<span className="figures">{shortHash(txid)}</span>}
        second={t('deposit.chain_to', { address: shortHash(address) })}
      />
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
  {
    title: t('deposit.column_status'),
    cell: ({ status, confirmations, confirmationsNeeded }) => (
      <Two
        first={t(`deposit.chain_status_${status}`)}
        second={
          status === 'confirming' &&
          t('deposit.chain_counted', { confirmations, needed: confirmationsNeeded })
        }
      />
    ),
  },
  {
    title: t('deposit.column_seen'),
    align: 'right',
    sort: 'time',
    cell: ({ seenAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(seenAtMs)}</span>,
  },
]
