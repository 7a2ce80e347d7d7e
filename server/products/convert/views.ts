import type { ConversionView } from '#domain/convert/contract.ts'
import { legPrice, type PricedLeg, rateOf, rateOfPath, spreadOf } from '#domain/convert/rules.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { units } from '#domain/money/amount.ts'
import { formatPercent, formatRate, percentOfBps } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { ConversionRow, Figures } from './store.ts'

/** The figures of a quote or a conversion, on the wire. */
export function figuresView(row: Figures) {
  const { from_currency: from, to_currency: to, amount, fee, received } = row
  return {
    ...{ from, to },
    amount: formatAmount(amount, from),
    fee: formatAmount(fee, from),
    feePercent: percentOfBps(row.fee_bps),
    receive: formatAmount(received, to),
    rate: formatRate(rateOf(from, to, units(amount - fee), received)),
    ...pricesView(row.legs),
  }
}

/** The rate and the fee where no amount was said. */
export const rateView = (
  from: string,
  to: string,
  { legs, feeBps }: { readonly legs: readonly PricedLeg[]; readonly feeBps: number },
) => ({
  ...{ quoteId: null, from, to, amount: null, fee: null, receive: null, validUntilMs: null },
  feePercent: percentOfBps(feeBps),
  rate: formatRate(rateOfPath(from, to, legs)),
  ...pricesView(legs.map(({ instrument: { symbol }, side, tick }) => ({ symbol, side, ...tick }))),
})

/** The prices of a path with their ticks, on the wire. */
function pricesView(path: Figures['legs']) {
  const legs = path.map((leg) => ({ ...leg, instrument: findInstrument(leg.symbol)! }))
  return {
    spreadPercent: formatPercent(spreadOf(legs.map((leg) => ({ ...leg, tick: leg })))),
    legs: legs.map(({ instrument, symbol, side, bid, ask, sequence }) => ({
      ...{ symbol, side, sequence },
      price: formatPrice(instrument, legPrice({ side }, { bid, ask })),
      bid: formatPrice(instrument, bid),
      ask: formatPrice(instrument, ask),
    })),
  }
}

/** A conversion as its customer sees it. */
export const conversionView = (row: ConversionRow): ConversionView => ({
  id: String(row.id),
  ...figuresView(row),
  convertedAtMs: row.converted_at,
})
