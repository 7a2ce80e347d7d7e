import type { ConversionView } from '#domain/convert/contract.ts'
import { legPrice, rateOf, spreadOf } from '#domain/convert/rules.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { units } from '#domain/money/amount.ts'
import { formatPercent, formatRate, percentOfBps } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { ConversionRow, Figures } from './store.ts'

/** The figures of a quote or a conversion, on the wire. */
export function figuresView(row: Figures) {
  const { from_currency: from, to_currency: to, amount, fee, received } = row
  const legs = row.legs.map((leg) => ({ ...leg, instrument: findInstrument(leg.symbol)! }))
  return {
    ...{ from, to },
    amount: formatAmount(amount, from),
    fee: formatAmount(fee, from),
    feePercent: percentOfBps(row.fee_bps),
    receive: formatAmount(received, to),
    rate: formatRate(rateOf(from, to, units(amount - fee), received)),
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
