import { type DecimalString, formatDecimal, mulDiv, RATE_ONE, type Rate } from '../money/amount.ts'

/** Of lock-mining: what a reward in one coin is worth beside what is staked in another. */

/** A price in USDT, as an integer with so many decimals. */
export interface UsdtPrice {
  readonly digits: bigint
  readonly decimals: number
}

/** The instrument that prices a coin in USDT; null for USDT itself. */
export const usdtSymbol = (currency: string): string | null =>
  currency === 'USDT' ? null : `${currency}-USDT`

/**
 * The reward of 365 days as a share of what is staked, if both coins kept these prices: a figure of one moment.
 *
 * Units:  in percent, without the sign, with two decimals.
 * Rounds: down.
 * @example 0.0025 LTC a day for 1 ETH, LTC at 76.48 and ETH at 1,320.14: '5.28'
 */
export function yearlyRewardPercent(dailyRate: Rate, staked: UsdtPrice, reward: UsdtPrice): DecimalString {
  const above = reward.digits * 10n ** BigInt(staked.decimals)
  const below = staked.digits * 10n ** BigInt(reward.decimals)
  return formatDecimal(mulDiv(dailyRate * 365n * 10_000n, above, RATE_ONE * below, 'down'), 2)
}
