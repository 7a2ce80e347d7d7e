import { bytesToHex } from '@noble/hashes/utils.js'
import { assert, refusal } from '#domain/errors.ts'
import * as contract from '#domain/proof/contract.ts'
import { checkpointNote, leafIndex } from '#domain/proof/log.ts'
import type { SignedCheckpoint } from '#domain/proof/tape.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { Markets } from '../service.ts'
import { logCheckpointOf } from './end.ts'
import { createHashReader } from './hashes.ts'
import { segmentWith } from './store.ts'
import type { Tape } from './tape.ts'

type Source = Pick<Markets, 'tape' | 'publicKey'>

const hexOf = (hashes: readonly Uint8Array[]): string[] => hashes.map(bytesToHex)

/** How many leaves the log has now. */
const sizeOf = (tape: Tape): number => Math.max(0, (tape.newest()?.sequence ?? 0) - tape.start.sequence)

/**
 * The calls of the price tape. What they cost is bounded: a proof reads a tile of 256 hashes of each level at most
 * for each of its two sides, and of the lowest level the ticks.
 */
export const tapeRoutes = ({ tape, publicKey }: Source): Route[] => [
  route(contract.tapeCheckpoint, () => ({
    publicKey,
    sequence: tape.newest()?.sequence ?? 0,
    note: tape.note() ?? null,
  })),

  route(contract.tapeConsistency, async ({ from, to }, { db }) => {
    if (from > to || to > sizeOf(tape)) throw refusal('NOT_FOUND')
    return { proof: hexOf(await readerOf(db, tape).consistency(from, to)) }
  }),

  route(contract.tapeTick, async ({ sequence, size }, { db }) => {
    const index = leafIndex(tape, sequence)
    if (index < 0 || index >= size || size > sizeOf(tape)) throw refusal('NOT_FOUND')
    const reader = readerOf(db, tape)
    const bytes = await reader.tick(sequence)
    assert(bytes, 'the log has every tick up to its size')
    return { bytes: bytesToHex(bytes), proof: hexOf(await reader.inclusion(index, size)) }
  }),

  route(contract.tapeSegment, async ({ sequence }, { db }) => {
    const segment = await segmentWith(db, sequence)
    if (segment === undefined) throw refusal('NOT_FOUND')
    const { firstSequence, checkpoint } = segment
    const before = firstSequence > 1 ? (await segmentWith(db, firstSequence - 1))?.checkpoint : undefined
    const start = tape.start.sequence
    const noteOf = (each: SignedCheckpoint) =>
      checkpointNote(publicKey, logCheckpointOf(tape.start, each), each.signature)
    const isLog = checkpoint.sequence > start
    return {
      ...{ publicKey, firstSequence, bytes: bytesToHex(segment.bytes) },
      log: isLog
        ? {
            edge: hexOf((await readerOf(db, tape).edge(firstSequence - 1 - start)).hashes),
            before: before && before.sequence > start ? noteOf(before) : null,
            note: noteOf(checkpoint),
          }
        : null,
      chain: isLog ? null : { before: before ?? null, checkpoint },
    }
  }),
]

const readerOf = (db: Db, { start, newest }: Tape) =>
  createHashReader(db, start.sequence, newest()?.sequence ?? 0)
