import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Tick } from '../market/tick.ts'
import { concat } from './bytes.ts'
import { decodeTick } from './tick-bytes.ts'

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
