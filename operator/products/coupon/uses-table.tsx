import { type ConsoleCouponUse, consoleCouponUses } from '#domain/coupon/console.ts'
import { couponKinds, couponUseStates } from '#domain/coupon/words.ts'
import { utcMinute } from '#domain/time.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { Page } from '../../ui/page.tsx'
import { type Column, Two } from '../../ui/table.tsx'

/** What every coupon did in every order. */
export const UsesPage = () => (
  <Page title={t('coupon.uses')}>
    <UsesTable />
  </Page>
)

/** What coupons did in customers' orders, or in those of one. */
export const UsesTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleCouponUses}
    label={t('coupon.uses')}
    empty={t('coupon.uses_empty')}
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
    options: couponUseStates.map((id) => ({ id, label: t(`coupon.use_${id}`) })),
  },
]

const columns: Column<ConsoleCouponUse>[] = [
  {
    title: t('coupon.column_order'),
    cell: ({ id, kind }) => <Two isStrong first={id} second={t(`coupon.kind_${kind}`)} />,
  },
  { title: t('coupon.column_coupon'), isWide: true, cell: ({ couponId }) => couponId },
  {
    title: t('coupon.column_amount'),
    align: 'right',
    cell: ({ amount, currency }) => <span className="figures">{amountText(amount, currency)}</span>,
  },
  {
    title: t('coupon.column_fee'),
    align: 'right',
    isWide: true,
    cell: ({ fee, feeCurrency }) => (
      <span className="figures">{fee === null ? '' : amountText(fee, feeCurrency ?? '')}</span>
    ),
  },
  { title: t('coupon.column_status'), cell: ({ status }) => t(`coupon.use_${status}`) },
  {
    title: t('coupon.column_made'),
    sort: 'time',
    align: 'right',
    cell: ({ madeAtMs }) => <span className="figures">{utcMinute(madeAtMs)}</span>,
  },
]
