import type { OutputOf } from '#domain/endpoint.ts'
import { decimalsOf } from '#domain/market/instrument.ts'
import { formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import type { consoleOptions } from '#domain/option/console.ts'

export type OptionConsole = OutputOf<typeof consoleOptions>
export type ExpiryLine = OptionConsole['exposure'][number]

/** What is open of one instrument: of an expiry, or over all of them. */
export interface InstrumentLine {
  readonly symbol: string
  readonly orders: number
  /** Winnings if the price rises, and if it falls. */
  readonly rise: string
  readonly fall: string
}

interface Open {
  readonly exposure: readonly InstrumentLine[]
}

/** Sums the lines of expiries by instrument, in the order in which these first expire. */
export function byInstrument({ exposure }: Open): InstrumentLine[] {
  const sums = new Map<string, InstrumentLine>()
  for (const { symbol, orders, rise, fall } of exposure) {
    const before = sums.get(symbol)
    sums.set(
      symbol,
      before
        ? {
            symbol,
            orders: before.orders + orders,
            rise: sumOf([before.rise, rise]),
            fall: sumOf([before.fall, fall]),
          }
        : { symbol, orders, rise, fall },
    )
  }
  return [...sums.values()]
}

/** What all open orders would win together: what is set aside for them. */
export const owedOf = ({ exposure }: Open): string =>
  sumOf(exposure.flatMap(({ rise, fall }) => [rise, fall]))

/** Sums amounts of one currency, as the server writes them: with all its decimals. */
function sumOf(amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map(decimalsOf))
  return formatDecimal(
    amounts.reduce((sum, one) => sum + (parseDecimal(one, decimals) ?? 0n), 0n),
    decimals,
  )
}
