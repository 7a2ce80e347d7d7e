import { walletCurrencies } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { CoinMark } from '#web/ui/coin-mark.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** Which coin is sent: only those that can be taken. */
export function CoinStep({ onChoose }: { onChoose(currency: string): void }) {
  const { t } = useTexts()
  const currencies = useApiQuery(walletCurrencies, {})
  if (currencies.isError)
    return <ErrorState error={currencies.error} onRetry={() => void currencies.refetch()} />
  if (!currencies.data) return <SkeletonRows count={4} />
  const offered = currencies.data.filter((currency) => currency.canDeposit)
  if (offered.length === 0) {
    return (
      <EmptyState
        title={t('deposit_pages.closed')}
        text={t('deposit_pages.closed_why')}
        action={{ label: t('common.see_markets'), to: toPage('pages/market/market') }}
      />
    )
  }
  return (
    <>
      <h2 className="gutter pb-3 text-20 font-semibold">{t('deposit_pages.which_coin')}</h2>
      {offered.map((currency) => (
        <ListRow
          key={currency.code}
          start={<CoinMark code={currency.code} colour={currency.colour} />}
          title={<span className="font-semibold">{currency.code}</span>}
          note={currency.name}
          value={<Amount value={currency.available} />}
          valueNote={t('deposit_pages.in_funding')}
          onClick={() => onChoose(currency.code)}
        />
      ))}
    </>
  )
}
