import { type Instrument, unitsPerTickStep } from '#domain/market/instrument.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import type { Quote } from './quotes.ts'

/** Rungs of each side: close together near the price, wider apart further out. */
const RUNGS = [
  { count: 5, spacing: 1 },
  { count: 3, spacing: 4 },
  { count: 2, spacing: 16 },
] as const

/** How far apart the nearest rungs stand, of the price. */
const SPACING_SHARE = 0.0004
/** Well within the collar; matters where one tick is a good part of the price. */
const MAX_DISTANCE_SHARE = 0.04
/** What the nearest rung is worth, in whole quote; the n-th is worth about n times that. */
const FIRST_NOTIONAL = '500'

/**
 * The distance between the nearest rungs: about 0.04 % of the price, as a round number of ticks.
 *
 * Units: ticks.
 */
export function spacingAt(middle: number): number {
  const wanted = middle * SPACING_SHARE
  const power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)))
  const round = [5, 2, 1].find((times) => times * power <= wanted) ?? 1
  return round * power
}

/**
 * Where the market maker wants to stand around a price.
 *
 * Rungs stand on fixed grids, so that when the price moves a little most of them stay where they are and
 * keep their place in the queue. Their sizes, and how far outwards of its line of the grid each stands,
 * come from the line alone: the same line asks for the same.
 *
 * Units: `middle` in ticks.
 */
export function ladderAround(instrument: Instrument, middle: number): Quote[] {
  const spacing = spacingAt(middle)
  const rungs: Quote[] = []
  for (const side of ['buy', 'sell'] as const) {
    // At least half a spacing away, on either side.
    let price = side === 'buy' ? middle - spacing / 2 : middle + spacing / 2
    let number = 0
    for (const { count, spacing: times } of RUNGS) {
      const grid = spacing * times
      for (let i = 0; i < count; i++) {
        price = side === 'buy' ? Math.ceil(price / grid - 1) * grid : Math.floor(price / grid + 1) * grid
        number++
        const outwards = Math.floor(scatter(price, 1) * (grid / 2))
        const at = side === 'buy' ? price - outwards : price + outwards
        if (Math.abs(at - middle) <= middle * MAX_DISTANCE_SHARE)
          rungs.push({ side, price: at, quantity: sizeAt(instrument, price, number) })
      }
    }
  }
  return rungs
}

/** About `number` times the first notional, between half and one and a half of it. */
function sizeAt(instrument: Instrument, price: number, number: number): number {
  const first = parseDecimal(FIRST_NOTIONAL, findCurrency(instrument.quote)!.decimals)!
  const steps = Number(first) / (price * Number(unitsPerTickStep(instrument)))
  return Math.max(1, Math.round(steps * number * (0.5 + scatter(price, 2))))
}

/** A number from 0 to 1 that looks drawn and is always the same for the same price and purpose. */
function scatter(price: number, purpose: number): number {
  let h = Math.imul(price ^ (purpose << 28), 2_654_435_761)
  h = Math.imul(h ^ (h >>> 15), 2_246_822_519)
  return ((h ^ (h >>> 13)) >>> 0) / 2 ** 32
}
