import { bytesToHex } from '@noble/hashes/utils.js'
import { type Chain, nextLinks, noChain } from '#domain/proof/links.ts'
import { extendLog, type LogCheckpoint, type LogStart, logText } from '#domain/proof/log.ts'
import { type Edge, emptyEdge, rootOf } from '#domain/proof/merkle.ts'
import { isSignature, type SignedCheckpoint, type TapeError, verifySegment } from '#domain/proof/tape.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createHashReader } from './hashes.ts'
import type { TapeKey } from './key.ts'
import { newestSegments, readLogStart, type Segment, storedChains, ticksAfter } from './store.ts'

/** Where the tape ends, when a server opens it. */
export interface VerifiedEnd {
  /** Undefined before the tape is a log. */
  readonly start: LogStart | undefined
  readonly newest: SignedCheckpoint | undefined
  readonly edge: Edge
}

/** A stored checkpoint as one of the log. */
export const logCheckpointOf = (
  start: LogStart,
  { sequence, head, atMs }: Pick<SignedCheckpoint, 'sequence' | 'head' | 'atMs'>,
): LogCheckpoint => ({ start, size: sequence - start.sequence, root: head, atMs })

/**
 * Reads where the tape ends, and checks its newest segment.
 *
 * Refuses: (by throwing) one that does not verify with this key: torn, altered, or signed by another.
 */
export async function verifiedEnd(db: Db, key: TapeKey): Promise<VerifiedEnd> {
  const start = await readLogStart(db)
  const [end, before] = await newestSegments(db, 2)
  if (end === undefined) return { start, newest: undefined, edge: emptyEdge() }
  const isLog = start !== undefined && end.checkpoint.sequence > start.sequence
  const result = isLog
    ? await verifyLog(db, start, { end, before }, key)
    : verifyChain(start, { end, before }, key)
  if (typeof result === 'string') {
    const hint =
      result === 'SIGNATURE_WRONG'
        ? 'it was altered, or signed with another key than the one in keys/tape.key'
        : `its newest segment is damaged (${result})`
    throw new Error(`the price tape ends at tick ${end.checkpoint.sequence} but does not verify: ${hint}`)
  }
  return { start, newest: end.checkpoint, edge: result }
}

interface Newest {
  readonly end: Segment
  readonly before: Segment | undefined
}

function verifyChain(
  start: LogStart | undefined,
  { end, before }: Newest,
  { publicKey }: TapeKey,
): Edge | TapeError {
  const result = verifySegment(before?.checkpoint, end.bytes, end.checkpoint, publicKey)
  if (!result.ok) return result.error
  return start === undefined || start.head === end.checkpoint.head ? emptyEdge() : 'HEAD_DIFFERS'
}

async function verifyLog(
  db: Db,
  start: LogStart,
  { end, before }: Newest,
  { publicKey }: TapeKey,
): Promise<Edge | TapeError> {
  const checkpoint = logCheckpointOf(start, end.checkpoint)
  if (!isSignature(publicKey, logText(publicKey, checkpoint), end.checkpoint.signature))
    return 'SIGNATURE_WRONG'
  if (end.checkpoint.previous !== (before?.checkpoint.head ?? start.head)) return 'CHECKPOINT_NOT_NEXT'
  const size = end.firstSequence - 1 - start.sequence
  const edge = await edgeAt(db, start, size)
  if (edge === undefined) return 'BYTES_UNREADABLE'
  if (size > 0 && bytesToHex(rootOf(edge)) !== end.checkpoint.previous) return 'HEAD_DIFFERS'
  const extended = extendLog(edge, before?.checkpoint.atMs ?? 0, end.bytes, checkpoint)
  return extended.ok ? edge : extended.error
}

/** The edge at a size; undefined where the ticks that it is computed of are none. */
async function edgeAt(db: Db, start: LogStart, size: number): Promise<Edge | undefined> {
  try {
    return await createHashReader(db, start.sequence, start.sequence + size).edge(size)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** What is known of each instrument's past where the tape ends: what the writer stored, and the ticks since. */
export async function chainsAt(db: Db, start: LogStart): Promise<Map<string, Chain>> {
  const { sequence, chains } = (await storedChains(db)) ?? { sequence: start.sequence, chains: new Map() }
  for await (const ticks of ticksAfter(db, sequence))
    for (const tick of ticks)
      if (!tick.isHeld) chains.set(tick.symbol, nextLinks(chains.get(tick.symbol) ?? noChain, tick).chain)
  return chains
}
