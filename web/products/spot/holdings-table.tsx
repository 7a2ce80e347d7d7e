import { spotCosts } from '#domain/spot/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { useFiat } from '#web/features/money/use-fiat.ts'
import { grouped, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** All that is in the spot wallet: what of it is free and held, what it is worth, and what a coin cost on average. */
export function HoldingsTable() {
  const { t } = useTexts()
  const fiat = useFiat()
  const wallet = useApiQuery(walletList, {})
  const costs = useApiQuery(spotCosts, {}).data?.costs ?? []
  if (wallet.isError && !wallet.data)
    return <ErrorState error={wallet.error} onRetry={() => void wallet.refetch()} />
  if (!wallet.data) return <SkeletonRows count={3} height={44} />
  const held = wallet.data.holdings.flatMap(({ wallets }) =>
    wallets.filter(({ walletType, total }) => walletType === 'spot' && !isZero(total)),
  )
  return (
    <div className="overflow-x-auto">
      <table className="figures w-full text-13">
        <thead>
          <tr className="h-8 text-right text-11 text-t3 [&>th]:px-2 [&>th]:font-normal">
            <th className="!pl-4 text-left">{t('spot.column_coin')}</th>
            <th>{t('spot.available')}</th>
            <th>{t('spot.column_held')}</th>
            <th>{t('spot.column_average_cost')}</th>
            <th className="!pr-4">{t('spot.column_value', { currency: fiat.code })}</th>
          </tr>
        </thead>
        <tbody>
          {held.map((one) => (
            <tr
              key={one.currency}
              className="h-11 border-t border-line text-right whitespace-nowrap [&>td]:px-2"
            >
              <th scope="row" className="pl-4 text-left font-semibold">
                {one.currency}
              </th>
              <td>
                <Amount value={one.available} />
              </td>
              <td>{isZero(one.held) ? '—' : <Amount value={one.held} />}</td>
              <td>{costOf(one.currency)}</td>
              <td className="!pr-4">{fiat.write(one.valueUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )

  /** Of what was bought here; a coin can be bought in more than one quote. */
  function costOf(currency: string): string {
    const own = costs.filter(({ base }) => base === currency)
    return own.map(({ averagePrice, quote }) => `${grouped(averagePrice)} ${quote}`).join(', ') || '—'
  }
}
