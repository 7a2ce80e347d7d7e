import { MAX_SOURCES, type NamedSource, type TickSources } from '../market/sources.ts'
import type { Tick } from '../market/tick.ts'
import {
  type ByteReader,
  type ByteWriter,
  readNumber,
  readSigned,
  readText,
  writeNumber,
  writeSigned,
  writeText,
} from './bytes.ts'
import { MAX_SPANS, type TickLinks } from './links.ts'

/**
 * The bytes of a tick: written by the tape, and read by the server, the customer's browser and the stand-alone verifier with
 * this same code, so that none of them takes what another one refuses.
 */

/**
 * The version of a tick without links, of one with them, of one whose spans say the marks too, and of one that names the
 * sources of its price.
 */
const PLAIN = 1
const LINKED = 2
const MARKED = 3
const SOURCED = 4

/** What the flags of a tick say. The versions before that of the sources say the last two by themselves. */
const HELD = 1
const HAS_LINKS = 2
const HAS_MARKS = 4

const flagsOf = ({ isHeld, links }: Tick): number =>
  (isHeld ? HELD : 0) + (links ? HAS_LINKS + (hasMarksOf(links) ? HAS_MARKS : 0) : 0)

const hasMarksOf = ({ spans }: TickLinks): boolean => spans.length > 0 && spans.every(({ marks }) => marks)

/** A tick whose links have no spans is of the version that knew none. */
function versionOf({ links, sources }: Tick): number {
  if (sources) return SOURCED
  if (!links) return PLAIN
  return hasMarksOf(links) ? MARKED : LINKED
}

/**
 * The bytes of a tick that are hashed and stored.
 *
 * Form: version 1, then each field in order; numbers seven bits a byte, texts with their length. Bid and
 * ask are written as their distance from the price. Version 2 has its links behind them: other ticks by how far
 * back they are, 0 for none; prices by their distance from its own. Version 3 has more in its spans: between which mark
 * prices they were, their lowest ask and their highest bid, by their distance from its own. Version 4 says by a flag whether
 * it has links, and whether their spans have these; behind them stand the terms of its median, and each source with its age
 * and its prices, written as those of the tick: none of one that was silent.
 */
export function encodeTick(tick: Tick): Uint8Array {
  const version = versionOf(tick)
  const to = { bytes: [version] }
  writeNumber(to, tick.sequence)
  writeText(to, tick.symbol)
  writeNumber(to, tick.price)
  writeSigned(to, tick.price - tick.bid)
  writeSigned(to, tick.ask - tick.price)
  writeNumber(to, tick.volume)
  writeText(to, tick.source)
  writeNumber(to, tick.atMs)
  writeSigned(to, tick.atMs - tick.sourceAtMs)
  const flags = flagsOf(tick)
  writeNumber(to, version === SOURCED ? flags : flags & HELD)
  if (tick.links) writeLinks(to, tick, tick.links, (flags & HAS_MARKS) !== 0)
  if (tick.sources) writeSources(to, tick.price, tick.sources)
  return Uint8Array.from(to.bytes)
}

function writeSources(
  to: ByteWriter,
  tickPrice: number,
  { freshMs, maxDeviationBps, minimum, named }: TickSources,
): void {
  for (const number of [freshMs, maxDeviationBps, minimum, named.length]) writeNumber(to, number)
  for (const { source, quote } of named) {
    writeText(to, source)
    writeNumber(to, quote ? quote.ageMs + 1 : 0)
    if (!quote) continue
    writeSigned(to, quote.price - tickPrice)
    writeSigned(to, quote.price - quote.bid)
    writeSigned(to, quote.ask - quote.price)
  }
}

function readSources(from: ByteReader, tickPrice: number): TickSources {
  const [freshMs, maxDeviationBps, minimum] = [readNumber(from), readNumber(from), readNumber(from)]
  const count = readNumber(from)
  if (count > MAX_SOURCES) throw new RangeError('a tick with too many sources')
  const named = Array.from({ length: count }, (): NamedSource => {
    const source = readText(from)
    const age = readNumber(from)
    if (age === 0) return { source }
    const price = tickPrice + readSigned(from)
    const bid = price - readSigned(from)
    const ask = price + readSigned(from)
    return { source, quote: { price, bid, ask, ageMs: age - 1 } }
  })
  return { freshMs, maxDeviationBps, minimum, named }
}

function writeLinks(
  to: ByteWriter,
  { sequence, price, bid, ask }: Tick,
  { previous, spans }: TickLinks,
  hasMarks: boolean,
): void {
  const writePlace = (other: number) => writeNumber(to, other === 0 ? 0 : sequence - other)
  writePlace(previous)
  writeNumber(to, spans.length)
  for (const { after, low, high, marks } of spans) {
    writePlace(after)
    writeNumber(to, price - low)
    writeNumber(to, high - price)
    if (!hasMarks || !marks) continue
    writeNumber(to, bid + ask - marks.lowMark)
    writeNumber(to, marks.highMark - bid - ask)
    writeNumber(to, ask - marks.lowAsk)
    writeNumber(to, marks.highBid - bid)
  }
}

function readLinks(
  from: ByteReader,
  { sequence, price, bid, ask }: Pick<Tick, 'sequence' | 'price' | 'bid' | 'ask'>,
  hasMarks: boolean,
): TickLinks {
  const readPlace = () => {
    const back = readNumber(from)
    if (back >= sequence) throw new RangeError('a link to before the beginning of the tape')
    return back === 0 ? 0 : sequence - back
  }
  const previous = readPlace()
  const count = readNumber(from)
  if (count > MAX_SPANS) throw new RangeError('a tick with too many spans')
  if (hasMarks && count === 0) throw new RangeError('a tick that says marks of no span')
  const readMarks = () => ({
    lowMark: bid + ask - readNumber(from),
    highMark: bid + ask + readNumber(from),
    lowAsk: ask - readNumber(from),
    highBid: bid + readNumber(from),
  })
  const spans = Array.from({ length: count }, () => ({
    after: readPlace(),
    low: price - readNumber(from),
    high: price + readNumber(from),
    ...(hasMarks && { marks: readMarks() }),
  }))
  return { previous, spans }
}

/**
 * Reads one tick, leaving the reader after it.
 *
 * Refuses: (by throwing) bytes that encodeTick would not have written.
 */
export function decodeTick(from: ByteReader): Tick {
  const version = readNumber(from)
  if (![PLAIN, LINKED, MARKED, SOURCED].includes(version))
    throw new RangeError('a tick of an unknown version')
  const sequence = readNumber(from)
  const symbol = readText(from)
  const price = readNumber(from)
  const bid = price - readSigned(from)
  const ask = price + readSigned(from)
  const volume = readNumber(from)
  const source = readText(from)
  const atMs = readNumber(from)
  const sourceAtMs = atMs - readSigned(from)
  const flags = readNumber(from)
  const isKnown = version === SOURCED ? flags < 2 * HAS_MARKS && (flags & ~HELD) !== HAS_MARKS : flags <= HELD
  if (!isKnown) throw new RangeError('a tick with unknown flags')
  const tick = {
    ...{ sequence, symbol, price, bid, ask, volume, source, sourceAtMs, atMs },
    isHeld: (flags & HELD) !== 0,
  }
  const hasLinks = version === SOURCED ? (flags & HAS_LINKS) !== 0 : version !== PLAIN
  const hasMarks = version === SOURCED ? (flags & HAS_MARKS) !== 0 : version === MARKED
  const linked = hasLinks ? { ...tick, links: readLinks(from, tick, hasMarks) } : tick
  return version === SOURCED ? { ...linked, sources: readSources(from, price) } : linked
}

/** Reads ticks without checking them: for those who just wrote or verified these bytes. */
export function decodeTicks(bytes: Uint8Array): Tick[] {
  const reader = { bytes, at: 0 }
  const ticks: Tick[] = []
  while (reader.at < bytes.length) ticks.push(decodeTick(reader))
  return ticks
}
