import { type ConsoleNftBid, consoleNftBids } from '#domain/nft/console.ts'
import { utcMinute } from '#domain/time.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { customerColumn } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { type Column, Two } from '../../ui/table.tsx'

/** Every bid, with who made it. */
export const BidsPage = () => (
  <Page title={t('nft.bids')}>
    <BidsTable />
  </Page>
)

/** Every bid, or those of one customer. */
export const BidsTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleNftBids}
    label={t('nft.bids')}
    empty={t('nft.no_bids')}
    columns={bidColumns}
    fixed={customer === undefined ? {} : { customer }}
    keyOf={({ id }) => id}
  />
)

export const bidColumns: Column<ConsoleNftBid>[] = [
  customerColumn(t('customers.column_customer')),
  {
    title: t('nft.artwork'),
    cell: ({ code, bidder }) => <Two first={code} second={t('nft.bidder', { number: bidder })} />,
  },
  {
    title: t('nft.bid'),
    align: 'right',
    cell: ({ price, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(price, currency)}</span>
    ),
  },
  {
    ...{ title: t('nft.bid_at'), align: 'right', sort: 'time' },
    cell: ({ atMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(atMs)}</span>,
  },
]
