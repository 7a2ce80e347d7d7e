import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { assert } from '#domain/errors.ts'
import { type ByteReader, type ByteWriter, concat, readNumber, writeNumber } from '#domain/proof/bytes.ts'
import { hashCheckpoint, type SignedCheckpoint } from '#domain/proof/tape.ts'
import type { Segment } from './store.ts'

/**
 * A pack: segments in a row, compressed. What comes out is what went in, byte for byte: ticks, heads, signatures.
 *
 * Form: version 2, how many segments, how many of them are of the chain before the log, the sequence of the first
 * tick; for each segment how many ticks and bytes it has and how much later its checkpoint was made than the one
 * before; what the first checkpoint names as before it; all heads, all signatures, all ticks. What the other
 * checkpoints name follows from these. Version 1 was before the log: all of its segments are of the chain.
 */

const BEFORE_THE_LOG = 1
const VERSION = 2
const HASH_BYTES = 32
const SIGNATURE_BYTES = 64
/** Of 11: the last two cost many times as much for a few percent. */
const QUALITY = 9

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'hex')

/** Compresses segments that follow each other, in a thread that nobody waits for; the log begins after `logStart`. */
export async function pack(segments: readonly Segment[], logStart: number): Promise<Buffer> {
  const [first] = segments
  assert(first, 'a pack holds at least one segment')
  const head: ByteWriter = { bytes: [] }
  const chained = segments.filter(({ checkpoint }) => checkpoint.sequence <= logStart).length
  for (const number of [VERSION, segments.length, chained, first.firstSequence]) writeNumber(head, number)
  let atMs = 0
  for (const { firstSequence, bytes, checkpoint } of segments) {
    writeNumber(head, checkpoint.sequence - firstSequence + 1)
    writeNumber(head, bytes.length)
    writeNumber(head, checkpoint.atMs - atMs)
    atMs = checkpoint.atMs
  }
  const plain = concat(
    Uint8Array.from(head.bytes),
    bytesOf(first.checkpoint.previous),
    ...segments.map(({ checkpoint }) => bytesOf(checkpoint.head)),
    ...segments.map(({ checkpoint }) => bytesOf(checkpoint.signature)),
    ...segments.map(({ bytes }) => bytes),
  )
  return compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
}

/**
 * The segments of a pack.
 *
 * Refuses: (by throwing) bytes that `pack` did not write.
 */
export async function unpack(content: Uint8Array): Promise<Segment[]> {
  const reader: ByteReader = { bytes: await decompress(content), at: 0 }
  const version = readNumber(reader)
  if (version !== VERSION && version !== BEFORE_THE_LOG) throw new RangeError('a pack of an unknown version')
  const count = readNumber(reader)
  const chained = version === VERSION ? readNumber(reader) : count
  const firstSequence = readNumber(reader)
  const lines = Array.from({ length: count }, () => ({
    ticks: readNumber(reader),
    length: readNumber(reader),
    laterMs: readNumber(reader),
  }))
  let previous = hex(take(reader, HASH_BYTES))
  const heads = lines.map(() => hex(take(reader, HASH_BYTES)))
  const signatures = lines.map(() => hex(take(reader, SIGNATURE_BYTES)))
  let sequence = firstSequence - 1
  let atMs = 0
  const segments = lines.map(({ ticks, length, laterMs }, n): Segment => {
    const first = sequence + 1
    sequence += ticks
    atMs += laterMs
    const checkpoint: SignedCheckpoint = {
      ...{ sequence, head: heads[n]!, previous, atMs, signature: signatures[n]! },
    }
    // The first of the log names the chain's last tick, the others the root before.
    previous = n + 1 < chained ? hashCheckpoint(checkpoint) : checkpoint.head
    return { firstSequence: first, bytes: take(reader, length), checkpoint }
  })
  if (reader.at !== reader.bytes.length) throw new RangeError('a pack with something behind its end')
  return segments
}

function take(from: ByteReader, length: number): Uint8Array {
  const end = from.at + length
  if (end > from.bytes.length) throw new RangeError('the bytes end inside a pack')
  const part = from.bytes.subarray(from.at, end)
  from.at = end
  return part
}

/** The hash by which the database compares what a pack holds with the segments that it replaces (migration 14). */
export function hashSegments(segments: readonly Segment[]): Buffer {
  const sha = createHash('sha256')
  const number = (value: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64BE(BigInt(value))
    sha.update(bytes)
  }
  for (const { firstSequence, bytes, checkpoint } of segments) {
    number(firstSequence)
    number(checkpoint.sequence)
    sha.update(bytes)
    for (const text of [checkpoint.head, checkpoint.previous, checkpoint.signature]) sha.update(bytesOf(text))
    number(checkpoint.atMs)
  }
  return sha.digest()
}
