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
import { toBankPage } from './bank-page.ts'
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
        {kind === '2' ? <WithdrawalList /> : <Deposits key={kind} kind={kinds[kind]} />}
      </main>
    </>
  )
}

function Deposits({ kind }: { kind: 'deposit' | 'wire' }) {
  const { t } = useTexts()
  useDepositEvents()
  const empty =
    kind === 'wire'
      ? {
          title: t('deposit_pages.no_wire'),
          action: { label: t('deposit_pages.kind_wire'), to: toBankPage('wire') },
        }
      : {
          title: t('deposit_pages.no_deposit'),
          action: { label: t('deposit.title'), to: toPage('pages/fund/select') },
        }
  return (
    <RecordList
      list={usePagedList(deposits, { kind, limit: '20' }, { refetchMs: REFRESH_MS })}
      empty={{ ...empty, text: t('deposit_pages.no_deposit_why') }}
      row={(deposit, open) => <DepositRow deposit={deposit} onOpen={open} />}
      sheet={(id, deposit, close) => <DepositSheet id={id} deposit={deposit} onClose={close} />}
    />
  )
}
