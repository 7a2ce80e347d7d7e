import { assert } from '#domain/errors.ts'
import type { RoundView } from '#domain/game/contract.ts'
import { GAME_SYMBOL, timesOf } from '#domain/game/rules.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { RoundOf } from './store.ts'

/** The instrument of the game. */
export function gameInstrument() {
  const instrument = findInstrument(GAME_SYMBOL)
  assert(instrument, `${GAME_SYMBOL} is listed`)
  return instrument
}

/** A price in ticks as it is shown. */
export const showPrice = (ticks: bigint) => formatPrice(gameInstrument(), Number(ticks))

/** A round as a customer sees it; `row` is undefined while nobody has guessed in it. */
export function roundView(id: bigint, row: RoundOf | undefined): RoundView {
  const isDecided = row !== undefined && row.sequence !== null
  return {
    ...{ id: String(id), symbol: GAME_SYMBOL, ...timesOf(id), status: row?.status ?? 'waiting' },
    tick: isDecided
      ? { sequence: Number(row.sequence), price: showPrice(row.price!), atMs: row.tick_at! }
      : null,
    guesses: row?.guesses ?? null,
    own:
      row && row.own_price !== null
        ? { price: showPrice(row.own_price), placedAtMs: row.own_placed_at!, points: row.own_points }
        : null,
  }
}
