import type { Tick } from '../market/tick.ts'

/**
 * How each tick on the tape names the one before it of its instrument, and now and then sums up many.
 *
 * Whoever has to know that nothing in between was left out goes back by these links from tick to tick. Every 16th
 * tick of an instrument also says between which prices the last 16 were, and what their bids and asks were, every 256th
 * the last 256, and so on: so a way back over millions of ticks has some hundred stops at most. What a span says is on the tape like any price,
 * and whoever reads the whole tape computes it again (`nextLinks`). Held ticks decide nothing: they have no links
 * and are in no span.
 */

/** What some ticks of an instrument in a row have in common. */
export interface Span {
  /** The tick of the instrument before them; 0 where there is none in the log. */
  readonly after: number
  readonly low: number
  readonly high: number
  /** Not of spans that ticks had before there were contracts. */
  readonly marks?: Marks
}

/** Between which mark prices some ticks were, in half ticks; their lowest ask and their highest bid. */
export interface Marks {
  readonly lowMark: number
  readonly highMark: number
  readonly lowAsk: number
  readonly highBid: number
}

/** The marks of one tick. */
export const marksOf = ({ bid, ask }: Pick<Tick, 'bid' | 'ask'>): Marks => ({
  ...{ lowMark: bid + ask, highMark: bid + ask, lowAsk: ask, highBid: bid },
})

/** The marks of some ticks and of others; undefined where those of either are not known. */
const joined = (one: Marks | undefined, other: Marks | undefined): Marks | undefined =>
  one &&
  other && {
    lowMark: Math.min(one.lowMark, other.lowMark),
    highMark: Math.max(one.highMark, other.highMark),
    lowAsk: Math.min(one.lowAsk, other.lowAsk),
    highBid: Math.max(one.highBid, other.highBid),
  }

/** Some ticks in a row, and those behind them, as one. */
function joinedSpans(before: Span, span: Span): Span {
  const marks = joined(before.marks, span.marks)
  return {
    ...{ after: before.after, low: Math.min(before.low, span.low), high: Math.max(before.high, span.high) },
    ...(marks && { marks }),
  }
}

export interface TickLinks {
  /** The tick of the instrument before this one; 0 where there is none in the log. */
  readonly previous: number
  /** The last 16 ticks of the instrument with this one, the last 256, and so on, as far as it ends them. */
  readonly spans: readonly Span[]
}

/** How many spans of one size the next size sums up. */
export const SPAN = 16
/** Larger ones would sum up more ticks than an instrument has in years. */
export const MAX_SPANS = 6

/** What must be known of an instrument's past to link its next tick. */
export interface Chain {
  readonly count: number
  readonly last: number
  /** What is summed up since the last span of each size ended. */
  readonly open: readonly Span[]
}

/** Before the first tick of an instrument. */
export const noChain: Chain = { count: 0, last: 0, open: [] }

/** The links of an instrument's next tick, and what is then known of its past. */
export function nextLinks(
  chain: Chain,
  { sequence, price, bid, ask }: Pick<Tick, 'sequence' | 'price' | 'bid' | 'ask'>,
): { readonly links: TickLinks; readonly chain: Chain } {
  const count = chain.count + 1
  const open = [...chain.open]
  const spans: Span[] = []
  let span: Span = { after: chain.last, low: price, high: price, marks: marksOf({ bid, ask }) }
  for (let level = 0, size = SPAN; level < MAX_SPANS; level++, size *= SPAN) {
    const before = open[level]
    span = before ? joinedSpans(before, span) : span
    if (count % size !== 0) {
      open[level] = span
      break
    }
    spans.push(span)
    delete open[level]
  }
  return { links: { previous: chain.last, spans }, chain: { count, last: sequence, open } }
}

/** A step back: to the tick `to`, past ticks whose prices were between these. */
export interface Step {
  readonly to: number
  readonly low: number
  readonly high: number
}

/**
 * The longest step back from a tick that passes only ticks behind `after`.
 *
 * `isLast`: the tick is the one that decided something. It is passed alone, because only what was before it must not
 * have decided the same.
 */
export function stepBack(tick: Tick, after: number, isLast: boolean): Step | undefined {
  const { links, price } = tick
  if (!links) return undefined
  const span = isLast ? undefined : links.spans.findLast((each) => each.after >= after)
  return span
    ? { to: span.after, low: span.low, high: span.high }
    : { to: links.previous, low: price, high: price }
}
