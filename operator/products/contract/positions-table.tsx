import { type ConsolePosition, consolePositions } from '#domain/contract/console.ts'
import { directions, positionStatuses } from '#domain/contract/rules.ts'
import { pairText } from '#domain/market/instrument.ts'
import { utcMinute } from '#domain/time.ts'
import { amount, grouped } from '#web/format/number.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { entriesColumn } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { type Column, Two } from '../../ui/table.tsx'

/** Customers' contract orders and positions, or those of one. */
export const PositionsTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consolePositions}
    label={t('contract.positions')}
    empty={t('contract.positions_empty')}
    {...ofCustomer(customer, columns)}
    keyOf={({ id }) => id}
    filters={filters}
  />
)

const filters = [
  {
    name: 'status',
    label: t('contract.column_status'),
    options: positionStatuses.map((id) => ({ id, label: t(`contract.status_${id}`) })),
  },
  {
    name: 'side',
    label: t('contract.column_direction'),
    options: directions.map((id) => ({ id, label: t(`contract.direction_${id}`) })),
  },
]

const priceText = (price: string | null) => (price === null ? '–' : grouped(price))

const columns: Column<ConsolePosition>[] = [
  {
    title: t('contract.column_market'),
    cell: ({ symbol, direction, leverage }) => (
      <Two
        isStrong
        first={pairText(symbol)}
        second={`${t(`contract.direction_${direction}`)} ${leverage}×`}
      />
    ),
  },
  {
    title: t('contract.column_lots'),
    align: 'right',
    cell: ({ openLots, lots }) => (
      <span className="whitespace-nowrap">
        {amount(openLots, 0)} / {amount(lots, 0)}
      </span>
    ),
  },
  {
    title: t('contract.column_prices'),
    align: 'right',
    isWide: true,
    cell: ({ entryPrice, limitPrice, closePrice }) => (
      <Two first={priceText(entryPrice ?? limitPrice)} second={priceText(closePrice)} />
    ),
  },
  {
    title: t('contract.column_pnl'),
    align: 'right',
    cell: ({ realizedPnl, margin, marginCurrency }) => (
      <Two isStrong first={amountText(realizedPnl, marginCurrency)} second={amount(margin)} />
    ),
  },
  {
    title: t('contract.column_status'),
    cell: ({ status, reason }) => (
      <Two
        first={t(`contract.status_${status}`)}
        second={reason === null ? '' : t(`contract.reason_${reason}`)}
      />
    ),
  },
  {
    title: t('contract.column_placed'),
    sort: 'time',
    align: 'right',
    cell: ({ createdAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(createdAtMs)}</span>,
  },
  entriesColumn,
]
