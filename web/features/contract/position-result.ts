import type { PositionView } from '#domain/contract/contract.ts'
import { resultOf as resultOfBooked } from '#domain/contract/lifecycle.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { decimalsOf, signedUnits } from '#web/features/money/decimals.ts'

/**
 * What a position that is over came to, after its fees and financing: as the history of everything and the statement say it.
 *
 * Units: of the margin currency, exact and signed.
 */
export function resultOf({
  realizedPnl,
  fee,
  financing,
  marginCurrency,
}: Pick<PositionView, 'realizedPnl' | 'fee' | 'financing' | 'marginCurrency'>): string {
  const decimals = decimalsOf(marginCurrency)
  const units = (text: string) => signedUnits(text, decimals)
  const booked = { realizedPnl: units(realizedPnl), fee: units(fee), financing: units(financing) }
  return formatDecimal(resultOfBooked(booked), decimals)
}
