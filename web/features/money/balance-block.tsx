import { walletList } from '#domain/wallet/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BalanceFigure, EntriesLink } from './balance-figure.tsx'

/** What the customer has in all, in their fiat currency, with the way to the entries that make it. */
export function BalanceBlock() {
  const { t } = useTexts()
  const wallet = useApiQuery(walletList, {}, { refetchMs: 15_000 })
  if (wallet.isError && !wallet.data)
    return <ErrorState error={wallet.error} onRetry={() => void wallet.refetch()} />
  return (
    <section aria-label={t('money.total_balance')}>
      <BalanceFigure totalUsd={wallet.data?.totalUsd} isWhole={wallet.data?.isWhole ?? true} />
      <div className="gutter">
        <EntriesLink count={entriesOf(wallet.data)} />
      </div>
    </section>
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
