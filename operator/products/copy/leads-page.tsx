import { consoleLeads, type LeadLine } from '#domain/copy/console.ts'
import { leadStatuses } from '#domain/copy/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { amount } from '#web/format/number.ts'
import { t } from '../../texts.ts'
import { customerColumn } from '../../ui/customer-link.tsx'
import { RecordPage } from '../../ui/record-page.tsx'
import type { Column } from '../../ui/table.tsx'
import { LeadPanel } from './lead-panel.tsx'

/** Everybody who leads, has led or applied to; what is chosen opens at the right. */
export function LeadsPage() {
  return (
    <RecordPage
      title={t('copy.title')}
      summary={t('copy.summary')}
      panel={(id, close) => <LeadPanel key={id} id={id} onClose={close} />}
      endpoint={consoleLeads}
      empty={t('copy.empty')}
      columns={columns}
      filters={[
        {
          name: 'status',
          label: t('copy.status'),
          options: leadStatuses.map((id) => ({ id, label: t(`copy.status_${id}`) })),
        },
      ]}
    />
  )
}

const columns: Column<LeadLine>[] = [
  customerColumn(
    t('customers.column_customer'),
    ({ nickname, customerId }: LeadLine) => nickname ?? customerId,
  ),
  { title: t('copy.status'), cell: ({ status }) => t(`copy.status_${status}`) },
  {
    ...{ title: t('copy.followers'), align: 'right', isWide: true },
    cell: ({ followers }) => <span className="figures">{followers}</span>,
  },
  {
    ...{ title: t('copy.profit'), align: 'right', isWide: true },
    cell: ({ profit }) => <span className="figures">{amount(profit)}</span>,
  },
  {
    ...{ title: t('copy.followers_profit'), align: 'right', isWide: true },
    cell: ({ followersProfit }) => <span className="figures">{amount(followersProfit)}</span>,
  },
  {
    ...{ title: t('copy.applied'), align: 'right', sort: 'time' },
    cell: ({ appliedAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(appliedAtMs)}</span>,
  },
]
