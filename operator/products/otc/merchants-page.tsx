import { consoleOtcMerchants, type MerchantLine } from '#domain/otc/console.ts'
import { merchantStatuses } from '#domain/otc/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { t } from '../../texts.ts'
import { customerColumn } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { MerchantPanel } from './merchant-panel.tsx'

const REFRESH_MS = 5_000

/** Who is a merchant, was one or applied to; what is chosen opens at the right. */
export function MerchantsPage() {
  const [at, choose] = useChosen()
  return (
    <Page
      title={t('otc.merchants')}
      panel={at && <MerchantPanel key={at} id={at} onClose={() => choose(undefined)} />}
    >
      <DataTable
        endpoint={consoleOtcMerchants}
        label={t('otc.merchants')}
        empty={t('otc.empty_merchants')}
        columns={columns}
        keyOf={({ id }) => id}
        filters={[
          {
            name: 'status',
            label: t('otc.status'),
            options: merchantStatuses.map((id) => ({ id, label: t(`otc.merchant_status_${id}`) })),
          },
        ]}
        refetchMs={REFRESH_MS}
        chosen={at}
        onChoose={({ id }) => choose(id)}
      />
    </Page>
  )
}

const columns: Column<MerchantLine>[] = [
  { title: t('otc.name'), cell: ({ name }) => name },
  customerColumn(t('customers.column_customer'), ({ contact }: MerchantLine) => contact),
  { title: t('otc.status'), cell: ({ status }) => t(`otc.merchant_status_${status}`) },
  {
    ...{ title: t('otc.applied_at'), align: 'right', sort: 'time' },
    cell: ({ appliedAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(appliedAtMs)}</span>,
  },
]
