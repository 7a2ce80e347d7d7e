import { type ConsoleBox, consoleBoxTable } from '#domain/box/console.ts'
import { boxFailures, boxStates } from '#domain/box/words.ts'
import { utcMinute } from '#domain/time.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { Page } from '../../ui/page.tsx'
import { type Column, Two } from '../../ui/table.tsx'

/** Every blind box of every customer. */
export const BoxesPage = () => (
  <Page title={t('box.boxes')}>
    <BoxesTable />
  </Page>
)

/** Customers' blind boxes, or those of one; narrowed to refunds it is the log of what was not drawn in time. */
export const BoxesTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleBoxTable}
    label={t('box.boxes')}
    empty={t('box.boxes_empty')}
    {...ofCustomer(customer, columns)}
    keyOf={({ id }) => id}
    filters={filters}
  />
)

const filters = [
  {
    name: 'state',
    label: t('box.column_status'),
    options: boxStates.map((id) => ({ id, label: t(`box.state_${id}`) })),
  },
  {
    name: 'failure',
    label: t('box.column_failure'),
    options: boxFailures.map((id) => ({ id, label: t(`box.failure_${id}`) })),
  },
]

const columns: Column<ConsoleBox>[] = [
  {
    title: t('box.column_box'),
    cell: ({ series, number }) => <Two isStrong first={series} second={t('box.box_number', { number })} />,
  },
  {
    title: t('box.column_price'),
    align: 'right',
    cell: ({ price, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(price, currency)}</span>
    ),
  },
  {
    title: t('box.column_artwork'),
    isWide: true,
    cell: ({ artwork, state }) => artwork ?? (state === 'refunded' ? '' : t('box.not_shown')),
  },
  {
    title: t('box.column_status'),
    cell: ({ state, failure }) => (
      <Two first={t(`box.state_${state}`)} second={failure && t(`box.failure_${failure}`)} />
    ),
  },
  {
    title: t('box.column_bought'),
    sort: 'time',
    align: 'right',
    cell: ({ boughtAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(boughtAtMs)}</span>,
  },
]
