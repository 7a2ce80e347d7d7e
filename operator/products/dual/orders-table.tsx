import { type ConsoleDualOrder, consoleDualOrders } from '#domain/dual/console.ts'
import { dualStates, dualTypes } from '#domain/dual/outcomes.ts'
import { pairText } from '#domain/market/instrument.ts'
import { utcMinute } from '#domain/time.ts'
import { amount, grouped } from '#web/format/number.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { type Column, Two } from '../../ui/table.tsx'

/** Customers' dual investments, or those of one. */
export const DualOrdersTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleDualOrders}
    label={t('dual.orders')}
    empty={t('dual.orders_empty')}
    {...ofCustomer(customer, columns)}
    keyOf={({ id }) => id}
    filters={filters}
  />
)

const filters = [
  {
    name: 'status',
    label: t('dual.column_status'),
    options: dualStates.map((id) => ({ id, label: t(`dual.state_${id}`) })),
  },
  {
    name: 'side',
    label: t('dual.form_type'),
    options: dualTypes.map((id) => ({ id, label: t(`dual.type_${id}`) })),
  },
]

const columns: Column<ConsoleDualOrder>[] = [
  {
    title: t('dual.column_market'),
    cell: ({ symbol, type, strike }) => (
      <Two
        isStrong
        first={pairText(symbol)}
        second={t('dual.at_strike', { type: t(`dual.type_${type}`), strike: grouped(strike) })}
      />
    ),
  },
  {
    title: t('dual.column_principal'),
    align: 'right',
    cell: ({ principal, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(principal, currency)}</span>
    ),
  },
  {
    title: t('dual.column_outcomes'),
    align: 'right',
    isWide: true,
    cell: ({ above, below }) => <Two first={amount(above)} second={amount(below)} />,
  },
  {
    title: t('dual.column_settlement'),
    align: 'right',
    isWide: true,
    cell: ({ dueAtMs }) => <span className="whitespace-nowrap">{utcMinute(dueAtMs)}</span>,
  },
  {
    title: t('dual.column_status'),
    cell: ({ status }) => t(`dual.state_${status}`),
  },
  {
    title: t('dual.column_subscribed'),
    sort: 'time',
    align: 'right',
    cell: ({ subscribedAtMs }) => (
      <span className="whitespace-nowrap text-t2">{utcMinute(subscribedAtMs)}</span>
    ),
  },
]
