import { type Instrument, parsePrice } from '#domain/market/instrument.ts'
import { parseDecimal, units } from '#domain/money/amount.ts'
import type { CostView } from '#domain/spot/contract.ts'
import { openProfit } from '#domain/spot/cost.ts'
import { decimalsOf, profitText } from '#web/features/money/decimals.ts'
import { fixed } from '#web/format/number.ts'

/** What a coin cost on average, with the decimals of its prices. Rounds: down; it is never charged. */
export const averageOf = ({ averagePrice }: CostView, { priceDecimals }: Instrument): string =>
  fixed(averagePrice, priceDecimals)

/** What a coin has gained at a price, in quote. Rounds: down. */
export function profitOf(
  { quantity, paid, base, quote }: CostView,
  instrument: Instrument,
  last: string,
): string {
  const inUnits = (text: string, currency: string) => units(parseDecimal(text, decimalsOf(currency))!)
  const cost = { base: inUnits(quantity, base), paid: inUnits(paid, quote) }
  return profitText(openProfit(instrument, cost, parsePrice(instrument, last)!), decimalsOf(quote))
}
