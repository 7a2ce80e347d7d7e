import { sales } from '#domain/sale/contract.ts'
import { PAID_CURRENCY, saleStatuses } from '#domain/sale/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { amount } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SaleSheet } from './sale-sheet.tsx'
import { StatusText } from './status-text.tsx'

const REFRESH_MS = 10_000
const choices = ['all', ...saleStatuses] as const

/** The customer's sales by status, newest first; `?id=` opens one. */
export default function OrdersPage() {
  const { t } = useTexts()
  const [status, setStatus] = useUrlChoice('status', choices)
  const filter = status === 'all' ? {} : { status }
  return (
    <>
      <AppBar title={t('sale_pages.orders')} />
      <main className="pb-8">
        <UnderlineTabs
          label={t('sale_pages.status')}
          choices={choices.map((id) => ({ id, label: t(`sale_pages.status_${id}`) }))}
          value={status}
          onChange={setStatus}
        />
        <RecordList
          list={usePagedList(sales, { ...filter, limit: '20' }, { refetchMs: REFRESH_MS })}
          empty={{
            title: t(status === 'all' ? 'sale_pages.none' : 'sale_pages.none_such'),
            text: t('sale_pages.none_why'),
            action: { label: t('sale_pages.title'), to: toPage('pages/saleCoin/saleCoin') },
          }}
          row={(one, open) => (
            <ListRow
              title={`${amount(one.amount)} ${one.currency}`}
              note={`${one.reference} · ${dateTime(one.soldAtMs)}`}
              value={<Amount value={one.receive} currency={PAID_CURRENCY} />}
              valueNote={<StatusText status={one.status} />}
              onClick={open}
            />
          )}
          sheet={(id, sale, close) => <SaleSheet id={id} sale={sale} onClose={close} />}
        />
      </main>
    </>
  )
}
