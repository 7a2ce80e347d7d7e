import { deposits } from '#domain/deposit/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { RecordList } from '#web/features/records/record-list.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { WithdrawalList } from '#web/features/withdrawal/withdrawal-list.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DepositRow } from './deposit-row.tsx'
import { DepositSheet } from './deposit-sheet.tsx'
import { useDepositEvents } from './use-deposit-events.ts'

/** The specification's filter of fund records; the numbers stand in the URL. */
const kinds = { '0': 'deposit', '1': 'wire', '2': 'withdrawal' } as const

const REFRESH_MS = 20_000

/** Deposits, wire transfers and withdrawals with their status; `?id=` opens one. */
export default function RecordsPage() {
  const { t } = useTexts()
  const [kind, setKind] = useUrlChoice('type', ['0', '1', '2'])
  const action = { label: t('deposit.title'), to: toPage('pages/fund/receive') }
  return (
    <>
      <AppBar title={t('deposit_pages.records')}>
        <span className="mr-3">
          <PriceSourceBadge isShort />
        </span>
      </AppBar>
      <main className="pb-8">
        <UnderlineTabs
          label={t('deposit_pages.records')}
          choices={(['0', '1', '2'] as const).map((id) => ({
            id,
            label: t(`deposit_pages.kind_${kinds[id]}`),
          }))}
          value={kind}
          onChange={setKind}
        />
        {kind === '0' ? (
          <Deposits action={action} />
        ) : kind === '2' ? (
          <WithdrawalList />
        ) : (
          <EmptyState title={t('deposit_pages.no_wire')} text={t('common.not_yet_why')} action={action} />
        )}
      </main>
    </>
  )
}

function Deposits({ action }: { action: { label: string; to: string } }) {
  const { t } = useTexts()
  useDepositEvents()
  return (
    <RecordList
      list={usePagedList(deposits, { kind: 'deposit', limit: '20' }, { refetchMs: REFRESH_MS })}
      empty={{ title: t('deposit_pages.no_deposit'), text: t('deposit_pages.no_deposit_why'), action }}
      row={(deposit, open) => <DepositRow deposit={deposit} onOpen={open} />}
      sheet={(id, deposit, close) => <DepositSheet id={id} deposit={deposit} onClose={close} />}
    />
  )
}
