import type { RefusalParams } from './errors.ts'
import { groupDigits, trimFraction } from './money/group-digits.ts'

/** Parameters that are prices: with all the decimals that their instrument has. */
const prices: readonly string[] = ['lowest', 'highest', 'last', 'mark', 'liquidation', 'price', 'tick']
/** Parameters that are amounts, quantities and counts. */
const amounts: readonly string[] = [
  ...[
    'minimum',
    'maximum',
    'nearest',
    'step',
    'filled',
    'left',
    'taken',
    'limit',
    'lots',
    'owed',
    'available',
  ],
]

/**
 * A refusal's parameters as its text shows them: figures with their thousands separated, amounts without idle zeros.
 *
 * Rounds: never. What is no plain decimal stays as it is.
 */
export const shownFigures = (params: RefusalParams): RefusalParams =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, String(value))]))

function shown(name: string, value: string): string {
  if (!/^\d+(\.\d+)?$/.test(value)) return value
  if (prices.includes(name)) return groupDigits(value)
  if (!amounts.includes(name)) return value
  const least = trimFraction(value, 0)
  const hasFraction = least.includes('.') && /\.\d\d/.test(value)
  return groupDigits(hasFraction ? trimFraction(value, 2) : least)
}
