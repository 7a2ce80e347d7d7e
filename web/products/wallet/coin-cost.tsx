import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { type CostView, spotCosts } from '#domain/spot/contract.ts'
import { useListingVersion } from '#web/app/listing.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { amount, grouped, signed } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { averageOf, profitOf } from './cost-figures.ts'

/** What a coin cost that was bought in spot, and what it has gained since; nothing of one that was not. */
export function CoinCost({ currency }: { currency: string }) {
  const { t } = useTexts()
  const { data } = useApiQuery(spotCosts, {})
  const isTraded = useListingVersion(() =>
    instruments.some(({ base, products }) => base === currency && products.includes('spot')),
  )
  if (data?.costs === null)
    return isTraded && <p className="gutter pb-2 text-12 text-t3">{t('wallet.cost_unknown')}</p>
  return data?.costs
    .filter(({ base }) => base === currency)
    .map((cost) => {
      const instrument = findInstrument(cost.symbol)
      return instrument && <Cost key={cost.symbol} cost={cost} instrument={instrument} />
    })
}

function Cost({ cost, instrument }: { cost: CostView; instrument: Instrument }) {
  const { t } = useTexts()
  const masked = useMasked()
  useQuotes()
  const last = useQuote(cost.symbol, (quote) => quote?.lastPrice ?? undefined)
  const isStale = useIsStale(cost.symbol)
  const { base, quote } = cost
  const profit = last === undefined ? undefined : profitOf(cost, instrument, last)
  return (
    <div className="gutter pb-2">
      <KeyValue
        lines={[
          { name: t('wallet.average_cost'), value: `${grouped(averageOf(cost, instrument))} ${quote}` },
          {
            name: t('wallet.unrealized'),
            value: (
              <span className={changeColours[isStale ? 'flat' : directionOf(profit)]}>
                {profit === undefined ? '—' : `${masked(signed(profit))} ${quote}`}
              </span>
            ),
          },
        ]}
      />
      <p className="text-12 text-t3">
        {t('wallet.cost_of', { quantity: masked(amount(cost.quantity, 0)), currency: base })}
      </p>
    </div>
  )
}
