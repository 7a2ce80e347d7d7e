import type { RecordedBar, RecordedQuote } from './csv.ts'

/** What a recording says at a moment of its own time. */
export interface Moment {
  readonly price: number
  readonly bid: number
  readonly ask: number
  /** Traded in a millisecond, of the base; 0 where the recording has none. */
  readonly volumePerMs: number
}

/** A recording as a function of time, from 0 to its length. */
export interface Track {
  readonly lengthMs: number
  at(offsetMs: number): Moment
}

const BAR_MS = 60_000
/** Quiet ranges of a tick recording are shortened to this. */
const MAX_PAUSE_MS = 5_000

/**
 * The price inside a bar: from the open by way of the extremes to the close, each a third of the time.
 *
 * A rising bar is taken to have seen its low first, a falling one its high: the usual reading, and the
 * same each time.
 */
function insideBar({ open, high, low, close }: RecordedBar, part: number): number {
  const [first, second] = close >= open ? [low, high] : [high, low]
  const corners = [open, first, second, close]
  const leg = Math.min(2, Math.floor(part * 3))
  const from = corners[leg] ?? open
  return from + ((corners[leg + 1] ?? close) - from) * (part * 3 - leg)
}

/** A track of one-minute bars, one behind the other; nights and gaps of the recording are left out. */
export function barTrack(bars: readonly RecordedBar[], usualSpreadBps: number): Track {
  return {
    lengthMs: bars.length * BAR_MS,
    at(offsetMs) {
      const bar = bars[Math.min(bars.length - 1, Math.floor(offsetMs / BAR_MS))]
      if (bar === undefined) throw new RangeError('an empty recording')
      const price = insideBar(bar, (offsetMs % BAR_MS) / BAR_MS)
      const spread =
        bar.spread !== undefined && bar.spread > 0 ? bar.spread : (price * usualSpreadBps) / 10_000
      return { price, bid: price - spread / 2, ask: price + spread / 2, volumePerMs: bar.volume / BAR_MS }
    },
  }
}

/** A track of quote ticks: at each moment the last one said. */
export function quoteTrack(quotes: readonly RecordedQuote[]): Track {
  const offsets: number[] = []
  let offset = 0
  quotes.forEach(({ atMs }, index) => {
    offset += Math.min(MAX_PAUSE_MS, Math.max(0, atMs - (quotes[index - 1]?.atMs ?? atMs)))
    offsets.push(offset)
  })
  return {
    lengthMs: offset + 1,
    at(offsetMs) {
      let [low, high] = [0, offsets.length - 1]
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((offsets[middle] ?? 0) <= offsetMs) low = middle
        else high = middle - 1
      }
      const quote = quotes[low]
      if (quote === undefined) throw new RangeError('an empty recording')
      return { bid: quote.bid, ask: quote.ask, price: (quote.bid + quote.ask) / 2, volumePerMs: 0 }
    },
  }
}

/**
 * Plays a track for ever: forwards, then backwards, then forwards again, so that its end meets its
 * beginning without a jump that no market made.
 */
export function endless(track: Track): (atMs: number) => Moment {
  return (atMs) => {
    const place = atMs % (2 * track.lengthMs)
    return track.at(place < track.lengthMs ? place : 2 * track.lengthMs - 1 - place)
  }
}
