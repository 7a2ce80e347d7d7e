import { consoleSubscriptions, type SubscriptionLine } from '#domain/earn/console.ts'
import { termKinds } from '#domain/earn/kinds.ts'
import { utcMinute } from '#domain/time.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { type Column, Two } from '../../ui/table.tsx'
import { dailyText, productName } from './product-name.ts'

/** Customers' subscriptions, or those of one. */
export const SubscriptionsTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleSubscriptions}
    label={t('earn.subscriptions')}
    empty={t('earn.subscriptions_empty')}
    {...ofCustomer(customer, columns)}
    keyOf={({ id }) => id}
    filters={filters}
  />
)

const filters = [
  {
    name: 'status',
    label: t('earn.column_status'),
    options: (['active', 'ended'] as const).map((id) => ({ id, label: t(`earn.status_${id}`) })),
  },
  {
    name: 'termKind',
    label: t('earn.form_kind'),
    options: termKinds.map((id) => ({ id, label: t(`earn.kind_${id}`) })),
  },
]

const minuteText = (ms: number) => <span className="whitespace-nowrap text-t2">{utcMinute(ms)}</span>

const columns: Column<SubscriptionLine>[] = [
  {
    title: t('earn.column_kind'),
    cell: (line) => (
      <Two first={productName(line)} second={`${t(`earn.kind_${line.kind}`)}, ${dailyText(line)}`} />
    ),
  },
  {
    title: t('earn.column_principal'),
    align: 'right',
    sort: 'amount',
    cell: ({ principal, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(principal, currency)}</span>
    ),
  },
  {
    title: t('earn.column_interest'),
    align: 'right',
    isWide: true,
    cell: ({ interestSoFar, rewardCurrency }) => (
      <span className="whitespace-nowrap">{amountText(interestSoFar, rewardCurrency)}</span>
    ),
  },
  { title: t('earn.column_status'), cell: ({ status }) => t(`earn.status_${status}`) },
  {
    title: t('earn.column_subscribed'),
    align: 'right',
    sort: 'time',
    cell: ({ subscribedAtMs }) => minuteText(subscribedAtMs),
  },
  {
    title: t('earn.column_matures'),
    align: 'right',
    isWide: true,
    cell: ({ maturesAtMs }) => minuteText(maturesAtMs),
  },
]
