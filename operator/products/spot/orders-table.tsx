import { pairText } from '#domain/market/instrument.ts'
import { type ConsoleOrder, consoleOrders } from '#domain/spot/console.ts'
import { isAtMarket, orderStatuses, sides } from '#domain/spot/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { amount, grouped } from '#web/format/number.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { entriesColumn } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { type Column, Two } from '../../ui/table.tsx'

/** Customers' orders, or those of one. */
export const OrdersTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleOrders}
    label={t('spot.orders')}
    empty={t('spot.orders_empty')}
    {...ofCustomer(customer, columns)}
    keyOf={({ id }) => id}
    filters={filters}
  />
)

const filters = [
  {
    name: 'status',
    label: t('spot.column_status'),
    options: orderStatuses.map((id) => ({ id, label: t(`spot.status_${id}`) })),
  },
  {
    name: 'side',
    label: t('spot.column_side'),
    options: sides.map((id) => ({ id, label: t(`spot.side_${id}`) })),
  },
]

const columns: Column<ConsoleOrder>[] = [
  {
    title: t('spot.column_market'),
    cell: ({ symbol, side, orderType }) => (
      <Two
        isStrong
        first={pairText(symbol)}
        second={`${t(`spot.side_${side}`)}, ${t(`spot.type_${orderType}`)}`}
      />
    ),
  },
  {
    title: t('spot.column_quantity'),
    align: 'right',
    cell: ({ filled, quantity, base }) => (
      <Two first={amount(filled, 0)} second={amountText(quantity, base)} />
    ),
  },
  {
    title: t('spot.column_price'),
    align: 'right',
    isWide: true,
    cell: ({ averagePrice, limitPrice, orderType }) =>
      averagePrice ? grouped(averagePrice) : isAtMarket(orderType) ? '–' : grouped(limitPrice),
  },
  {
    title: t('spot.column_total'),
    align: 'right',
    cell: ({ notional, quote, fee, feeCurrency }) => (
      <Two isStrong first={amountText(notional, quote)} second={amountText(fee, feeCurrency)} />
    ),
  },
  { title: t('spot.column_status'), cell: ({ status }) => t(`spot.status_${status}`) },
  {
    title: t('spot.column_placed'),
    sort: 'time',
    align: 'right',
    cell: ({ createdAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(createdAtMs)}</span>,
  },
  entriesColumn,
]
