import { type ConsoleConversion, consoleConversions } from '#domain/convert/console.ts'
import { pairText } from '#domain/market/instrument.ts'
import { utcMinute } from '#domain/time.ts'
import { grouped } from '#web/format/number.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { entriesColumn } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import type { Column } from '../../ui/table.tsx'

/** Customers' conversions, or those of one. */
export const ConversionsTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleConversions}
    label={t('convert.list')}
    empty={t('convert.list_empty')}
    {...ofCustomer(customer, columns)}
    keyOf={({ id }) => id}
  />
)

const columns: Column<ConsoleConversion>[] = [
  {
    title: t('convert.column_given'),
    sort: 'amount',
    align: 'right',
    cell: ({ amount, from }) => <span className="whitespace-nowrap">{amountText(amount, from)}</span>,
  },
  {
    title: t('convert.column_received'),
    align: 'right',
    cell: ({ receive, to }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(receive, to)}</span>
    ),
  },
  {
    title: t('convert.column_fee'),
    align: 'right',
    isWide: true,
    cell: ({ fee, from }) => <span className="whitespace-nowrap">{amountText(fee, from)}</span>,
  },
  {
    title: t('convert.column_prices'),
    isWide: true,
    cell: ({ legs }) =>
      legs.map(({ symbol, price }) => (
        <span
          key={symbol}
          className="block whitespace-nowrap"
        >{`${pairText(symbol)} ${grouped(price)}`}</span>
      )),
  },
  {
    title: t('convert.column_time'),
    sort: 'time',
    align: 'right',
    cell: ({ convertedAtMs }) => (
      <span className="whitespace-nowrap text-t2">{utcMinute(convertedAtMs)}</span>
    ),
  },
  entriesColumn,
]
