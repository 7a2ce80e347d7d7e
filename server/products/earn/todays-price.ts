import type { ProductView } from '#domain/earn/contract.ts'
import { usdtSymbol, yearlyRewardPercent } from '#domain/earn/rewards.ts'
import { digitsOfPrice, formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { MarketData } from '../product.ts'
import type { ProductRow } from './store.ts'

/**
 * What a year of a lock-mining reward is worth beside what is staked, if both coins kept the price of their last tick;
 * with these ticks, so that a customer can look them up on the tape. Null where there is no price, and for other kinds.
 */
export function atTodaysPrice(
  { kind, currency, reward_currency, daily_rate }: ProductRow,
  { lastTick }: Pick<MarketData, 'lastTick'>,
): ProductView['atTodaysPrice'] {
  if (kind !== 'mining') return null
  const [staked, reward] = [currency, reward_currency].map((code) => priceOf(code, lastTick))
  if (!staked || !reward) return null
  return {
    aprPercent: yearlyRewardPercent(daily_rate, staked.value, reward.value),
    ticks: [staked, reward].flatMap(({ tick }) => (tick ? [tick] : [])),
  }
}

/** The price of a coin in USDT, and its tick; USDT itself has none. */
function priceOf(currency: string, lastTick: MarketData['lastTick']) {
  const symbol = usdtSymbol(currency)
  if (symbol === null) return { value: { digits: 1n, decimals: 0 }, tick: null }
  const instrument = findInstrument(symbol)
  const tick = instrument && lastTick(symbol)
  if (!instrument || !tick) return undefined
  const { sequence, atMs, price } = tick
  return {
    value: { digits: digitsOfPrice(instrument, price), decimals: instrument.priceDecimals },
    tick: { symbol, sequence, atMs, price: formatPrice(instrument, price) },
  }
}
