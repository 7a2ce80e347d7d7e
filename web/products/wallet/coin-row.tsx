import type { HoldingView } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useFiat } from '#web/features/money/use-fiat.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { useTexts } from '#web/texts/texts.ts'
import { CoinMark } from '#web/ui/coin-mark.tsx'
import { ListRow } from '#web/ui/list-row.tsx'

/** One coin over all accounts, what it is worth, and which share of all coins that is. */
export function CoinRow({ holding, share }: { holding: HoldingView; share: string | undefined }) {
  const { t } = useTexts()
  const fiat = useFiat()
  const masked = useMasked()
  return (
    <ListRow
      start={<CoinMark code={holding.currency} colour={holding.colour} />}
      title={<span className="font-semibold">{holding.currency}</span>}
      note={
        share === undefined ? (
          holding.name
        ) : (
          <>
            {holding.name} · <span aria-hidden>{masked(`${share}%`)}</span>
            <span className="sr-only">{t('wallet.share', { percent: masked(`${share}%`) })}</span>
          </>
        )
      }
      value={<Amount value={holding.total} />}
      valueNote={`${fiat.write(holding.valueUsd)} ${fiat.code}`}
      to={toPage('pages/fund/assets_record', { currency: holding.currency })}
    />
  )
}
