import { ChevronRight, Eye, EyeOff } from 'lucide-react'
import { Link } from 'react-router'
import { walletList } from '#domain/wallet/contract.ts'
import { useClient } from '#web/app/client-state.ts'
import { useConnection } from '#web/app/connection.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { grouped, HIDDEN } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Bob } from '#web/ui/plumb-line.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { inFiat } from './fiat.ts'
import { useFiatRates } from './use-fiat-rates.ts'

/** What the customer has in all, in their fiat currency, with the way to the entries that make it. */
export function BalanceBlock() {
  const { t } = useTexts()
  const isStale = useConnection((state) => state.isStale)
  const { fiat, isDemo, hidesBalance } = useClient()
  useFiatRates()
  const wallet = useApiQuery(walletList, {}, { refetchMs: 15_000 })
  if (wallet.isError && !wallet.data)
    return <ErrorState error={wallet.error} onRetry={() => void wallet.refetch()} />

  const total = wallet.data && inFiat(wallet.data.totalUsd, fiat.rate)
  const EyeIcon = hidesBalance ? EyeOff : Eye
  return (
    <section aria-label={t('money.total_balance')} className="gutter pt-3">
      <div className="flex items-center gap-3 text-13 text-t2">
        <h2 className="font-normal">{t(isDemo ? 'money.play_money' : 'money.total_balance')}</h2>
        <button
          type="button"
          aria-pressed={hidesBalance}
          aria-label={t(hidesBalance ? 'money.show_balance' : 'money.hide_balance')}
          onClick={() => useClient.setState({ hidesBalance: !hidesBalance })}
          className="target press"
        >
          <EyeIcon aria-hidden size={16} />
        </button>
      </div>
      <p className="figures mt-1 flex h-9 items-baseline gap-2">
        {total === undefined ? (
          <Skeleton className="h-8 w-44" />
        ) : (
          <>
            <span className={`text-28 font-semibold ${isStale ? 'text-t3' : ''}`}>
              {hidesBalance ? HIDDEN : grouped(total)}
            </span>
            <span className="text-15 text-t2">{fiat.code}</span>
          </>
        )}
      </p>
      {wallet.data && !wallet.data.isWhole && <p className="text-12 text-t3">{t('money.not_whole')}</p>}
      <EntriesLink count={entriesOf(wallet.data)} />
    </section>
  )
}

/** The gold line under the balance: how many entries add up to it, and the way to them. */
function EntriesLink({ count }: { count: number | undefined }) {
  const { t } = useTexts()
  if (count === undefined) return <Skeleton className="mt-2 h-4 w-40" />
  // Nothing is recorded yet, so there is nothing to see.
  if (count === 0)
    return (
      <p className="mt-1.5 flex items-center gap-2 text-13 text-t3">
        <Bob meaning="empty" />
        {t('money.no_entries')}
      </p>
    )
  return (
    <Link
      to={toPage('pages/setting/bill', { view: 'entry' })}
      className="target press mt-1.5 inline-flex items-center gap-2 text-13 text-gold"
    >
      <Bob />
      {t('money.entries_add_up', { count })}
      <ChevronRight aria-hidden size={14} />
    </Link>
  )
}

type Counted = { readonly entryCount: number }
type Wallet = { holdings: readonly { wallets: readonly Counted[] }[]; savings: readonly Counted[] }

const entriesOf = (wallet: Wallet | undefined): number | undefined =>
  wallet &&
  [...wallet.holdings.flatMap(({ wallets }) => wallets), ...wallet.savings].reduce(
    (sum, { entryCount }) => sum + entryCount,
    0,
  )
