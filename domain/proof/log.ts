import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Tick } from '../market/tick.ts'
import type { ByteReader } from './bytes.ts'
import { append, type Edge, type Hash, isConsistent, isIncluded, leafHash, rootOf } from './merkle.ts'
import { noteOf } from './note.ts'
import type { TapeError } from './tape.ts'
import { decodeTick } from './tick-bytes.ts'
import { openTreeNote, signerName, treeText } from './tree-note.ts'

/**
 * The price tape as a Merkle log: its leaves are ticks, one behind the other, and a checkpoint is a signed note of
 * how many there are and of their root.
 *
 * A tape that was a hash chain before goes on as a log where the chain ended; every checkpoint names that place and
 * its hash, so that the one commits to the other. Tick `after + 1` is leaf 0.
 */

/** Where the log begins: the last tick of the chain before it, and its hash. */
export interface LogStart {
  /** 0 where there was no chain. */
  readonly sequence: number
  /** Hex. */
  readonly head: string
}

export interface LogCheckpoint {
  readonly start: LogStart
  /** How many leaves it covers. */
  readonly size: number
  /** Hex. */
  readonly root: string
  readonly atMs: number
}

/** What signs the tape, by its key. */
export const tapeName = (publicKey: string): string => signerName('plumb-price-tape', publicKey)

/** The newest tick that a checkpoint covers. */
export const lastSequence = ({ start, size }: LogCheckpoint): number => start.sequence + size

/** The index of a tick among the leaves. */
export const leafIndex = ({ start }: Pick<LogCheckpoint, 'start'>, sequence: number): number =>
  sequence - start.sequence - 1

/** The text of a checkpoint that is signed. Source: C2SP tlog-checkpoint, with two lines of our own behind. */
export const logText = (publicKey: string, { start, size, root, atMs }: LogCheckpoint): string =>
  treeText(tapeName(publicKey), {
    ...{ size, root },
    lines: [`after ${start.sequence} ${start.head}`, `time ${new Date(atMs).toISOString()}`],
  })

/** A checkpoint as the note that is given to everybody. */
export const checkpointNote = (publicKey: string, checkpoint: LogCheckpoint, signature: string): string =>
  noteOf(logText(publicKey, checkpoint), tapeName(publicKey), { publicKey, signature })

const LINES = /^after (\d{1,15}) ([0-9a-f]{64})\ntime (\S+)$/

/** Reads a checkpoint that the holder of this key signed; undefined of anything else. */
export function openCheckpoint(note: string, publicKey: string): LogCheckpoint | undefined {
  const found = openTreeNote(note, tapeName(publicKey), publicKey)
  const lines = LINES.exec(found?.lines.join('\n') ?? '')
  if (!found || !lines) return undefined
  const [, sequence, head, time] = lines as unknown as string[]
  const checkpoint = {
    start: { sequence: Number(sequence), head: head! },
    ...{ size: found.size, root: found.root, atMs: Date.parse(time!) },
  }
  // One checkpoint has one text only.
  const isSame = isTime(time!) && logText(publicKey, checkpoint) === treeText(tapeName(publicKey), found)
  return isSame ? checkpoint : undefined
}

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))

const isSameStart = (one: LogStart, other: LogStart): boolean =>
  one.sequence === other.sequence && one.head === other.head

/** Whether the newer checkpoint is of the same log, grown: nothing that the older one covers was changed. */
export const hasGrown = (older: LogCheckpoint, newer: LogCheckpoint, proof: readonly Hash[]): boolean =>
  isSameStart(older.start, newer.start) &&
  isConsistent(
    { size: older.size, root: hexToBytes(older.root) },
    { size: newer.size, root: hexToBytes(newer.root) },
    proof,
  )

/** Whether the tick of these bytes stands in the log at its own place. */
export function isInLog(
  checkpoint: LogCheckpoint,
  tick: Pick<Tick, 'sequence'>,
  bytes: Uint8Array,
  proof: readonly Hash[],
): boolean {
  const place = { index: leafIndex(checkpoint, tick.sequence), size: checkpoint.size }
  return isIncluded(leafHash(bytes), place, proof, hexToBytes(checkpoint.root))
}

/** The ticks in some bytes, each with its own; for those who just wrote or verified these bytes. */
export function splitTicks(bytes: Uint8Array): { readonly tick: Tick; readonly bytes: Uint8Array }[] {
  const reader: ByteReader = { bytes, at: 0 }
  const ticks: { tick: Tick; bytes: Uint8Array }[] = []
  while (reader.at < bytes.length) {
    const start = reader.at
    const tick = decodeTick(reader)
    ticks.push({ tick, bytes: bytes.subarray(start, reader.at) })
  }
  return ticks
}

/**
 * Adds the ticks after a place of the log to its edge, and returns them.
 *
 * Refuses: (as an error) bytes that are no ticks, a sequence with a gap, time that runs backwards, and ticks that
 * do not lead to the checkpoint's root.
 */
export function extendLog(
  edge: Edge,
  beforeMs: number,
  bytes: Uint8Array,
  checkpoint: LogCheckpoint,
):
  | { readonly ok: true; readonly ticks: readonly Tick[] }
  | { readonly ok: false; readonly error: TapeError } {
  let read: ReturnType<typeof splitTicks>
  try {
    read = splitTicks(bytes)
  } catch {
    return { ok: false, error: 'BYTES_UNREADABLE' }
  }
  let atMs = beforeMs
  for (const { tick, bytes: own } of read) {
    if (leafIndex(checkpoint, tick.sequence) !== edge.size) return { ok: false, error: 'SEQUENCE_BROKEN' }
    if (tick.atMs < atMs) return { ok: false, error: 'TIME_BACKWARDS' }
    atMs = tick.atMs
    append(edge, leafHash(own))
  }
  if (edge.size !== checkpoint.size || bytesToHex(rootOf(edge)) !== checkpoint.root)
    return { ok: false, error: 'HEAD_DIFFERS' }
  return checkpoint.atMs < atMs
    ? { ok: false, error: 'TIME_BACKWARDS' }
    : { ok: true, ticks: read.map(({ tick }) => tick) }
}
