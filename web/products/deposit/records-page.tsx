import { useSearchParams } from 'react-router'
import { deposits } from '#domain/deposit/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DepositRow } from './deposit-row.tsx'
import { DepositSheet } from './deposit-sheet.tsx'

/** The specification's filter of fund records; the numbers stand in the URL. */
const kinds = { '0': 'deposit', '1': 'wire', '2': 'withdrawal' } as const
type KindNumber = keyof typeof kinds

const REFRESH_MS = 20_000

/** Deposits, wire transfers and withdrawals with their status; `?id=` opens one. */
export default function RecordsPage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const kind: KindNumber = search.get('type') === '1' ? '1' : search.get('type') === '2' ? '2' : '0'
  return (
    <>
      <AppBar title={t('deposit.records')} />
      <main className="pb-8">
        <UnderlineTabs
          label={t('deposit.records')}
          choices={(Object.keys(kinds) as KindNumber[]).map((id) => ({
            id,
            label: t(`deposit.kind_${kinds[id]}`),
          }))}
          value={kind}
          onChange={(type) => setSearch(type === '0' ? {} : { type }, { replace: true })}
        />
        {kind === '0' ? (
          <Deposits
            id={search.get('id') ?? undefined}
            onOpen={(id) => setSearch(id ? { id } : {}, { replace: true })}
          />
        ) : (
          <EmptyState
            title={t(`deposit.no_${kinds[kind]}`)}
            text={t('common.not_yet_why')}
            action={{ label: t('deposit.title'), to: toPage('pages/fund/receive') }}
          />
        )}
      </main>
    </>
  )
}

function Deposits({ id, onOpen }: { id: string | undefined; onOpen(id: string | undefined): void }) {
  const { t } = useTexts()
  const list = usePagedList(deposits, { kind: 'deposit', limit: '20' }, { refetchMs: REFRESH_MS })
  const opened = list.items?.find((deposit) => deposit.id === id)
  return (
    <>
      <PagedList
        list={list}
        empty={
          <EmptyState
            title={t('deposit.no_deposit')}
            text={t('deposit.no_deposit_why')}
            action={{ label: t('deposit.title'), to: toPage('pages/fund/receive') }}
          />
        }
      >
        {(items) =>
          items.map((deposit) => (
            <DepositRow key={deposit.id} deposit={deposit} onOpen={() => onOpen(deposit.id)} />
          ))
        }
      </PagedList>
      {opened && <DepositSheet deposit={opened} onClose={() => onOpen(undefined)} />}
    </>
  )
}
