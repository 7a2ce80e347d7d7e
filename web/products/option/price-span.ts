/** Where things stand in a picture of the prices of a few minutes. Pixels only: amounts and results are the rules'. */

export interface PricePoint {
  readonly atMs: number
  readonly price: number
}

/** From when to when a picture goes. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Room over the highest and under the lowest price, as a share of the picture's height. */
const ROOM = 0.15
/** Prices that hardly move fill less of it: half a hundredth of a percent is the least that it is high. */
const MIN_RANGE = 0.000_05

/** Before an order: as much of the past as its period has, and the end of the period within the picture. */
export const spanOfTicket = (nowMs: number, periodMs: number): Span => ({
  fromMs: nowMs - periodMs,
  toMs: nowMs + 1.3 * periodMs,
})

/** Around an order: half a period before its entry, and room for figures beside its end while it runs. */
export const spanOfOrder = (entryMs: number, expiresAtMs: number, isOver: boolean): Span => {
  const periodMs = expiresAtMs - entryMs
  return { fromMs: entryMs - periodMs / 2, toMs: expiresAtMs + periodMs * (isOver ? 0.2 : 0.55) }
}

/** Prices in order of time, each time once, from the last one before the span on. */
export function pointsIn(points: readonly PricePoint[], { fromMs, toMs }: Span): PricePoint[] {
  const sorted = points
    .filter(({ atMs }) => atMs <= toMs)
    .toSorted((one, other) => one.atMs - other.atMs)
    .filter(({ atMs }, index, all) => atMs !== all[index + 1]?.atMs)
  const first = sorted.findLastIndex(({ atMs }) => atMs < fromMs)
  return sorted.slice(Math.max(0, first))
}

/** How times and prices are placed: shares of the picture's width and height, in percent from the upper left. */
export interface Placing {
  x(atMs: number): number
  y(price: number): number
}

/** Places a span so that all of these prices are inside, with room above and below. */
export function placingOf({ fromMs, toMs }: Span, prices: readonly number[]): Placing {
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const middle = (low + high) / 2
  const range = Math.max(high - low, middle * MIN_RANGE)
  return {
    x: (atMs) => ((atMs - fromMs) / (toMs - fromMs)) * 100,
    y: (price) => (0.5 - ((price - middle) / range) * (1 - 2 * ROOM)) * 100,
  }
}

/** The line through prices, as the points of a polyline in a square of 100. */
export const lineOf = (points: readonly PricePoint[], { x, y }: Placing): string =>
  points.map(({ atMs, price }) => `${x(atMs).toFixed(2)},${y(price).toFixed(2)}`).join(' ')
