import type { PositionView } from '#domain/contract/contract.ts'
import { type Direction, readLots } from '#domain/contract/rules.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { amount } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import { plain } from './ticket.ts'

/** The side of the market that a direction opens on: buttons and tags take its color. */
export const sideOf = (direction: Direction): 'buy' | 'sell' => (direction === 'long' ? 'buy' : 'sell')

/** How much of base some lots are. @example '= 20,000 EUR' */
export function baseOf({ base }: Instrument, lotSize: number, lots: string): string | undefined {
  const read = readLots(plain(lots))
  return read.ok ? `= ${amount(formatDecimal(read.lots * BigInt(lotSize), 2), 0)} ${base}` : undefined
}

/** What an instrument is called. */
export const labelOf = (symbol: string): string => findInstrument(symbol)?.label ?? symbol.replace('-', '/')

/** A position in few words. @example 'Long 10×' */
export const directionText = (
  { direction, leverage }: Pick<PositionView, 'direction' | 'leverage'>,
  t: Translate,
): string => `${t(`contract_pages.side_${direction}`)} ${leverage}×`

const reasons = {
  user: 'user',
  'take-profit': 'take_profit',
  'stop-loss': 'stop_loss',
  liquidation: 'liquidation',
  exposure: 'exposure',
} as const

/** How far a position or an order has come, and why it ended. @example 'Closed · stop loss' */
export function statusText(
  { status, reason }: Pick<PositionView, 'status' | 'reason'>,
  t: Translate,
): string {
  const text = t(`contract_pages.status_${status}`)
  return reason === null ? text : `${text} · ${t(`contract_pages.reason_${reasons[reason]}`)}`
}

/** A rate in percent. @example rateText(5) // '0.05%' */
export const rateText = (bps: number): string => `${(bps / 100).toFixed(2)}%`
