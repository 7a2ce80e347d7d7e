import { depositStatuses, deposits } from '#domain/deposit/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { RecordList } from '#web/features/records/record-list.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { DepositRow } from './deposit-row.tsx'
import { DepositSheet } from './deposit-sheet.tsx'
import { useDepositEvents } from './use-deposit-events.ts'

const REFRESH_MS = 20_000
const choices = ['all', ...depositStatuses] as const

/** Every request about funds with its status; today these are deposits. `?id=` opens one. */
export default function AllRecordsPage() {
  const { t } = useTexts()
  const [status, setStatus] = useUrlChoice('status', choices)
  const filter = status === 'all' ? {} : { status }
  const list = usePagedList(deposits, { ...filter, limit: '20' }, { refetchMs: REFRESH_MS })
  useDepositEvents()
  const action = { label: t('deposit.title'), to: toPage('pages/fund/receive') }
  return (
    <>
      <AppBar title={t('deposit_pages.all_records')}>
        <span className="mr-3">
          <PriceSourceBadge isShort />
        </span>
      </AppBar>
      <main className="pb-8">
        <UnderlineTabs
          label={t('deposit_pages.all_records')}
          choices={choices.map((id) => ({
            id,
            label: id === 'all' ? t('deposit_pages.all_statuses') : t(`deposit_pages.status_${id}`),
          }))}
          value={status}
          onChange={setStatus}
        />
        <RecordList
          list={list}
          empty={{ title: t('deposit_pages.no_deposit'), text: t('deposit_pages.no_deposit_why'), action }}
          row={(deposit, open) => <DepositRow deposit={deposit} onOpen={open} />}
          sheet={(id, deposit, close) => <DepositSheet id={id} deposit={deposit} onClose={close} />}
        />
      </main>
    </>
  )
}
