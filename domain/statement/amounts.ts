import { MAX_UNITS } from '../money/amount.ts'

/** Which amounts a statement is narrowed to, as typed: plain decimals, whatever the currency. */
export interface AmountRange {
  readonly minAmount?: string | undefined
  readonly maxAmount?: string | undefined
}

/**
 * The same in units of a currency, both ends with it; an amount is looked at without its sign.
 *
 * Rounds: inwards, where there are more decimals than the currency has.
 * @example unitsWithin({ minAmount: '1.005' }, 2) // [101n, MAX_UNITS]
 */
export function unitsWithin(
  { minAmount, maxAmount }: AmountRange,
  decimals: number,
): readonly [least: bigint, most: bigint] {
  const least = minAmount === undefined ? { units: 0n, isExact: true } : unitsOf(minAmount, decimals)
  const most = maxAmount === undefined ? MAX_UNITS : unitsOf(maxAmount, decimals).units
  return [smaller(least.units + (least.isExact ? 0n : 1n)), smaller(most)]
}

const smaller = (units: bigint): bigint => (units < MAX_UNITS ? units : MAX_UNITS)

/** A plain decimal in units. Rounds: down. */
function unitsOf(text: string, decimals: number): { readonly units: bigint; readonly isExact: boolean } {
  const [whole = '', fraction = ''] = text.split('.')
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  return { units: BigInt(`${whole}${kept}`), isExact: !/[1-9]/.test(fraction.slice(decimals)) }
}
