import { consoleOtcMerchants, type MerchantLine } from '#domain/otc/console.ts'
import { merchantStatuses } from '#domain/otc/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { t } from '../../texts.ts'
import { customerColumn } from '../../ui/customer-link.tsx'
import { RecordPage } from '../../ui/record-page.tsx'
import type { Column } from '../../ui/table.tsx'
import { MerchantPanel } from './merchant-panel.tsx'

/** Who is a merchant, was one or applied to; what is chosen opens at the right. */
export function MerchantsPage() {
  return (
    <RecordPage
      title={t('otc.merchants')}
      panel={(id, close) => <MerchantPanel key={id} id={id} onClose={close} />}
      endpoint={consoleOtcMerchants}
      empty={t('otc.empty_merchants')}
      columns={columns}
      filters={[
        {
          name: 'status',
          label: t('otc.status'),
          options: merchantStatuses.map((id) => ({ id, label: t(`otc.merchant_status_${id}`) })),
        },
      ]}
    />
  )
}

const columns: Column<MerchantLine>[] = [
  { title: t('otc.name'), cell: ({ name }) => name },
  customerColumn(t('customers.column_customer')),
  { title: t('otc.status'), cell: ({ status }) => t(`otc.merchant_status_${status}`) },
  {
    ...{ title: t('otc.applied_at'), align: 'right', sort: 'time' },
    cell: ({ appliedAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(appliedAtMs)}</span>,
  },
]
