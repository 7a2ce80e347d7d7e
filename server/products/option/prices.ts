import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { entryDeadline } from '#domain/option/rules.ts'
import { decodeTicks } from '#domain/proof/tick-bytes.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { bytesBetween, newestSegments, sequenceBefore } from '#server/markets/tape/store.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { OptionNow } from './order.ts'

/** More than a picture of a phone's or a pane's width can show apart. */
const MAX_POINTS = 600
/** Ticks of all instruments that are read at once: others have their turns in between. */
const READ_AT_ONCE = 4_000

interface PricePoint {
  readonly atMs: number
  readonly price: ReturnType<typeof formatPrice>
}

/**
 * The prices around an order: the ticks of its instrument from half its period before it on, as far as these are not
 * packed yet, to its exit, or to the newest. Where there are very many, the last one of each moment.
 */
export async function pricesAround(db: Db, { order, expiresAtMs, result }: OptionNow): Promise<PricePoint[]> {
  const [newest] = await newestSegments(db, 1)
  if (!newest) return []
  const periodMs = order.seconds * SECOND_MS
  const fromMs = order.acceptedAtMs - periodMs / 2
  // What is packed is older than any segment: then the order itself is where the picture begins.
  const first = Math.min(await sequenceBefore(db, fromMs), order.acceptedSequence) + 1
  const last = result?.exit?.sequence ?? newest.checkpoint.sequence
  // Without an entry there is nothing to see after the last moment for one, however long the tape goes on.
  const toMs = result?.exit?.atMs ?? expiresAtMs ?? entryDeadline(order)
  return pointsBetween(db, order.symbol, { first, last, fromMs, toMs })
}

/** The prices of an instrument in the last minute: what a ticket is looked at with before there is an order. */
export async function recentPrices(db: Db, symbol: string, nowMs: number): Promise<PricePoint[]> {
  const [newest] = await newestSegments(db, 1)
  if (!newest) return []
  const fromMs = nowMs - MINUTE_MS
  const first = (await sequenceBefore(db, fromMs)) + 1
  return pointsBetween(db, symbol, { first, last: newest.checkpoint.sequence, fromMs, toMs: nowMs })
}

/** An instrument's prices in a part of the tape, by number and time. */
async function pointsBetween(
  db: Db,
  symbol: string,
  part: { readonly first: number; readonly last: number; readonly fromMs: number; readonly toMs: number },
): Promise<PricePoint[]> {
  const instrument = findInstrument(symbol)
  if (!instrument) return []
  const { first, last, fromMs, toMs } = part
  const stepMs = Math.ceil((toMs - fromMs) / MAX_POINTS)
  const points = new Map<number, PricePoint>()
  const isShown = (tick: Tick) =>
    tick.symbol === symbol && !tick.isHeld && tick.atMs >= fromMs && tick.atMs <= toMs
  for (let from = first; from <= last; from += READ_AT_ONCE) {
    const to = Math.min(last, from + READ_AT_ONCE - 1)
    const ticks = (await bytesBetween(db, from, to)).flatMap(decodeTicks)
    for (const tick of ticks) {
      if (tick.sequence < from || tick.sequence > to || !isShown(tick)) continue
      const point = { atMs: tick.atMs, price: formatPrice(instrument, tick.price) }
      points.set(Math.floor(tick.atMs / stepMs), point)
    }
    if ((ticks.at(-1)?.atMs ?? 0) > toMs) break
  }
  return [...points.values()]
}
