import { type ConsoleCoupon, consoleClaims } from '#domain/coupon/console.ts'
import { couponKinds, couponStates } from '#domain/coupon/words.ts'
import { utcMinute } from '#domain/time.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { Page } from '../../ui/page.tsx'
import { type Column, Two } from '../../ui/table.tsx'

/** Every customer's coupons. */
export const ClaimsPage = () => (
  <Page title={t('coupon.claims')}>
    <ClaimsTable />
  </Page>
)

/** Customers' coupons, or those of one. */
export const ClaimsTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleClaims}
    label={t('coupon.claims')}
    empty={t('coupon.claims_empty')}
    {...ofCustomer(customer, columns)}
    keyOf={({ id }) => id}
    filters={filters}
  />
)

const filters = [
  {
    name: 'kind',
    label: t('coupon.column_kind'),
    options: couponKinds.map((id) => ({ id, label: t(`coupon.kind_${id}`) })),
  },
  {
    name: 'status',
    label: t('coupon.column_status'),
    options: couponStates.map((id) => ({ id, label: t(`coupon.state_${id}`) })),
  },
]

const columns: Column<ConsoleCoupon>[] = [
  {
    title: t('coupon.column_coupon'),
    cell: ({ name, id }) => <Two isStrong first={name} second={id} />,
  },
  {
    title: t('coupon.column_kind'),
    cell: ({ kind, cap, currency, sharePercent }) => (
      <Two
        first={t(`coupon.kind_${kind}`)}
        second={
          kind === 'trial' ? amountText(cap, currency) : `${sharePercent}%, ${amountText(cap, currency)}`
        }
      />
    ),
  },
  {
    title: t('coupon.column_paid'),
    align: 'right',
    cell: ({ paid, currency }) => <span className="figures">{amountText(paid, currency)}</span>,
  },
  { title: t('coupon.column_status'), cell: ({ status }) => t(`coupon.state_${status}`) },
  {
    title: t('coupon.column_claimed_at'),
    sort: 'time',
    align: 'right',
    cell: ({ claimedAtMs }) => <span className="figures">{utcMinute(claimedAtMs)}</span>,
  },
  {
    title: t('coupon.column_expires'),
    align: 'right',
    isWide: true,
    cell: ({ expiresAtMs }) => <span className="figures">{utcMinute(expiresAtMs)}</span>,
  },
]
