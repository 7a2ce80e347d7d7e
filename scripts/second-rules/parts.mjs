import { fail } from '../verify.mjs'

/** The arithmetic of the second writing. */

/** A decimal as a whole number of 10^-15. */
export function scaled(decimal) {
  const [, whole, part = ''] =
    /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(decimal ?? '') ?? fail(`${decimal} is no decimal`)
  return BigInt(whole + part.padEnd(15, '0'))
}

/** Whole numbers: divided and rounded down, or up; the lesser of two. */
export const floor = (x, d) => x / d - (x % d < 0n ? 1n : 0n)
export const ceiling = (x, d) => -floor(-x, d)
export function least(a, b) {
  if (a < b) return a
  return b
}
/** The number of a UTC day; a price in ticks; an amount in 10^-7. */
export const dayOf = (ms) => Math.floor(ms / 86_400_000)
export const ticksOf = (price, tick) => (price === undefined ? null : Number(scaled(price) / scaled(tick)))
export const unitsOf = (amount) => scaled(amount) / 10n ** 8n

/** What a tick of the price is worth for a hundredth of a lot, as a fraction; `pair` converts the quote. */
export function tickValue(r, pair) {
  // A tick in 10^-15, in units of 10^-7, for a hundredth.
  const [n, d] = [scaled(r['tick-size']) * BigInt(r['lot-size']), 10n ** 10n]
  if (!pair) return [n, d]
  const [rate, one] = [BigInt(pair.bid + pair.ask) * scaled(r['conversion-tick-size']), 2n * 10n ** 15n]
  return r['conversion-way'] === 'divide' ? [n * one, d * rate] : [n * rate, d * one]
}

/** What lots are worth at a price in half ticks. */
export const notional = ([n, d], lots, halfTicks) => ceiling(BigInt(lots) * BigInt(halfTicks) * n, 2n * d)

/** Where the equity is down to the maintenance, away from the entry and after the closing fee; null where nowhere. */
export function liquidationPrice(r, { isLong, value: [n, d], lots, entry, spread, margin, maintenance }) {
  const sign = isLong ? 1n : -1n
  const round = isLong ? floor : ceiling
  const perTick = BigInt(lots) * n
  const rest = sign * (maintenance - margin) * d + BigInt(entry) * perTick
  const closing = round(rest * 20_000n, (10_000n - sign * BigInt(r['fee-bps'])) * perTick)
  const at = round(closing + sign * spread, 2n)
  return at > 0n ? Number(at) : null
}

/** Why a mark price in half ticks ends a position; undefined where it does not. */
export function endAt({ isLong, profit, stop, liquidation }, mark) {
  const against = (at) => at !== null && (isLong ? mark <= 2 * at : mark >= 2 * at)
  if (profit !== null && (isLong ? mark >= 2 * profit : mark <= 2 * profit)) return 'take-profit'
  const stopIsFirst = liquidation === null || (isLong ? stop > liquidation : stop < liquidation)
  if (stop !== null && stopIsFirst && against(stop)) return 'stop-loss'
  if (against(liquidation)) return 'liquidation'
  return against(stop) ? 'stop-loss' : undefined
}
