import { type ConsoleCommission, consoleCommissions } from '#domain/invite/console.ts'
import { VALUED_IN } from '#domain/invite/rules.ts'
import { commissionStates } from '#domain/invite/words.ts'
import { amountText, dateTimeUtc } from '../../format.ts'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { type Column, Two } from '../../ui/table.tsx'

/** Customers' commission for invitations, or that of one. */
export const CommissionTable = ({ customer }: { customer?: string }) => (
  <DataTable
    endpoint={consoleCommissions}
    label={t('invite.title')}
    empty={t('invite.empty')}
    {...ofCustomer(customer, columns)}
    keyOf={({ id }) => id}
    filters={filters}
  />
)

const filters = [
  {
    name: 'status',
    label: t('invite.column_status'),
    options: commissionStates.map((id) => ({ id, label: t(`invite.status_${id}`) })),
  },
]

const columns: Column<ConsoleCommission>[] = [
  {
    title: t('invite.column_invited'),
    cell: ({ invitedId, invitedContact }) => <CustomerLink id={invitedId}>{invitedContact}</CustomerLink>,
  },
  {
    title: t('invite.column_amount'),
    align: 'right',
    cell: ({ amount, fees, currency }) => (
      <Two
        isStrong
        first={amountText(amount, currency)}
        second={t('invite.of_fees', { fees: amountText(fees, currency) })}
      />
    ),
  },
  {
    title: t('invite.column_paid'),
    align: 'right',
    cell: ({ paid, value, currency }) => (
      <Two
        first={amountText(paid, currency)}
        second={t('invite.worth', { value: amountText(value, VALUED_IN) })}
      />
    ),
  },
  {
    title: t('invite.column_status'),
    cell: ({ status, why }) => (
      <Two first={t(`invite.status_${status}`)} second={why === null ? '' : t(`invite.why_${why}`)} />
    ),
  },
  {
    title: t('invite.column_day'),
    sort: 'time',
    align: 'right',
    cell: ({ earnedOnMs }) => dateTimeUtc(earnedOnMs).slice(0, 10),
  },
  {
    title: t('invite.column_when'),
    align: 'right',
    isWide: true,
    cell: ({ paidAtMs }) => dateTimeUtc(paidAtMs).slice(0, 10),
  },
]
