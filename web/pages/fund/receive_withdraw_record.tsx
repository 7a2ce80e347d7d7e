import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { deposits } from '#domain/wallet/contract.ts'
import { http } from '#web/app/api.ts'
import { toPage } from '#web/app/page-list.ts'
import { DepositRow } from '#web/features/deposit/deposit-row.tsx'
import { DepositSheet } from '#web/features/deposit/deposit-sheet.tsx'
import { LoadMore } from '#web/features/wallet/load-more.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** The specification's filter of fund records; the numbers stand in the address. */
const kinds = { '0': 'deposit', '1': 'wire', '2': 'withdrawal' } as const
type KindNumber = keyof typeof kinds

const REFRESH_MS = 20_000

/** Deposits, wire transfers and withdrawals with their status; `?id=` opens one. */
export default function FundRecords() {
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
  const pages = useInfiniteQuery({
    queryKey: [deposits.path, {}],
    queryFn: ({ pageParam, signal }) =>
      http.request(deposits, { kind: 'deposit', ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextBefore ?? undefined,
    refetchInterval: REFRESH_MS,
  })
  if (pages.isError && !pages.data)
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  if (!pages.data) return <SkeletonRows />
  const all = pages.data.pages.flatMap((page) => page.deposits)
  if (all.length === 0) {
    return (
      <EmptyState
        title={t('deposit.no_deposit')}
        text={t('deposit.no_deposit_why')}
        action={{ label: t('deposit.title'), to: toPage('pages/fund/receive') }}
      />
    )
  }
  const opened = all.find((deposit) => deposit.id === id)
  return (
    <>
      {all.map((deposit) => (
        <DepositRow key={deposit.id} deposit={deposit} onOpen={() => onOpen(deposit.id)} />
      ))}
      <LoadMore
        hasMore={pages.hasNextPage}
        isPending={pages.isFetchingNextPage}
        onMore={() => void pages.fetchNextPage()}
      />
      {opened && <DepositSheet deposit={opened} onClose={() => onOpen(undefined)} />}
    </>
  )
}
