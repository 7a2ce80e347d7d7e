import { type Instrument, parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatDecimal, parseDecimal, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { type CostView, spotCosts } from '#domain/spot/contract.ts'
import { openProfit } from '#domain/spot/cost.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { amount, fixed, grouped, signed } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { KeyValue } from '#web/ui/key-value.tsx'

/** What a coin cost that was bought in spot, and what it has gained since; nothing of one that was not. */
export function CoinCost({ currency }: { currency: string }) {
  const { data } = useApiQuery(spotCosts, {})
  return data?.costs
    ?.filter(({ base }) => base === currency)
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
  const profit = last === undefined ? undefined : profitText(cost, instrument, last)
  return (
    <div className="gutter pb-2">
      <KeyValue
        lines={[
          { name: t('wallet.average_cost'), value: `${grouped(fixed(cost.averagePrice, 2))} ${quote}` },
          {
            name: t('wallet.open_profit'),
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

/** In quote, to a hundredth. Rounds: down, a loss away from zero. */
function profitText({ quantity, paid, base, quote }: CostView, instrument: Instrument, last: string): string {
  const inUnits = (text: string, code: string) => units(parseDecimal(text, findCurrency(code)!.decimals)!)
  const cost = { base: inUnits(quantity, base), paid: inUnits(paid, quote) }
  const profit = openProfit(instrument, cost, parsePrice(instrument, last)!)
  const cent = 10n ** BigInt(findCurrency(quote)!.decimals - 2)
  return formatDecimal(profit < 0n ? -((-profit + cent - 1n) / cent) : profit / cent, 2)
}
