import type { PositionView } from '#domain/contract/contract.ts'
import { readLots } from '#domain/contract/order.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import { endText } from '#web/features/contract/position-words.ts'
import { amount } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import { plain } from './ticket.ts'

/** How much of base some lots are. @example '= 20,000 EUR' */
export function baseOf({ base }: Instrument, lotSize: number, lots: string): string | undefined {
  const read = readLots(plain(lots))
  return read.ok ? `= ${amount(formatDecimal(read.lots * BigInt(lotSize), 2), 0)} ${base}` : undefined
}

/** How far a position or an order has come, and why it ended. @example 'Closed · stop loss' */
export function statusText(
  { status, reason }: Pick<PositionView, 'status' | 'reason'>,
  t: Translate,
): string {
  const text = t(`contract_pages.status_${status}`)
  return reason === null ? text : `${text} · ${endText(reason, t)}`
}

/** A rate in percent. @example rateText(5) // '0.05%' */
export const rateText = (bps: number): string => `${percentOfBps(bps)}%`
