import { type ConsoleNftOrder, consoleNftOrders } from '#domain/nft/console.ts'
import { nftOrderKinds, nftOrderStatuses } from '#domain/nft/words.ts'
import { utcMinute } from '#domain/time.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { Page } from '../../ui/page.tsx'
import { type Column, Two } from '../../ui/table.tsx'

/** Every order of an artwork. */
export const OrdersPage = () => (
  <Page title={t('nft.orders')}>
    <OrdersTable />
  </Page>
)

/** Orders of all customers, or those that one bought. */
export const OrdersTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleNftOrders}
    label={t('nft.orders')}
    empty={t('nft.no_orders')}
    {...ofCustomer(customer, columns)}
    keyOf={({ id }) => id}
    filters={filters}
  />
)

const filters = [
  {
    name: 'kind',
    label: t('nft.kind'),
    options: nftOrderKinds.map((id) => ({ id, label: t(`nft.kind_${id}`) })),
  },
  {
    name: 'status',
    label: t('nft.status'),
    options: nftOrderStatuses.map((id) => ({ id, label: t(`nft.order_${id}`) })),
  },
]

const columns: Column<ConsoleNftOrder>[] = [
  {
    title: t('nft.artwork'),
    cell: ({ code, kind }) => <Two isStrong first={code} second={t(`nft.kind_${kind}`)} />,
  },
  {
    title: t('nft.seller'),
    isWide: true,
    cell: ({ sellerId }) =>
      sellerId === null ? t('nft.holder_platform') : <CustomerLink id={sellerId}>{sellerId}</CustomerLink>,
  },
  {
    title: t('nft.price'),
    align: 'right',
    cell: ({ price, margin, currency }) => (
      <Two
        isStrong
        first={amountText(price, currency)}
        second={t('nft.of_margin', { margin: amountText(margin, currency) })}
      />
    ),
  },
  {
    title: t('nft.fee_and_royalty'),
    align: 'right',
    isWide: true,
    cell: ({ fee, royalty, currency }) => (
      <Two first={amountText(fee, currency)} second={amountText(royalty, currency)} />
    ),
  },
  {
    title: t('nft.status'),
    cell: ({ status, cancelled, payByMs }) => (
      <Two
        first={t(`nft.order_${status}`)}
        second={
          cancelled
            ? t(`nft.cancelled_${cancelled}`)
            : status === 'unpaid' && payByMs !== null
              ? t('nft.pay_by', { time: utcMinute(payByMs) })
              : undefined
        }
      />
    ),
  },
  {
    ...{ title: t('nft.placed_at'), align: 'right', sort: 'time' },
    cell: ({ placedAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(placedAtMs)}</span>,
  },
]
