import type { HoldingView } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useFiat } from '#web/features/money/use-fiat.ts'
import { CoinMark } from '#web/ui/coin-mark.tsx'
import { ListRow } from '#web/ui/list-row.tsx'

/** One coin over all accounts, and what it is worth. */
export function CoinRow({ holding }: { holding: HoldingView }) {
  const fiat = useFiat()
  return (
    <ListRow
      start={<CoinMark code={holding.currency} colour={holding.colour} />}
      title={<span className="font-semibold">{holding.currency}</span>}
      note={holding.name}
      value={<Amount value={holding.total} />}
      valueNote={`${fiat.write(holding.valueUsd)} ${fiat.code}`}
      to={toPage('pages/fund/assets_record', { currency: holding.currency })}
    />
  )
}
