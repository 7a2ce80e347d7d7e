import { pairText } from '#domain/market/instrument.ts'
import { type ConsoleOptionOrder, consoleOptionOrders } from '#domain/option/console.ts'
import { optionDirections, optionStatuses } from '#domain/option/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { grouped } from '#web/format/number.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { entriesColumn } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { type Column, Two } from '../../ui/table.tsx'

/** Customers' seconds options, or those of one. */
export const OptionOrdersTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleOptionOrders}
    label={t('option.list')}
    empty={t('option.list_empty')}
    {...ofCustomer(customer, columns)}
    keyOf={({ id }) => id}
    filters={filters}
  />
)

const filters = [
  {
    name: 'status',
    label: t('option.column_outcome'),
    options: optionStatuses.map((id) => ({ id, label: t(`option.status_${id}`) })),
  },
  {
    name: 'side',
    label: t('option.column_direction'),
    options: optionDirections.map((id) => ({ id, label: t(`option.direction_${id}`) })),
  },
]

const priceText = (tick: { readonly price: string } | null) => (tick === null ? '–' : grouped(tick.price))

const columns: Column<ConsoleOptionOrder>[] = [
  {
    title: t('option.column_market'),
    cell: ({ symbol, direction }) => (
      <Two isStrong first={pairText(symbol)} second={t(`option.direction_${direction}`)} />
    ),
  },
  {
    title: t('option.column_period'),
    align: 'right',
    isWide: true,
    cell: ({ seconds }) => t('option.period_seconds', { seconds }),
  },
  {
    title: t('option.column_stake'),
    align: 'right',
    cell: ({ stake, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(stake, currency)}</span>
    ),
  },
  {
    title: t('option.column_prices'),
    align: 'right',
    isWide: true,
    cell: ({ entry, exit }) => <Two first={priceText(entry)} second={priceText(exit)} />,
  },
  {
    title: t('option.column_outcome'),
    cell: ({ outcome }) => t(outcome === null ? 'option.status_open' : `option.outcome_${outcome}`),
  },
  {
    title: t('option.column_paid'),
    align: 'right',
    cell: ({ paid, currency }) => (
      <span className="whitespace-nowrap">{paid === null ? '–' : amountText(paid, currency)}</span>
    ),
  },
  {
    title: t('option.column_placed'),
    sort: 'time',
    align: 'right',
    cell: ({ acceptedAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(acceptedAtMs)}</span>,
  },
  entriesColumn,
]
