import type { Instrument } from '#domain/market/instrument.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useFiat } from '#web/features/money/use-fiat.ts'
import { isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The spot wallet under a ticket: what it is worth, what is available and what orders hold, the pair's own currencies first. */
export function WalletPane({ instrument }: { instrument: Instrument }) {
  const { t } = useTexts()
  const fiat = useFiat()
  const { data } = useApiQuery(walletList, {})
  const valueUsd = data?.wallets.find(({ walletType }) => walletType === 'spot')?.valueUsd
  const pair = [instrument.quote, instrument.base]
  const lines = data?.holdings
    .flatMap(({ currency, wallets }) => {
      const spot = wallets.find(({ walletType }) => walletType === 'spot')
      const [available, held] = [spot?.available ?? '0', spot?.held ?? '0']
      return pair.includes(currency) || !isZero(available) || !isZero(held)
        ? [{ currency, available, held }]
        : []
    })
    .toSorted((one, other) => rank(one.currency) - rank(other.currency))
  function rank(currency: string): number {
    const at = pair.indexOf(currency)
    return at < 0 ? pair.length : at
  }
  return (
    <section aria-label={t('spot.spot_wallet')} className="mt-auto border-t border-line gutter pt-3 pb-4">
      <div className="figures flex flex-wrap items-baseline justify-between gap-x-2 text-13">
        <h2 className="text-13">{t('spot.spot_wallet')}</h2>
        {valueUsd !== undefined && (
          <p>
            {fiat.write(valueUsd)} <span className="text-t3">{fiat.code}</span>
          </p>
        )}
      </div>
      <dl className="figures pt-1 pb-3 text-12">
        {!lines && <Skeleton className="my-1 h-12" />}
        {lines?.map(({ currency, available, held }) => (
          <div key={currency} className="flex flex-wrap items-baseline gap-x-2 py-1">
            <dt className="text-t2">{currency}</dt>
            <dd className="ml-auto">
              <span className="sr-only">{t('spot.available')} </span>
              <Amount value={available} />
            </dd>
            {!isZero(held) && (
              <dd className="w-full text-right text-11 text-t3">
                <Amount value={held} /> {t('spot.held')}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <div className="flex gap-2">
        <ButtonLink size="small" className="flex-1" to={toPage('pages/fund/receive')}>
          {t('spot.deposit')}
        </ButtonLink>
        <ButtonLink
          size="small"
          className="flex-1"
          to={toPage('pages/fund/fundTransfer', { from: 'funding', to: 'spot', currency: instrument.quote })}
        >
          {t('spot.transfer')}
        </ButtonLink>
      </div>
    </section>
  )
}
