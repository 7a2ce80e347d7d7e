import { cardText } from '#domain/card/masked.ts'
import { consoleSales, type SaleLine } from '#domain/sale/console.ts'
import { PAID_CURRENCY, saleStatuses } from '#domain/sale/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { referenceColumn } from '../../ui/columns.tsx'
import { customerColumn } from '../../ui/customer-link.tsx'
import { CustomerRecords } from '../../ui/customer-records.tsx'
import { RecordPage } from '../../ui/record-page.tsx'
import type { Column } from '../../ui/table.tsx'
import { SalePanel } from './sale-panel.tsx'

/** Every sale; what another operator does shows within seconds. */
export function SalesPage() {
  return (
    <RecordPage
      title={t('sale.title')}
      panel={(id, close) => <SalePanel key={id} id={id} onClose={close} />}
      endpoint={consoleSales}
      empty={t('sale.empty')}
      columns={[referenceColumn, customerColumn(t('customers.column_customer')), ...columns]}
      filters={filters}
      defaults={{ status: 'hold' }}
    />
  )
}

const filters = [
  {
    name: 'status',
    label: t('sale.column_status'),
    options: saleStatuses.map((id) => ({ id, label: t(`sale.status_${id}`) })),
  },
]

const columns: Column<SaleLine>[] = [
  {
    title: t('sale.column_sold'),
    sort: 'amount',
    align: 'right',
    isWide: true,
    cell: ({ amount, currency }) => <span className="whitespace-nowrap">{amountText(amount, currency)}</span>,
  },
  {
    title: t('sale.column_pays'),
    align: 'right',
    // Who is to type it from the bank's record is not sent it, nor the card's digits.
    cell: ({ receive }) =>
      receive !== null && (
        <span className="font-semibold whitespace-nowrap">{amountText(receive, PAID_CURRENCY)}</span>
      ),
  },
  {
    title: t('sale.column_card'),
    isWide: true,
    cell: ({ card: { lastDigits, ...card } }) =>
      lastDigits === null ? card.bankName : cardText({ ...card, lastDigits }),
  },
  { title: t('sale.column_status'), cell: ({ status }) => t(`sale.status_${status}`) },
  {
    title: t('sale.column_time'),
    align: 'right',
    sort: 'time',
    cell: ({ soldAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(soldAtMs)}</span>,
  },
]

/** The sales of one customer. */
export function SalesTable({ customer }: { customer: string }) {
  return (
    <CustomerRecords
      customer={customer}
      endpoint={consoleSales}
      label={t('sale.title')}
      empty={t('sale.empty')}
      columns={columns}
      filters={filters}
    />
  )
}
