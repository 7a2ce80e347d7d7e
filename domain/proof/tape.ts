import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { MAX_SOURCES, type NamedSource, type TickSources } from '../market/sources.ts'
import type { Tick } from '../market/tick.ts'
import {
  type ByteReader,
  type ByteWriter,
  concat,
  readNumber,
  readSigned,
  readText,
  writeNumber,
  writeSigned,
  writeText,
} from './bytes.ts'
import { MAX_SPANS, type TickLinks } from './links.ts'

/**
 * The price tape: every tick that can decide somebody's money, in order, each hashed with the one before.
 *
 * A checkpoint names the hash of the newest tick and of the checkpoint before it, and is signed. With one
 * trusted checkpoint every later tick can be verified: a changed, missing or added tick changes every hash
 * after it. The server and the customer's browser run this same code.
 */

/** The head of an empty tape, and the checkpoint before the first. */
export const GENESIS = '0'.repeat(64)

/** The first line of a checkpoint: what is signed, and in which version. */
export const TAPE_ORIGIN = 'plumb price tape v1'

/** RFC 6962's prefix for a leaf, so that a tick can never be read as an inner node of some tree. */
const LEAF = Uint8Array.of(0)

export interface Checkpoint {
  /** Sequence of the newest tick it covers. */
  readonly sequence: number
  /** Hash of that tick, hex. */
  readonly head: string
  /** Hash of the previous checkpoint's text, hex; GENESIS for the first. */
  readonly previous: string
  /** When it was made, milliseconds. */
  readonly atMs: number
}

export interface SignedCheckpoint extends Checkpoint {
  /** Ed25519 over the checkpoint's text, hex. */
  readonly signature: string
}

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

/** The hash of a tick in its place: over the leaf prefix, the hash before it, and its own bytes. Hex. */
export const hashTick = (previousHash: string, tickBytes: Uint8Array): string =>
  bytesToHex(sha256(concat(LEAF, hexToBytes(previousHash), tickBytes)))

/** The text of a checkpoint that is signed: five lines, readable by a person. */
export const checkpointText = (checkpoint: Checkpoint): string =>
  [
    TAPE_ORIGIN,
    checkpoint.sequence,
    checkpoint.head,
    checkpoint.previous,
    new Date(checkpoint.atMs).toISOString(),
    '',
  ].join('\n')

/** The hash by which the next checkpoint names this one. Hex. */
export const hashCheckpoint = (checkpoint: Checkpoint): string =>
  bytesToHex(sha256(utf8ToBytes(checkpointText(checkpoint))))

/** Whether a checkpoint was signed by the holder of this Ed25519 key (hex). */
export const isSignedBy = (publicKey: string, checkpoint: SignedCheckpoint): boolean =>
  isSignature(publicKey, checkpointText(checkpoint), checkpoint.signature)

/** Whether this is the signature (hex) of a text by the holder of this Ed25519 key (hex). */
export function isSignature(publicKey: string, text: string, signature: string): boolean {
  try {
    return ed25519.verify(hexToBytes(signature), utf8ToBytes(text), hexToBytes(publicKey))
  } catch {
    return false
  }
}

/** Why a segment of the tape is not what was signed. */
export type TapeError =
  | 'SIGNATURE_WRONG'
  | 'CHECKPOINT_NOT_NEXT'
  | 'BYTES_UNREADABLE'
  | 'SEQUENCE_BROKEN'
  | 'TIME_BACKWARDS'
  | 'HEAD_DIFFERS'

export type Verification = { ok: true; ticks: readonly Tick[] } | { ok: false; error: TapeError }

/**
 * Checks the ticks between two checkpoints, and returns them.
 *
 * `before` is a checkpoint already trusted, undefined at the tape's beginning. `bytes` are the ticks
 * after it, one behind the other, up to the last that `checkpoint` covers.
 *
 * Refuses: (as an error) a checkpoint with another signer or that does not follow `before`; bytes that are
 * no ticks; a sequence with a gap; time that runs backwards; ticks whose hashes do not lead to the head.
 */
export function verifySegment(
  before: Checkpoint | undefined,
  bytes: Uint8Array,
  checkpoint: SignedCheckpoint,
  publicKey: string,
): Verification {
  if (!isSignedBy(publicKey, checkpoint)) return { ok: false, error: 'SIGNATURE_WRONG' }
  if (checkpoint.previous !== (before ? hashCheckpoint(before) : GENESIS)) {
    return { ok: false, error: 'CHECKPOINT_NOT_NEXT' }
  }
  const walk = walkTicks(before ?? { sequence: 0, head: GENESIS, atMs: 0 }, bytes)
  if ('error' in walk) return { ok: false, error: walk.error }
  if (walk.head !== checkpoint.head || walk.sequence !== checkpoint.sequence) {
    return { ok: false, error: 'HEAD_DIFFERS' }
  }
  if (walk.atMs > checkpoint.atMs) return { ok: false, error: 'TIME_BACKWARDS' }
  return { ok: true, ticks: walk.ticks }
}

interface Place {
  readonly sequence: number
  readonly head: string
  readonly atMs: number
}

/** Reads ticks one after the other from a place on the tape, following sequence, time and hashes. */
function walkTicks(
  from: Place,
  bytes: Uint8Array,
): (Place & { ticks: readonly Tick[] }) | { error: TapeError } {
  const reader = { bytes, at: 0 }
  const ticks: Tick[] = []
  let { sequence, head, atMs } = from
  while (reader.at < bytes.length) {
    const start = reader.at
    let tick: Tick
    try {
      tick = decodeTick(reader)
    } catch {
      return { error: 'BYTES_UNREADABLE' }
    }
    if (tick.sequence !== sequence + 1) return { error: 'SEQUENCE_BROKEN' }
    if (tick.atMs < atMs) return { error: 'TIME_BACKWARDS' }
    sequence = tick.sequence
    atMs = tick.atMs
    head = hashTick(head, bytes.subarray(start, reader.at))
    ticks.push(tick)
  }
  return { sequence, head, atMs, ticks }
}

/** Reads ticks without checking them: for those who just wrote or verified these bytes. */
export function decodeTicks(bytes: Uint8Array): Tick[] {
  const reader = { bytes, at: 0 }
  const ticks: Tick[] = []
  while (reader.at < bytes.length) ticks.push(decodeTick(reader))
  return ticks
}
