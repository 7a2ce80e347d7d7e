import { type ConsoleIeoOrder, consoleIeoOrders } from '#domain/ieo/console.ts'
import { ieoKinds, ieoStates } from '#domain/ieo/words.ts'
import { utcMinute } from '#domain/time.ts'
import { amount } from '#web/format/number.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { type Column, Two } from '../../ui/table.tsx'

/** Customers' orders in token sales, or those of one; narrowed to refunds it is the list of what came back. */
export const IeoOrdersTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleIeoOrders}
    label={t('ieo.orders')}
    empty={t('ieo.orders_empty')}
    {...ofCustomer(customer, columns)}
    keyOf={({ id }) => id}
    filters={filters}
  />
)

const filters = [
  {
    name: 'status',
    label: t('ieo.column_status'),
    options: ieoStates.map((id) => ({ id, label: t(`ieo.state_${id}`) })),
  },
  {
    name: 'kind',
    label: t('ieo.column_kind'),
    options: ieoKinds.map((id) => ({ id, label: t(`ieo.kind_of_${id}`) })),
  },
  {
    name: 'refunded',
    label: t('ieo.column_refunded'),
    options: (['yes', 'no'] as const).map((id) => ({ id, label: t(`ieo.refunded_${id}`) })),
  },
]

const columns: Column<ConsoleIeoOrder>[] = [
  {
    title: t('ieo.column_sale'),
    cell: ({ code, kind }) => <Two isStrong first={code} second={t(`ieo.kind_of_${kind}`)} />,
  },
  {
    title: t('ieo.column_tokens'),
    align: 'right',
    cell: ({ quantity, allotted }) => (
      <Two
        first={amount(quantity, 0)}
        second={allotted === null ? t('ieo.not_allotted') : t('ieo.got', { count: amount(allotted, 0) })}
      />
    ),
  },
  {
    title: t('ieo.column_paid'),
    align: 'right',
    cell: ({ cost, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(cost, currency)}</span>
    ),
  },
  {
    title: t('ieo.column_refunded'),
    align: 'right',
    isWide: true,
    cell: ({ refunded, currency }) => (
      <span className="whitespace-nowrap">{amountText(refunded, currency)}</span>
    ),
  },
  { title: t('ieo.column_status'), cell: ({ status }) => t(`ieo.state_${status}`) },
  {
    title: t('ieo.column_placed'),
    sort: 'time',
    align: 'right',
    cell: ({ placedAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(placedAtMs)}</span>,
  },
]
