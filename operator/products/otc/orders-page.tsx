import { consoleOtcOrders, type OtcOrderLine } from '#domain/otc/console.ts'
import { otcStatuses } from '#domain/otc/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { referenceColumn } from '../../ui/columns.tsx'
import { CustomerRecords } from '../../ui/customer-records.tsx'
import { RecordPage } from '../../ui/record-page.tsx'
import type { Column } from '../../ui/table.tsx'
import { OrderPanel } from './order-panel.tsx'

/** Every order over the counter; disputes first of all. */
export function OrdersPage() {
  return (
    <RecordPage
      title={t('otc.orders')}
      panel={(id, close) => <OrderPanel key={id} id={id} onClose={close} />}
      endpoint={consoleOtcOrders}
      empty={t('otc.empty_orders')}
      columns={[referenceColumn, ...columns]}
      filters={[
        {
          name: 'status',
          label: t('otc.status'),
          options: otcStatuses.map((id) => ({ id, label: t(`otc.status_${id}`) })),
        },
      ]}
    />
  )
}

const columns: Column<OtcOrderLine>[] = [
  { title: t('otc.buyer'), isWide: true, cell: ({ buyer }) => buyer },
  { title: t('otc.seller'), isWide: true, cell: ({ seller }) => seller },
  {
    ...{ title: t('otc.amount'), align: 'right' },
    cell: ({ amount, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(amount, currency)}</span>
    ),
  },
  {
    ...{ title: t('otc.total'), align: 'right', isWide: true },
    cell: ({ total, fiat }) => <span className="whitespace-nowrap">{amountText(total, fiat)}</span>,
  },
  { title: t('otc.status'), cell: ({ status }) => t(`otc.status_${status}`) },
  {
    ...{ title: t('otc.placed_at'), align: 'right', sort: 'time' },
    cell: ({ placedAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(placedAtMs)}</span>,
  },
]

/** The orders of one customer, whichever side they are. */
export function OrdersTable({ customer }: { customer: string }) {
  return (
    <CustomerRecords
      customer={customer}
      endpoint={consoleOtcOrders}
      label={t('otc.orders')}
      empty={t('otc.empty_orders')}
      columns={columns}
    />
  )
}
