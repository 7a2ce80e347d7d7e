import {
  type DecimalString,
  decimal,
  formatDecimal,
  parseDecimal,
  type Rate,
  rate,
  trimZeros,
} from './amount.ts'

const RATE_DECIMALS = 12

/** Reads a fraction of one. @example parseRate('0.00018') // 180000000n, that is 0.018 % */
export function parseRate(text: string): Rate | undefined {
  const value = parseDecimal(text, RATE_DECIMALS)
  return value === undefined ? undefined : rate(value)
}

/** Writes a rate as a fraction of one. @example formatRate(rate(180000000n)) // '0.00018' */
export const formatRate = (value: Rate): DecimalString => trim(formatDecimal(value, RATE_DECIMALS))

/**
 * Writes a rate in percent, without the sign, with at least two decimals.
 *
 * Rounds: never.
 * @example formatPercent(rate(180000000n)) // '0.018'
 */
export function formatPercent(value: Rate): DecimalString {
  const [whole, fraction = ''] = trim(formatDecimal(value, RATE_DECIMALS - 2)).split('.')
  return decimal(`${whole}.${fraction.padEnd(2, '0')}`)
}

/** Reads percent without the sign. @example parsePercent('0.018') // 180000000n */
export function parsePercent(text: string): Rate | undefined {
  const value = parseDecimal(text, RATE_DECIMALS - 2)
  return value === undefined ? undefined : rate(value)
}

/** Basis points of a whole. */
export const BPS_ONE = 10_000n

/** Basis points in percent, without the sign. @example percentOfBps(5) // '0.05' */
export const percentOfBps = (bps: bigint | number): DecimalString => formatDecimal(BigInt(bps), 2)

/** The same without zeros that say nothing. @example plainPercent(8_550) // '85.5' */
export const plainPercent = (bps: bigint | number): DecimalString => trim(percentOfBps(bps))

const trim = (text: string): DecimalString => decimal(trimZeros(text))
